"""Actors that repeat recorded tracks."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import Kernel, Output, Parameter, Size, array
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
from project_ghost.world.objects import (
    TRACK_VX,
    TRACK_VY,
    TRACK_WIDTH,
    TRACK_X,
    TRACK_Y,
    TRACK_YAW,
    RecordedTrack,
)

__all__ = ["RecordedTracks"]

# The columns of `spans`: a row's first sample among all samples, and the number of its samples.
FIRST = 0
COUNT = 1

# Parameters are floats, which represent integers exactly up to this: 104 days in nanoseconds.
_EXACT_MAX = 2**53


class Recording(NamedTuple):
    """The samples of all tracks, one track after the other."""

    spans: Floats = array(Parameter(0.0, shape=("capacity", 2)))
    stamps_ns: Floats = array(Parameter(0.0, shape=("samples",)))
    track_states: Floats = array(Parameter(0.0, shape=("samples", TRACK_WIDTH)))


class RecordedTracks(Kernel):
    """A table of recorded actors, a row each, alive from their first sample to their last.

        RecordedTracks(tracks, capacity=64)

    A row is a function of the time alone: between two samples its place and velocity are on the
    straight line between them, and its yaw turns the short way. Times are whole nanoseconds, so
    a row at the time of a sample is that sample to the bit. Nothing pushes recorded actors. A
    row before its first sample, and one beyond the last track, has no serial.
    """

    capacity = Size(1)
    samples = Size(1)
    recording = Recording
    bodies = Output(shape=("capacity", BODY_WIDTH))

    def __init__(
        self,
        tracks: Sequence[RecordedTrack],
        capacity: int | None = None,
        **values: Any,  # noqa: ANN401 - numbers
    ) -> None:
        rows = max(1, len(tracks)) if capacity is None else capacity
        super().__init__(capacity=rows, **{**packed_tracks(tracks, rows), **values})

    @staticmethod
    def output(recording: Recording, time_ns: int, bodies: Floats) -> None:
        """The place of each row at the time."""
        for i in range(bodies.shape[0]):
            first, count = int(recording.spans[i, FIRST]), int(recording.spans[i, COUNT])
            bodies[i, ALIVE] = 0.0
            bodies[i, SERIAL] = -1.0
            bodies[i, ROUTE] = -1.0
            if count == 0:
                continue
            stamps, states = recording.stamps_ns, recording.track_states
            if time_ns >= int(stamps[first]):
                bodies[i, SERIAL] = i
            if int(stamps[first]) <= time_ns <= int(stamps[first + count - 1]):
                bodies[i, ALIVE] = 1.0
            k = sample_at(stamps, first, count, time_ns)
            write_track(stamps, states, k, first + count - 1, time_ns, bodies[i])


def sample_at(stamps_ns: Floats, first: int, count: int, time_ns: int) -> int:
    """The last of a track's samples that is not after a time; the first one before all.

    Evenly sampled tracks are found at once, others by bisection.
    """
    low, high = first, first + count - 1
    begin, end = int(stamps_ns[low]), int(stamps_ns[high])
    if time_ns <= begin:
        return low
    if time_ns >= end:
        return high
    guess = low + (time_ns - begin) * (count - 1) // (end - begin)
    if int(stamps_ns[guess]) <= time_ns:
        low = guess
        if time_ns < int(stamps_ns[guess + 1]):
            return low
    else:
        high = guess
    # As often as the longest search needs, so that the time does not decide when the loop ends.
    samples = 1
    while samples < count:
        samples *= 2
        if high - low <= 1:
            break
        middle = (low + high) // 2
        if int(stamps_ns[middle]) <= time_ns:
            low = middle
        else:
            high = middle
    return low


def write_track(
    stamps_ns: Floats, states: Floats, k: int, last: int, time_ns: int, body: Floats
) -> None:
    """Write a row of `bodies`: the sample k, or a place between it and the next one."""
    begin = int(stamps_ns[k])
    part, rate = 0.0, 0.0
    after = k
    if k < last:
        span = int(stamps_ns[k + 1]) - begin
        turn = wrap_angle(states[k + 1, TRACK_YAW] - states[k, TRACK_YAW])
        rate = turn / (span * 1e-9)
        if time_ns > begin:
            after = k + 1
            part = (time_ns - begin) / span
    body[X] = states[k, TRACK_X] + part * (states[after, TRACK_X] - states[k, TRACK_X])
    body[Y] = states[k, TRACK_Y] + part * (states[after, TRACK_Y] - states[k, TRACK_Y])
    body[Z] = 0.0
    body[YAW] = states[k, TRACK_YAW]
    if part > 0.0:
        turn = wrap_angle(states[after, TRACK_YAW] - states[k, TRACK_YAW])
        body[YAW] = wrap_angle(states[k, TRACK_YAW] + part * turn)
    body[VX] = states[k, TRACK_VX] + part * (states[after, TRACK_VX] - states[k, TRACK_VX])
    body[VY] = states[k, TRACK_VY] + part * (states[after, TRACK_VY] - states[k, TRACK_VY])
    body[VZ] = 0.0
    body[YAW_RATE] = rate


def packed_tracks(tracks: Sequence[RecordedTrack], rows: int) -> dict[str, Any]:
    """The parameters of a table with these tracks, each checked."""
    where = "RecordedTracks"
    if len(tracks) > rows:
        raise InputError(
            f"{len(tracks)} tracks are in a table for {rows}",
            where,
            "at most as many tracks as the capacity",
            "make the capacity larger",
        )
    spans = np.zeros((rows, 2))
    first = 0
    for row, track in enumerate(tracks):
        _require_track(track, where)
        spans[row] = first, len(track.stamps_ns)
        first += len(track.stamps_ns)
    stamps, states = np.zeros(max(1, first)), np.zeros((max(1, first), TRACK_WIDTH))
    for (start, count), track in zip(spans.astype(np.int64), tracks, strict=False):
        stamps[start : start + count] = track.stamps_ns
        states[start : start + count] = track.states
    return {"samples": len(stamps), "spans": spans, "stamps_ns": stamps, "track_states": states}


def _require_track(track: RecordedTrack, where: str) -> None:
    stamps, states = np.asarray(track.stamps_ns), np.asarray(track.states)
    problem = ""
    if stamps.ndim != 1 or len(stamps) == 0 or states.shape != (len(stamps), TRACK_WIDTH):
        problem = f"has {stamps.shape} stamps and states of the shape {states.shape}"
    elif not np.isfinite(states).all():
        problem = "has a state that is not finite"
    elif (np.diff(stamps) <= 0).any():
        problem = "has stamps that do not rise"
    elif int(np.abs(stamps).max()) > _EXACT_MAX:
        problem = "has stamps beyond 2^53 ns"
    if problem:
        raise InputError(
            f"the track {track.name!r} {problem}",
            where,
            "at least one sample, rising stamps in nanoseconds, and a state of "
            f"{TRACK_WIDTH} numbers for each",
            "correct the recording",
        )
