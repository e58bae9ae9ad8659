"""What all tables of pedestrians have in common: bodies, impulses, falls, spawns."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sincos, sqrt
from project_ghost.engine import Output, Parameter, State, array, number
from project_ghost.models.common.actors import AbstractActors
from project_ghost.models.common.rows import ActorInputs, Rows, despawn_rows, spawn_row
from project_ghost.models.common.slide import after_friction
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    VX,
    VY,
    VZ,
    YAW,
    YAW_RATE,
    X,
    Y,
    Z,
)

from ._walk import walked

# The columns of the state `track`.
SEGMENT = 0
PROGRESS = 1  # m
DONE = 2  # 1.0 after arrival
PLACED = 3  # 1.0 after the first search for the place on the route
AGE = 4  # samples since the walker appeared
DOWN = 5  # samples since the walker was knocked down, 0.0 while it stands
TURN = 6  # rad/s
TRACK_WIDTH = 7


class WalkerState(NamedTuple):
    """What a walker remembers beside its row."""

    slide: Floats = array(State(shape=("capacity", 3)))  # sliding velocity: x, y, yaw rate
    route: Floats = array(State(-1.0, shape=("capacity",)))
    track: Floats = array(State(shape=("capacity", TRACK_WIDTH)))


class WalkerOutputs(NamedTuple):
    """The bodies of the walkers, and their progress along their routes."""

    bodies: Floats = array(Output(shape=("capacity", BODY_WIDTH)))
    arrived: Floats = array(Output(shape=("capacity",)))
    progress: Floats = array(Output(shape=("capacity",), unit="m"))
    down: Floats = array(Output(shape=("capacity",)))


class Gait(NamedTuple):
    """The bodies of walkers, their limits, and how they follow a route."""

    lookahead_m: float = number(Parameter(0.5, unit="m"))
    arrival_m: float = number(Parameter(0.05, unit="m"))
    mass_kg: Floats = array(Parameter(75.0, shape=("capacity",), unit="kg"))
    grip: Floats = array(Parameter(0.5, shape=("capacity",)))
    start_s: Floats = array(Parameter(0.0, shape=("capacity",), unit="s"))
    speed_max_mps: Floats = array(Parameter(2.0, shape=("capacity",), unit="m/s"))
    acceleration_max: Floats = array(Parameter(1.5, shape=("capacity",), unit="m/s2"))
    braking_max: Floats = array(Parameter(2.0, shape=("capacity",), unit="m/s2"))
    turn_rate_max: Floats = array(Parameter(3.0, shape=("capacity",), unit="rad/s"))
    knock_mps: float = number(Parameter(2.5, unit="m/s"))
    removal_s: float = number(Parameter(0.0, unit="s"))


class AbstractWalkers(AbstractActors):
    """A table of pedestrians; what they want to do is up to a subclass."""

    walker = WalkerState
    out = WalkerOutputs
    gait = Gait


@inlined
def write_bodies(rows: Rows, walker: WalkerState, out: WalkerOutputs) -> None:
    """The bodies, from the state alone."""
    bodies, pose, speed = out.bodies, rows.pose, rows.speed
    slide, track = walker.slide, walker.track
    for i in range(rows.alive.shape[0]):
        yaw = pose[i, 2]
        sine, cosine = sincos(yaw)
        bodies[i, ALIVE] = rows.alive[i]
        bodies[i, SERIAL] = rows.serial[i]
        bodies[i, X] = pose[i, 0]
        bodies[i, Y] = pose[i, 1]
        bodies[i, Z] = 0.0
        bodies[i, YAW] = yaw
        bodies[i, VX] = speed[i] * cosine + slide[i, 0]
        bodies[i, VY] = speed[i] * sine + slide[i, 1]
        bodies[i, VZ] = 0.0
        bodies[i, YAW_RATE] = track[i, TURN] + slide[i, 2]
        bodies[i, ROUTE] = walker.route[i]
        out.arrived[i] = track[i, DONE]
        out.progress[i] = track[i, PROGRESS]
        out.down[i] = 1.0 if track[i, DOWN] > 0.0 else 0.0


@inlined
def apply_impulse(rows: Rows, walker: WalkerState, world: ActorInputs, gait: Gait, i: int) -> None:
    """Let an impulse make walker i slide; one that changes its velocity too much fells it."""
    slide, track = walker.slide, walker.track
    row = int(world.first_row) + i
    change_x = world.impulse[row, 0] / gait.mass_kg[i]
    change_y = world.impulse[row, 1] / gait.mass_kg[i]
    slide[i, 0] += change_x
    slide[i, 1] += change_y
    change = sqrt(change_x * change_x + change_y * change_y)
    if change > gait.knock_mps and track[i, DOWN] == 0.0:
        # Its walking velocity becomes part of the slide.
        sine, cosine = sincos(rows.pose[i, 2])
        slide[i, 0] += rows.speed[i] * cosine
        slide[i, 1] += rows.speed[i] * sine
        rows.speed[i] = 0.0
        track[i, TURN] = 0.0
        track[i, DOWN] = 1.0


@inlined
def walk(
    rows: Rows, walker: WalkerState, gait: Gait, i: int, wish: tuple[float, float], dt_s: float
) -> None:
    """Move walker i by its feet, towards the velocity that it wants."""
    pose, speed = rows.pose, rows.speed
    pose[i, 0], pose[i, 1], pose[i, 2], speed[i], walker.track[i, TURN] = walked(
        (pose[i, 0], pose[i, 1], pose[i, 2]),
        speed[i],
        wish,
        gait.acceleration_max[i],
        gait.braking_max[i],
        gait.turn_rate_max[i],
        dt_s,
    )


@inlined
def glide(
    rows: Rows, walker: WalkerState, world: ActorInputs, gait: Gait, i: int, dt_s: float
) -> None:
    """Move walker i by its sliding velocity, which friction reduces; it is a sample older."""
    pose, slide = rows.pose, walker.slide
    friction = gait.grip[i] * world.friction[int(world.first_row) + i]
    old_x, old_y = slide[i, 0], slide[i, 1]
    new_x, new_y, _ = after_friction((old_x, old_y, 0.0), friction, dt_s, 0.0)
    pose[i, 0] += 0.5 * dt_s * (old_x + new_x)
    pose[i, 1] += 0.5 * dt_s * (old_y + new_y)
    slide[i, 0] = new_x
    slide[i, 1] = new_y
    walker.track[i, AGE] += 1.0


@inlined
def lie(rows: Rows, walker: WalkerState, i: int, removal_s: float, dt_s: float) -> None:
    """Let walker i lie where it was knocked down, until it is removed."""
    track = walker.track
    if removal_s > 0.0 and track[i, DOWN] * dt_s >= removal_s:
        rows.alive[i] = 0.0
    track[i, DOWN] += 1.0


@inlined
def come_and_go(rows: Rows, walker: WalkerState, world: ActorInputs) -> None:
    """Despawn and spawn walkers; a new one remembers nothing."""
    slide, track = walker.slide, walker.track
    despawn_rows(rows, world)
    for slot in range(world.spawns.shape[0]):
        row = spawn_row(rows, walker.route, world, slot)
        if row >= 0:
            for k in range(3):
                slide[row, k] = 0.0
            for k in range(track.shape[1]):
                track[row, k] = 0.0
