"""Spawning at entries, and despawning: at the end of a route, or at random."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State, array, number
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


class SpawnedTable(NamedTuple):
    """The scene, and the table of actors in it, which begins at `first_row`."""

    bodies: Floats = array(Input(shape=("scene", BODY_WIDTH)))
    arrived: Floats = array(Input(shape=("capacity",), default=0.0))
    first_row: float = number(Parameter(0.0))


class Draws(NamedTuple):
    """Uniform draws: for each entry, and for each row of the table."""

    chance: Floats = array(Noise(shape=("slots", CHANCES), uniform=True))
    fate: Floats = array(Noise(shape=("capacity",), uniform=True))


class Requests(NamedTuple):
    """How many actors wait at each entry, and what the table is asked for."""

    waiting: Floats = array(State(shape=("slots",)))
    spawns: Floats = array(Output(shape=("slots", SPAWN_WIDTH)))
    despawn: Floats = array(Output(shape=("scene",)))


class Entries(NamedTuple):
    """Where, how often and with how much room actors appear, and how often they leave."""

    entries: Floats = array(Parameter(shape=("slots", ENTRY_WIDTH)))
    rate_hz: Floats = array(Parameter(0.2, shape=("slots",), unit="1/s"))
    leaving_hz: float = number(Parameter(0.0, unit="1/s"))
    jitter: Floats = array(Parameter(0.0, shape=(4,)))
    clear_m: float = number(Parameter(8.0, unit="m"))
    clear_s: float = number(Parameter(1.0, unit="s"))
    queue_max: float = number(Parameter(3.0))


class Spawner(Kernel):
    """Spawns into a table at entries with enough room, and despawns from it.

        Spawner([(0.0, 0.0, 0.0, 10.0, 0)], capacity=50, rate_hz=0.5)

    `capacity` and `first_row` are those of the table. Each entry, (x, y, yaw, speed, route),
    gets actors at an average rate of `rate_hz`, displaced by up to +- `jitter` (along, across,
    yaw, speed). An actor that finds no free row, or no free space around it (`clear_m` plus the
    distance at its speed in `clear_s`), waits; at most `queue_max` wait at an entry. An actor
    of the table leaves when its `arrived` is not 0, and at random at a rate of `leaving_hz`.
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    table = SpawnedTable
    draws = Draws
    requests = Requests
    entry = Entries

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
        table: SpawnedTable, draws: Draws, requests: Requests, entry: Entries, dt_s: float
    ) -> None:
        """Despawn first, then spawn at entries with room."""
        spawns, waiting, chance = requests.spawns, requests.waiting, draws.chance
        entries, rate_hz, jitter = entry.entries, entry.rate_hz, entry.jitter
        queue_max = entry.queue_max
        room = despawned(table, draws.fate, requests.despawn, entry.leaving_hz * dt_s)
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
            s, c = sincos(yaw)
            x = entries[slot, 0] + along * c - across * s
            y = entries[slot, 1] + along * s + across * c
            speed = entries[slot, 3] + jitter[3] * (2.0 * chance[slot, JITTER_SPEED] - 1.0)
            speed = speed if speed > 0.0 else 0.0
            clear_m = entry.clear_m + entry.clear_s * speed
            if not is_clear(table.bodies, spawns, slot, x, y, clear_m):
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


@inlined
def despawned(table: SpawnedTable, fate: Floats, despawn: Floats, chance: float) -> int:
    """Despawn who has arrived, and others with this chance; returns the number of free rows."""
    bodies, arrived, first = table.bodies, table.arrived, int(table.first_row)
    for row in range(despawn.shape[0]):
        despawn[row] = 0.0
    room = 0
    for i in range(arrived.shape[0]):
        if bodies[first + i, ALIVE] == 0.0:
            room += 1
        elif arrived[i] != 0.0 or fate[i] < chance:
            # The row is free from the next tick on: despawns come before spawns.
            despawn[first + i] = 1.0
            room += 1
    return room


def is_clear(
    bodies: Floats, spawns: Floats, before: int, x: float, y: float, clear_m: float
) -> bool:
    """Whether no body is within `clear_m`, and no earlier slot spawns one there in this tick."""
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
