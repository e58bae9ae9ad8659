"""The frames of an animation: every actor's place at common times, and how fast they play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.duration import NS_PER_S

from ._shown import Shown, Track

__all__ = ["Clip", "clip_of"]

_FRAMES_A_SECOND = 12
_FRAMES_MAX = 240
# Longer runs play faster, so that an animation is over before one looks away.
_SECONDS_MAX = 12.0


@final
@dataclass(frozen=True, eq=False)
class Clip:
    """Poses by actor, (frames, 3) with NaN where it is absent; `play_s` is the time of a round."""

    stamps_ns: Integers
    poses: Mapping[str, Floats]
    play_s: float

    @property
    def speed(self) -> float:
        """How many times faster than the run it plays."""
        return float(self.stamps_ns[-1] - self.stamps_ns[0]) / NS_PER_S / self.play_s


def clip_of(shown: Shown, speed: float | None = None) -> Clip:
    """The frames of a run, in real time or faster; `speed` says how much faster."""
    first_ns = min(int(track.stamps_ns[0]) for track in shown.tracks)
    last_ns = max(int(track.stamps_ns[-1]) for track in shown.tracks)
    run_s = max(last_ns - first_ns, 1) / NS_PER_S
    play_s = run_s / speed if speed is not None else min(run_s, _SECONDS_MAX)
    count = min(_FRAMES_MAX, max(2, round(play_s * _FRAMES_A_SECOND)))
    stamps_ns = np.rint(np.linspace(first_ns, last_ns, count)).astype(np.int64)
    poses = {track.name: _poses(track, stamps_ns) for track in shown.tracks}
    return Clip(stamps_ns, poses, play_s)


def _poses(track: Track, stamps_ns: Integers) -> Floats:
    """The poses at these times, between the recorded ones; the heading takes the short way."""
    known = track.stamps_ns.astype(float)
    yaw = np.unwrap(track.poses[:, 2])
    columns = (track.poses[:, 0], track.poses[:, 1], yaw)
    poses = np.stack([np.interp(stamps_ns, known, column) for column in columns], axis=1)
    poses[(stamps_ns < track.stamps_ns[0]) | (stamps_ns > track.stamps_ns[-1])] = np.nan
    return poses
