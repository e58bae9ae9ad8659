"""Recorded tracks as rows of a scene: the same columns as those of a run."""

from collections.abc import Sequence

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, ROUTE, SERIAL, VX, VY, YAW, X, Y
from project_ghost.world.objects import (
    TRACK_VX,
    TRACK_VY,
    TRACK_X,
    TRACK_Y,
    TRACK_YAW,
    RecordedTrack,
)

from ._resampling import interpolated

__all__ = ["track_rows"]

_COLUMNS = ((X, TRACK_X), (Y, TRACK_Y), (YAW, TRACK_YAW), (VX, TRACK_VX), (VY, TRACK_VY))


def track_rows(tracks: Sequence[RecordedTrack], time_ns: int) -> Floats:
    """A row for each track at a time; alive from its first stamp to its last."""
    rows = np.zeros((len(tracks), BODY_WIDTH))
    rows[:, ROUTE] = -1.0
    at = np.array([time_ns])
    for number, track in enumerate(tracks):
        rows[number, SERIAL] = float(number)
        if track.stamps_ns[0] <= time_ns <= track.stamps_ns[-1]:
            state = interpolated(track.stamps_ns, track.states, at, (TRACK_YAW,))[0]
            rows[number, ALIVE] = 1.0
            for column, source in _COLUMNS:
                rows[number, column] = state[source]
    return rows
