"""Recorded actors that come later, for a table whose actors react."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State, array, number
from project_ghost.models.common.rows import scene_rows
from project_ghost.models.traffic import is_within
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    IN_ROW,
    SPAWN_ROUTE,
    SPAWN_SPEED,
    SPAWN_WANTED,
    SPAWN_WIDTH,
    SPAWN_X,
    SPAWN_Y,
    SPAWN_YAW,
    VX,
    VY,
    YAW,
    X,
    Y,
)
from project_ghost.world.objects import RecordedTrack

from ._recorded import COUNT, FIRST, Recording, packed_tracks, sample_at, write_track

__all__ = ["RecordedArrivals"]

# How many may come in one step; others come in the next.
SLOTS = 4

# The values of `fate`.
EXPECTED = 0.0
CAME = 1.0
MISSED = 2.0


class Arrivals(NamedTuple):
    """The scene, its table of reacting actors, and where these may be."""

    bodies: Floats = array(Input(shape=("scene", BODY_WIDTH)))
    arrived: Floats = array(Input(shape=("capacity",), default=0.0))
    first_row: float = number(Parameter(0.0))
    centre_row: float = number(Parameter(-1.0))
    radius_m: float = number(Parameter(0.0, unit="m"))
    body_length_m: Floats = array(Parameter(4.5, shape=("scene",), unit="m"))
    gap_m: float = number(Parameter(2.0, unit="m"))
    across_m: float = number(Parameter(2.2, unit="m"))


class RecordedArrivals(Kernel):
    """Spawns each actor of a table where and when its track begins, in its own row.

        RecordedArrivals(tracks, capacity=20)

    A track that begins at time 0 or before is there from the start. One that finds somebody
    within `gap_m` before or behind it and `across_m` beside it waits, and comes where its
    recording is by then; when that is over it does not come. Actors leave at the end of their
    route, and farther than `radius_m` from the actor in `centre_row`; nobody comes beyond that.
    A radius of 0 has no limit.
    """

    capacity = Size(1)
    scene = Size(1)
    samples = Size(1)
    slots = Size(SLOTS)
    table = Arrivals
    recording = Recording
    fate = State(EXPECTED, shape=("capacity",))
    spawns = Output(shape=("slots", SPAWN_WIDTH))
    despawn = Output(shape=("scene",))

    def __init__(
        self,
        tracks: Sequence[RecordedTrack],
        capacity: int | None = None,
        *,
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers
    ) -> None:
        rows = max(1, len(tracks)) if capacity is None else capacity
        fate = np.full(rows, MISSED)
        for row, track in enumerate(tracks):
            fate[row] = CAME if int(track.stamps_ns[0]) <= 0 else EXPECTED
        super().__init__(
            capacity=rows,
            scene=scene_rows(rows, first_row, scene, type(self).__name__),
            first_row=float(first_row),
            fate=fate,
            **{**packed_tracks(tracks, rows), **values},
        )

    @staticmethod
    def step(
        table: Arrivals,
        recording: Recording,
        fate: Floats,
        time_ns: int,
        spawns: Floats,
        despawn: Floats,
    ) -> None:
        """Let actors leave, then let those come who are due and have room."""
        bodies, first = table.bodies, int(table.first_row)
        for row in range(despawn.shape[0]):
            despawn[row] = 0.0
        for slot in range(spawns.shape[0]):
            for column in range(spawns.shape[1]):
                spawns[slot, column] = 0.0
        body = np.zeros(BODY_WIDTH)
        slot = 0
        for i in range(fate.shape[0]):
            row = first + i
            if bodies[row, ALIVE] != 0.0:
                gone = table.arrived[i] != 0.0
                if gone or not is_near(table, bodies[row, X], bodies[row, Y]):
                    despawn[row] = 1.0
                continue
            if fate[i] != EXPECTED or slot == spawns.shape[0]:
                continue
            begin, count = int(recording.spans[i, FIRST]), int(recording.spans[i, COUNT])
            last = begin + count - 1
            if time_ns < int(recording.stamps_ns[begin]):
                continue
            if time_ns > int(recording.stamps_ns[last]):
                fate[i] = MISSED
                continue
            k = sample_at(recording.stamps_ns, begin, count, time_ns)
            write_track(recording.stamps_ns, recording.track_states, k, last, time_ns, body)
            x, y = body[X], body[Y]
            sine, cosine = sincos(body[YAW])
            if not is_near(table, x, y) or not has_room(table, spawns, slot, row, body):
                continue
            spawns[slot, SPAWN_WANTED] = IN_ROW + i
            spawns[slot, SPAWN_X] = x
            spawns[slot, SPAWN_Y] = y
            spawns[slot, SPAWN_YAW] = body[YAW]
            spawns[slot, SPAWN_SPEED] = max(body[VX] * cosine + body[VY] * sine, 0.0)
            spawns[slot, SPAWN_ROUTE] = i
            fate[i] = CAME
            slot += 1


def has_room(table: Arrivals, spawns: Floats, slots: int, row: int, body: Floats) -> bool:
    """Whether nobody is where an actor is to come, and nobody comes there in this step."""
    for other in range(table.bodies.shape[0]):
        if table.bodies[other, ALIVE] != 0.0 and is_in_the_way(
            table, row, other, body, table.bodies[other, X], table.bodies[other, Y]
        ):
            return False
    for slot in range(slots):
        other = int(table.first_row + spawns[slot, SPAWN_ROUTE])
        if is_in_the_way(table, row, other, body, spawns[slot, SPAWN_X], spawns[slot, SPAWN_Y]):
            return False
    return True


def is_in_the_way(table: Arrivals, row: int, other: int, body: Floats, x: float, y: float) -> bool:
    """Whether the body of another row at a place leaves too little room for one to come."""
    dx, dy = x - body[X], y - body[Y]
    sine, cosine = sincos(body[YAW])
    along, across = dx * cosine + dy * sine, dy * cosine - dx * sine
    reach = 0.5 * (table.body_length_m[row] + table.body_length_m[other]) + table.gap_m
    return bool(abs(along) < reach and abs(across) < table.across_m)


def is_near(table: Arrivals, x: float, y: float) -> bool:
    """Whether a place is within the radius around the actor in the centre, if there is one."""
    row = int(table.centre_row)
    if row < 0 or table.radius_m == 0.0 or table.bodies[row, ALIVE] == 0.0:
        return True
    return is_within(x - table.bodies[row, X], y - table.bodies[row, Y], table.radius_m)
