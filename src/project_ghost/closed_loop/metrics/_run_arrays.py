"""One run as arrays: all that metrics read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath.arrays import cos, sin
from project_ghost.models.plans import EGO_VX, EGO_VY, EGO_X, EGO_Y, EGO_YAW
from project_ghost.world.bodies import ALIVE, SERIAL, VX, VY, YAW, X, Y

from ._lane_map import LaneMap

__all__ = ["EgoShape", "Expert", "GoalRegion", "RunArrays"]


@final
@dataclass(frozen=True)
class EgoShape:
    """The footprint of the ego; its centre is ahead of the rear axle."""

    length_m: float
    width_m: float
    rear_axle_to_center_m: float


@final
@dataclass(frozen=True, eq=False)
class Expert:
    """What the recorded driver did: rows as those of the ego, also after the end of the run."""

    times_ns: Integers
    ego: Floats


@final
@dataclass(frozen=True, eq=False)
class GoalRegion:
    """One goal: all parts that are given must hold at a sample for it to be reached.

    `polygons` are regions of which one must contain the ego's centre; a goal without any is a
    time, a heading or a speed only.
    """

    time_ns: tuple[int, int] | None = None
    polygons: tuple[Floats, ...] = ()
    yaw_rad: tuple[float, float] | None = None
    speed_mps: tuple[float, float] | None = None


@final
@dataclass(frozen=True, eq=False)
class RunArrays:
    """The samples of one run: the ego, all other bodies, the plans, and what is known around it.

    `ego` has a row of `models.plans` for each of the n samples; `bodies` has all rows of the scene
    for each sample, with the columns of `world.bodies`. `kinds`, `lengths_m` and `widths_m` are by
    row of the scene, `ego_row` is the ego's own. `plans` has the used rows of each sample's plan.
    """

    times_ns: Integers
    ego: Floats
    bodies: Floats
    kinds: Integers
    lengths_m: Floats
    widths_m: Floats
    ego_row: int
    shape: EgoShape
    map: LaneMap | None = None
    plans: Sequence[Floats] = ()
    expert: Expert | None = None
    goals: tuple[GoalRegion, ...] = ()
    # The lanes from the start to the goal, in order, where the scenario has a route.
    route: tuple[str, ...] = ()
    end_ns: int | None = field(default=None)  # of the planned run; None: of the last sample

    def beginning(self, samples: int) -> "RunArrays":
        """The run as if it had ended after so many samples."""
        return replace(
            self,
            times_ns=self.times_ns[:samples],
            ego=self.ego[:samples],
            bodies=self.bodies[:samples],
            plans=self.plans[:samples],
        )

    def __len__(self) -> int:
        return len(self.times_ns)

    @cached_property
    def seconds(self) -> Floats:
        """The time of each sample since the first."""
        seconds: Floats = (self.times_ns - self.times_ns[0]) / 1e9
        return seconds

    @property
    def mean_step_s(self) -> float:
        """The mean time between two samples."""
        return float(self.times_ns[-1] - self.times_ns[0]) / 1e9 / max(1, len(self) - 1)

    @cached_property
    def speed_mps(self) -> Floats:
        """The speed of the rear axle."""
        vx, vy = self.ego[:, EGO_VX], self.ego[:, EGO_VY]
        return np.sqrt(vx * vx + vy * vy)

    @property
    def yaw_rad(self) -> Floats:
        """The ego's heading."""
        return self.ego[:, EGO_YAW]

    @cached_property
    def axes(self) -> tuple[Floats, Floats]:
        """The cosine and the sine of the ego's heading."""
        return cos(self.yaw_rad), sin(self.yaw_rad)

    @cached_property
    def rear_axle(self) -> Floats:
        """The positions of the middle of the rear axle, (n, 2)."""
        return self.ego[:, [EGO_X, EGO_Y]]

    @cached_property
    def center(self) -> Floats:
        """The positions of the footprint's centre, (n, 2)."""
        ahead = self.shape.rear_axle_to_center_m
        return self.rear_axle + ahead * np.stack(self.axes, axis=1)

    @cached_property
    def corners(self) -> Floats:
        """The corners (n, 4, 2): front left, rear left, rear right, front right."""
        along = np.stack(self.axes, axis=1)
        left = np.stack([-along[:, 1], along[:, 0]], axis=1)
        half_length, half_width = 0.5 * self.shape.length_m, 0.5 * self.shape.width_m
        signs = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
        return np.stack(
            [self.center + a * half_length * along + b * half_width * left for a, b in signs],
            axis=1,
        )

    def others(self, sample: int) -> Integers:
        """The rows of all living bodies but the ego's at a sample."""
        alive = self.bodies[sample, :, ALIVE] != 0.0
        alive[self.ego_row] = False
        return np.flatnonzero(alive)

    def track(self, sample: int, row: int) -> tuple[int, int]:
        """The identity of the body in a row: the row and its serial, which is never reused."""
        return row, int(self.bodies[sample, row, SERIAL])

    def positions(self, sample: int, rows: Integers) -> Floats:
        """The centres of some bodies, (k, 2)."""
        found: Floats = self.bodies[sample][rows][:, [X, Y]]
        return found

    def velocities(self, sample: int, rows: Integers) -> Floats:
        """The velocities of some bodies along the world's axes, (k, 2)."""
        found: Floats = self.bodies[sample][rows][:, [VX, VY]]
        return found

    def yaws(self, sample: int, rows: Integers) -> Floats:
        """The headings of some bodies."""
        found: Floats = self.bodies[sample][rows][:, YAW]
        return found
