"""The past of recorded objects, extended backwards at constant velocity."""

from dataclasses import replace

import numpy as np

from project_ghost.core.duration import NS_PER_S
from project_ghost.world.objects import TRACK_VX, TRACK_VY, TRACK_X, TRACK_Y, RecordedTrack

__all__ = ["PADDED_NS", "padded_track"]

# As far back as nuPlan's planners look: more than the usual buffer of 2 s.
PADDED_NS = 5 * NS_PER_S


def padded_track(track: RecordedTrack, duration_ns: int) -> RecordedTrack:
    """A track that is there at time 0, extended to a duration before it; others unchanged."""
    first_ns = int(track.stamps_ns[0])
    if not -duration_ns < first_ns <= 0 <= track.stamps_ns[-1]:
        return track
    state = track.states[0].copy()
    back_s = (duration_ns + first_ns) / NS_PER_S
    state[TRACK_X] -= back_s * state[TRACK_VX]
    state[TRACK_Y] -= back_s * state[TRACK_VY]
    return replace(
        track,
        stamps_ns=np.concatenate([[-duration_ns], track.stamps_ns]),
        states=np.concatenate([state[None, :], track.states]),
    )
