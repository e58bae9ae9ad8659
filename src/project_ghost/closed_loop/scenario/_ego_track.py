"""The recorded ego: its past, and what an expert did."""

from dataclasses import dataclass
from typing import final

import numpy as np

from project_ghost.closed_loop.states import VehicleParameters
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath.arrays import cos, sin
from project_ghost.core.errors import InputError
from project_ghost.models.plans import (
    EGO_VX,
    EGO_VY,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_RATE,
)
from project_ghost.world.objects import (
    TRACK_VX,
    TRACK_VY,
    TRACK_WIDTH,
    TRACK_X,
    TRACK_Y,
    TRACK_YAW,
    ObjectKind,
    RecordedTrack,
)

from ._resampling import even_times_ns, interpolated, require_rising

__all__ = ["EgoTrack"]

_NS_PER_S = 1_000_000_000


@final
@dataclass(frozen=True, eq=False)
class EgoTrack:
    """States of the ego over time; `rows` has the columns of `models.plans`, EGO_X and so on.

    Time 0 is the start of the scenario. States before it are the past that a planner's history
    begins with; states after it are what an expert did. Stamps need not be even.
    """

    stamps_ns: Integers
    rows: Floats

    def __post_init__(self) -> None:
        require_rising(self.stamps_ns, "EgoTrack")
        if self.rows.shape != (len(self.stamps_ns), EGO_WIDTH):
            raise InputError(
                f"the rows have the shape {self.rows.shape}",
                "EgoTrack",
                f"({len(self.stamps_ns)}, {EGO_WIDTH}): a row for each stamp",
                "see the columns of project_ghost.models.plans, EGO_X and so on",
            )
        if not np.isfinite(self.rows).all():
            bad = int(np.flatnonzero(~np.isfinite(self.rows).all(axis=1))[0])
            raise InputError(
                "a value is not a finite number", f"EgoTrack, sample {bad}", "finite numbers"
            )
        if not self.stamps_ns[0] <= 0 <= self.stamps_ns[-1]:
            raise InputError(
                f"the stamps go from {self.stamps_ns[0]:_} to {self.stamps_ns[-1]:_} ns",
                "EgoTrack",
                "stamps that include 0, the start of the scenario",
                "subtract the time of the scenario's start from all stamps",
            )

    @classmethod
    def from_poses(cls, stamps_ns: Integers, poses: Floats) -> "EgoTrack":
        """A track of the rear axle's poses (n, 3): x, y, yaw; velocities are their differences."""
        rows = np.zeros((len(poses), EGO_WIDTH))
        rows[:, [EGO_X, EGO_Y, EGO_YAW]] = poses
        if len(poses) > 1:
            seconds = np.diff(stamps_ns) / _NS_PER_S
            moved = np.diff(poses, axis=0) / seconds[:, None]
            moved = np.concatenate([moved, moved[-1:]])
            along, across = cos(poses[:, 2]), sin(poses[:, 2])
            rows[:, EGO_VX] = along * moved[:, 0] + across * moved[:, 1]
            rows[:, EGO_VY] = along * moved[:, 1] - across * moved[:, 0]
            turns = np.diff(poses[:, 2])
            turns -= 6.283185307179586 * np.floor(turns / 6.283185307179586 + 0.5)
            rows[:-1, EGO_YAW_RATE] = turns / seconds
            rows[-1, EGO_YAW_RATE] = rows[-2, EGO_YAW_RATE]
        return cls(np.asarray(stamps_ns), rows)

    @classmethod
    def from_track(cls, track: RecordedTrack, rear_axle_m: float) -> "EgoTrack":
        """The track of a vehicle's centre, from time 0 on; the rear axle is that far behind it."""
        states = track.states
        along, across = cos(states[:, TRACK_YAW]), sin(states[:, TRACK_YAW])
        poses = states[:, [TRACK_X, TRACK_Y, TRACK_YAW]].copy()
        poses[:, 0] -= rear_axle_m * along
        poses[:, 1] -= rear_axle_m * across
        rows = cls.from_poses(track.stamps_ns, poses).rows
        rows[:, EGO_VX] = along * states[:, TRACK_VX] + across * states[:, TRACK_VY]
        return cls(track.stamps_ns, rows)

    def as_track(self, name: str, vehicle: VehicleParameters) -> RecordedTrack:
        """The drive of the centre, from time 0 on."""
        kept = self.stamps_ns >= 0
        rows, ahead_m = self.rows[kept], vehicle.rear_axle_to_center
        along, across = cos(rows[:, EGO_YAW]), sin(rows[:, EGO_YAW])
        sideways = rows[:, EGO_VY] + ahead_m * rows[:, EGO_YAW_RATE]
        states = np.zeros((len(rows), TRACK_WIDTH))
        states[:, TRACK_X] = rows[:, EGO_X] + ahead_m * along
        states[:, TRACK_Y] = rows[:, EGO_Y] + ahead_m * across
        states[:, TRACK_YAW] = rows[:, EGO_YAW]
        states[:, TRACK_VX] = along * rows[:, EGO_VX] - across * sideways
        states[:, TRACK_VY] = across * rows[:, EGO_VX] + along * sideways
        size = vehicle.length, vehicle.width
        return RecordedTrack(name, ObjectKind.EGO, *size, self.stamps_ns[kept], states)

    @property
    def has_expert(self) -> bool:
        """Whether there are states after the start."""
        return bool(self.stamps_ns[-1] > 0)

    def at(self, times_ns: Integers) -> Floats:
        """The rows at some times, within the stamps."""
        return interpolated(self.stamps_ns, self.rows, times_ns, (EGO_YAW,))

    def resampled(self, period_ns: int) -> "EgoTrack":
        """The track at the multiples of a period; itself where its stamps are those."""
        times_ns = even_times_ns(self.stamps_ns, period_ns)
        if np.array_equal(times_ns, self.stamps_ns):
            return self
        return EgoTrack(times_ns, self.at(times_ns))

    def padded(self, duration_ns: int, period_ns: int) -> "EgoTrack":
        """The track extended backwards at constant velocity, to a duration before the start."""
        track = self.resampled(period_ns)
        missing = (duration_ns + int(track.stamps_ns[0])) // period_ns
        if missing <= 0:
            return track
        first = track.rows[0]
        steps = np.arange(-missing, 0)
        rows = np.repeat(first[None, :], missing, axis=0)
        seconds = steps * (period_ns / _NS_PER_S)
        yaw = first[EGO_YAW : EGO_YAW + 1]
        along, across = float(cos(yaw)[0]), float(sin(yaw)[0])
        rows[:, EGO_X] += seconds * (along * first[EGO_VX] - across * first[EGO_VY])
        rows[:, EGO_Y] += seconds * (across * first[EGO_VX] + along * first[EGO_VY])
        stamps = track.stamps_ns[0] + steps * period_ns
        return EgoTrack(
            np.concatenate([stamps, track.stamps_ns]), np.concatenate([rows, track.rows])
        )
