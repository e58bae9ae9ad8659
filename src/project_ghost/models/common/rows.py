"""The rows of tables of actors: initial states, bodies, spawns and despawns."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Parameter, State, array, number
from project_ghost.engine.tables import despawn, spawned_row
from project_ghost.world.bodies import (
    ALIVE,
    IN_ROW,
    ROUTE,
    SERIAL,
    SPAWN_WANTED,
    SPAWN_WIDTH,
    VX,
    VY,
    VZ,
    YAW,
    YAW_RATE,
    X,
    Y,
    Z,
)

__all__ = [
    "Actor",
    "ActorInputs",
    "Rows",
    "despawn_rows",
    "initial_rows",
    "scene_rows",
    "spawn_row",
    "write_body",
]

Actor = Sequence[float]


class Rows(NamedTuple):
    """The states that every table of actors has."""

    alive: Floats = array(State(shape=("capacity",)))
    serial: Floats = array(State(-1.0, shape=("capacity",)))
    next_serial: Floats = array(State())
    pose: Floats = array(State(shape=("capacity", 3)))
    speed: Floats = array(State(shape=("capacity",), unit="m/s"))


class ActorInputs(NamedTuple):
    """The scene's effects on a table's actors, which are the scene's rows from `first_row` on."""

    impulse: Floats = array(Input(shape=("scene", 3), default=0.0))
    despawn: Floats = array(Input(shape=("scene",), default=0.0))
    spawns: Floats = array(Input(shape=("slots", SPAWN_WIDTH), default=0.0))
    friction: Floats = array(Input(shape=("scene",), default=1.0))
    first_row: float = number(Parameter(0.0))


def initial_rows(actors: Sequence[Actor], capacity: int, where: str) -> dict[str, Any]:
    """The initial states of a table with these actors, each (x, y, yaw, speed, route)."""
    if len(actors) > capacity:
        raise InputError(
            f"{len(actors)} actors are in a table for {capacity}",
            where,
            "at most as many actors as the capacity",
            "make the capacity larger",
        )
    rows = np.zeros((capacity, 5))
    rows[:, 4] = -1.0
    for row, actor in enumerate(actors):
        if not 3 <= len(actor) <= 5:
            raise InputError(
                f"actor {row} is {tuple(actor)!r}",
                where,
                "x, y, yaw, and if wanted speed and route",
                "give 3 to 5 numbers",
            )
        rows[row, : len(actor)] = actor
    count = len(actors)
    return {
        "alive": np.where(np.arange(capacity) < count, 1.0, 0.0),
        "serial": np.where(np.arange(capacity) < count, np.arange(capacity), -1.0),
        "next_serial": float(count),
        "pose": rows[:, :3].copy(),
        "speed": rows[:, 3].copy(),
        "route": rows[:, 4].copy(),
    }


def write_body(
    bodies: Floats, i: int, rows: Rows, route: Floats, velocity: tuple[float, float, float]
) -> None:
    """Write the body of row i, which stays on the ground; `velocity` is (x, y, yaw rate)."""
    bodies[i, ALIVE] = rows.alive[i]
    bodies[i, SERIAL] = rows.serial[i]
    bodies[i, X] = rows.pose[i, 0]
    bodies[i, Y] = rows.pose[i, 1]
    bodies[i, Z] = 0.0
    bodies[i, YAW] = rows.pose[i, 2]
    bodies[i, VX], bodies[i, VY], bodies[i, YAW_RATE] = velocity
    bodies[i, VZ] = 0.0
    bodies[i, ROUTE] = route[i]


def scene_rows(capacity: int, first_row: int, scene: int | None, where: str) -> int:
    """The number of rows of the scene; by default it ends with the table's last row."""
    rows = first_row + capacity
    if scene is None:
        return rows
    if scene < rows:
        raise InputError(
            f"a scene of {scene} rows ends before row {rows - 1}, the last of the table",
            where,
            "a scene that holds all rows of the table",
            "give `scene` as the number of rows of the whole scene",
        )
    return scene


def despawn_rows(rows: Rows, world: ActorInputs) -> None:
    """Despawn the actors that the scene removes."""
    first = int(world.first_row)
    for i in range(rows.alive.shape[0]):
        if rows.alive[i] != 0.0 and world.despawn[first + i] != 0.0:
            despawn(rows.alive, i)


def spawn_row(rows: Rows, route: Floats, world: ActorInputs, slot: int) -> int:
    """Spawn the actor that a slot requests; returns its row, or -1 if the slot is empty."""
    spawns = world.spawns
    if spawns[slot, SPAWN_WANTED] == 0.0:
        return -1
    if spawns[slot, SPAWN_WANTED] >= IN_ROW:
        row = int(spawns[slot, SPAWN_WANTED] - IN_ROW)
        rows.alive[row], rows.serial[row] = 1.0, row
    else:
        row = spawned_row(rows.alive, rows.serial, rows.next_serial)
    rows.pose[row, 0] = spawns[slot, 1]
    rows.pose[row, 1] = spawns[slot, 2]
    rows.pose[row, 2] = spawns[slot, 3]
    rows.speed[row] = spawns[slot, 4]
    route[row] = spawns[slot, 5]
    return row
