"""Actors that appear at entries and leave: at the end of their route, or any time."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import cos, sin, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State
from project_ghost.models.common.rows import scene_rows
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    SPAWN_ROUTE,
    SPAWN_SPEED,
    SPAWN_WANTED,
    SPAWN_WIDTH,
    SPAWN_X,
    SPAWN_Y,
    SPAWN_YAW,
    X,
    Y,
)

# The columns of `entries`: x, y, yaw, speed, route.
ENTRY_WIDTH = 5

# The columns of the noise of each entry.
WHEN = 0
JITTER_ALONG = 1
JITTER_ACROSS = 2
JITTER_YAW = 3
JITTER_SPEED = 4
CHANCES = 5


class Spawner(Kernel):
    """Spawns into a table at entries, where there is room, and despawns from it.

        Spawner([(0.0, 0.0, 0.0, 10.0, 0)], capacity=50, rate_hz=0.5)

    `capacity` and `first_row` are those of the table. Each entry, (x, y, yaw, speed, route),
    gets somebody at a chance of `rate_hz` a second, moved by up to +- `jitter` (along,
    across, yaw, speed). Who finds no free row, or no free space around (`clear_m`, and what
    its speed covers in `clear_s`), waits; at most `queue_max` do. An actor of the table
    leaves where `arrived` is not 0, and at a chance of `leaving_hz` a second.
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    bodies = Input(shape=("scene", BODY_WIDTH))
    arrived = Input(shape=("capacity",), default=0.0)
    chance = Noise(shape=("slots", CHANCES), uniform=True)
    fate = Noise(shape=("capacity",), uniform=True)
    waiting = State(shape=("slots",))
    spawns = Output(shape=("slots", SPAWN_WIDTH))
    despawn = Output(shape=("scene",))
    first_row = Parameter(0.0)
    entries = Parameter(shape=("slots", ENTRY_WIDTH))
    rate_hz = Parameter(0.2, shape=("slots",), unit="1/s")
    leaving_hz = Parameter(0.0, unit="1/s")
    jitter = Parameter(0.0, shape=(4,))
    clear_m = Parameter(8.0, unit="m")
    clear_s = Parameter(1.0, unit="s")
    queue_max = Parameter(3.0)

    def __init__(
        self,
        entries: Sequence[Sequence[float]],
        capacity: int = 1,
        *,
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        if not entries or any(len(entry) != ENTRY_WIDTH for entry in entries):
            raise InputError(
                f"the entries are {entries!r}",
                where,
                "one or more of (x, y, yaw, speed, route)",
                "give five numbers for each",
                key="entries",
            )
        super().__init__(
            capacity=capacity,
            scene=scene_rows(capacity, first_row, scene, where),
            first_row=float(first_row),
            slots=len(entries),
            entries=np.array(entries, dtype=np.float64),
            **values,
        )

    @staticmethod
    def step(
        bodies: Floats,
        arrived: Floats,
        chance: Floats,
        fate: Floats,
        waiting: Floats,
        spawns: Floats,
        despawn: Floats,
        first_row: float,
        entries: Floats,
        rate_hz: Floats,
        leaving_hz: float,
        jitter: Floats,
        clear_m: float,
        clear_s: float,
        queue_max: float,
        dt_s: float,
    ) -> None:
        """Who leaves, then who comes where there is room."""
        first = int(first_row)
        for row in range(despawn.shape[0]):
            despawn[row] = 0.0
        room = 0
        for i in range(arrived.shape[0]):
            if bodies[first + i, ALIVE] == 0.0:
                room += 1
            elif arrived[i] != 0.0 or fate[i] < leaving_hz * dt_s:
                # The row is free from the next tick on: despawns come before spawns.
                despawn[first + i] = 1.0
                room += 1
        for slot in range(spawns.shape[0]):
            for column in range(spawns.shape[1]):
                spawns[slot, column] = 0.0
            if chance[slot, WHEN] < rate_hz[slot] * dt_s and waiting[slot] < queue_max:
                waiting[slot] += 1.0
            if waiting[slot] == 0.0 or room == 0:
                continue
            along = jitter[0] * (2.0 * chance[slot, JITTER_ALONG] - 1.0)
            across = jitter[1] * (2.0 * chance[slot, JITTER_ACROSS] - 1.0)
            yaw = entries[slot, 2]
            c, s = cos(yaw), sin(yaw)
            x = entries[slot, 0] + along * c - across * s
            y = entries[slot, 1] + along * s + across * c
            speed = entries[slot, 3] + jitter[3] * (2.0 * chance[slot, JITTER_SPEED] - 1.0)
            speed = speed if speed > 0.0 else 0.0
            if not is_clear(bodies, spawns, slot, x, y, clear_m + clear_s * speed):
                continue
            waiting[slot] -= 1.0
            room -= 1
            spawns[slot, SPAWN_WANTED] = 1.0
            spawns[slot, SPAWN_X] = x
            spawns[slot, SPAWN_Y] = y
            spawns[slot, SPAWN_YAW] = wrap_angle(
                yaw + jitter[2] * (2.0 * chance[slot, JITTER_YAW] - 1.0)
            )
            spawns[slot, SPAWN_SPEED] = speed
            spawns[slot, SPAWN_ROUTE] = entries[slot, 4]


def is_clear(
    bodies: Floats, spawns: Floats, before: int, x: float, y: float, clear_m: float
) -> bool:
    """Whether nobody is within clear_m, nor comes there in the same tick by an earlier slot."""
    for row in range(bodies.shape[0]):
        if bodies[row, ALIVE] != 0.0 and is_within(bodies[row, X] - x, bodies[row, Y] - y, clear_m):
            return False
    for slot in range(before):
        if spawns[slot, SPAWN_WANTED] != 0.0 and is_within(
            spawns[slot, SPAWN_X] - x, spawns[slot, SPAWN_Y] - y, clear_m
        ):
            return False
    return True


def is_within(dx: float, dy: float, radius: float) -> bool:
    """Whether a distance is below a radius."""
    return dx * dx + dy * dy < radius * radius
