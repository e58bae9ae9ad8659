"""Policies in Python for recorded actors that react: one call for all, or one for each."""

from typing import ClassVar

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.engine import Host, Input, Kernel, Output, Parameter, Size, State
from project_ghost.engine.tables import rows_in_serial_order
from project_ghost.models.common.rows import (
    ActorInputs,
    Rows,
    despawn_rows,
    initial_rows,
    scene_rows,
    spawn_row,
    write_body,
)
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL

__all__ = [
    "POSE_WIDTH",
    "AbstractAgentPolicies",
    "AbstractAgentPolicy",
    "AbstractAgentPoses",
    "PosedActors",
]

# The columns of `poses`: x, y, yaw, and the speed along the yaw.
POSE_WIDTH = 4


class AbstractAgents(Host):
    """Answers for all actors of a table with one call.

    `agents` are the table's rows of `bodies`, the scene; a row is used where its ALIVE is 1. Both
    are views: copy what is to be kept. A policy with a state of its own has `save` and `load`.
    """

    takes_arrays: ClassVar[bool] = True
    capacity = Size(1)
    scene = Size(1)
    first_row = Parameter(0.0)
    bodies = Input(shape=("scene", BODY_WIDTH))

    def act(self, agents: Floats, bodies: Floats, time_ns: int) -> Floats:
        """The answer for all agents, a row for each."""
        raise NotImplementedError

    def output(self, bodies: Floats, first_row: float, time_ns: int) -> Floats:
        """Ask for all."""
        first = int(first_row)
        return self.act(bodies[first : first + self.sizes["capacity"]], bodies, time_ns)


class AbstractAgentPolicies(AbstractAgents):
    """Drives all actors of a table with one call: a steering angle and an acceleration for each.

    class Cautious(AbstractAgentPolicies):
        def act(self, agents, bodies, time_ns):
            command = np.zeros((len(agents), 2))
            command[:, 1] = -1.0
            return command
    """

    command = Output(shape=("capacity", 2))


class AbstractAgentPolicy(AbstractAgentPolicies):
    """Drives the actors of a table with one call for each of the living, in serial order."""

    def act_for(self, agent: Floats, bodies: Floats, time_ns: int) -> tuple[float, float]:
        """The steering angle and the acceleration of one agent, a row of `bodies`."""
        raise NotImplementedError

    def act(self, agents: Floats, bodies: Floats, time_ns: int) -> Floats:
        """Ask for each."""
        command = np.zeros((len(agents), 2))
        order: Integers = np.zeros(len(agents), np.int64)
        alive, serial = agents[:, ALIVE].copy(), agents[:, SERIAL].copy()
        for i in order[: rows_in_serial_order(alive, serial, order)].tolist():
            command[i] = self.act_for(agents[i], bodies, time_ns)
        return command


class AbstractAgentPoses(AbstractAgents):
    """Places all actors of a table with one call: x, y, yaw and speed at the next sample."""

    poses = Output(shape=("capacity", POSE_WIDTH))


class PosedActors(Kernel):
    """A table of actors that are at each sample where `poses` wanted them at the one before.

    An actor is (x, y, yaw), then if wanted speed and route. Nothing pushes it.
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    poses = Input(shape=("capacity", POSE_WIDTH))
    world = ActorInputs
    rows = Rows
    route = State(-1.0, shape=("capacity",))
    turning = State(shape=("capacity",), unit="rad/s")
    bodies = Output(shape=("capacity", BODY_WIDTH))

    def __init__(
        self,
        capacity: int = 1,
        *,
        actors: "list[tuple[float, ...]]",
        scene: int | None = None,
        first_row: int = 0,
        slots: int = 1,
    ) -> None:
        where = type(self).__name__
        super().__init__(
            capacity=capacity,
            scene=scene_rows(capacity, first_row, scene, where),
            first_row=float(first_row),
            slots=slots,
            **initial_rows(actors, capacity, where),
        )

    @staticmethod
    def output(rows: Rows, route: Floats, turning: Floats, bodies: Floats) -> None:
        """The bodies, from the state alone."""
        for i in range(rows.alive.shape[0]):
            sine, cosine = sincos(rows.pose[i, 2])
            velocity = (rows.speed[i] * cosine, rows.speed[i] * sine, turning[i])
            write_body(bodies, i, rows, route, velocity)

    @staticmethod
    def update(
        rows: Rows,
        route: Floats,
        turning: Floats,
        poses: Floats,
        world: ActorInputs,
        dt_s: float,
    ) -> None:
        """Go to the poses, then despawn and spawn."""
        for i in range(rows.alive.shape[0]):
            if rows.alive[i] == 0.0:
                continue
            turning[i] = wrap_angle(poses[i, 2] - rows.pose[i, 2]) / dt_s
            rows.pose[i, 0] = poses[i, 0]
            rows.pose[i, 1] = poses[i, 1]
            rows.pose[i, 2] = wrap_angle(poses[i, 2])
            rows.speed[i] = poses[i, 3]
        despawn_rows(rows, world)
        for slot in range(world.spawns.shape[0]):
            row = spawn_row(rows, route, world, slot)
            if row >= 0:
                turning[row] = 0.0
