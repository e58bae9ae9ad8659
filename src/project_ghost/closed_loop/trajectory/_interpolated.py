"""A trajectory of states, or of one array, linear in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.geometry import angles_between, values_between
from project_ghost.closed_loop.states import (
    EgoState,
    InterpolatableState,
    SplitState,
    TimePoint,
    VehicleParameters,
)
from project_ghost.core.arrays import Floats, Integers, frozen
from project_ghost.models.plans import (
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_WIDTH,
    EGO_YAW_RATE,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_YAW,
)

from ._abstract import AbstractTrajectory

__all__ = ["InterpolatedTrajectory"]


@final
class InterpolatedTrajectory(AbstractTrajectory):
    """States, linear in between; headings turn the short way.

    Made of states, all of one class, or of an array with the columns of a plan
    (`project_ghost.models.plans`) and the vehicle that follows it. An array is not copied and
    may not change any more. Between its states the ego has no yaw rate, as in nuPlan.
    """

    def __init__(
        self,
        trajectory: Sequence[InterpolatableState] | Floats,
        vehicle: VehicleParameters | None = None,
    ) -> None:
        self._rows: Floats | None = None
        self._vehicle = vehicle
        if isinstance(trajectory, np.ndarray):
            if trajectory.ndim != 2 or trajectory.shape[1] != PLAN_WIDTH:
                raise ClosedLoopValueError(
                    f"an array of shape {trajectory.shape} is not a trajectory",
                    where="InterpolatedTrajectory",
                    expected=f"(states, {PLAN_WIDTH}), the columns of project_ghost.models.plans",
                )
            self._rows = frozen(trajectory)  # a planner may use its array again
        else:
            self.states = list(trajectory)
        count = len(trajectory)
        if count == 0:
            raise ClosedLoopValueError("Trajectory can't be empty!")
        if count == 1:
            raise ClosedLoopValueError(f"There is not enough states in trajectory: {count}!")
        if self._rows is None:
            kind = type(self.states[0])
            if not issubclass(kind, InterpolatableState) or any(
                not isinstance(state, kind) for state in self.states
            ):
                raise ClosedLoopValueError(
                    "the states of a trajectory cannot be interpolated",
                    where="InterpolatedTrajectory",
                    expected="states of one class, such as EgoState or Waypoint",
                )

    @cached_property
    def states(self) -> list[Any]:
        """The states."""
        return self._ego_states(self.array)

    @cached_property
    def array(self) -> Floats:
        """The states of an ego as one array, with the columns of a plan."""
        if self._rows is not None:
            return self._rows
        if not isinstance(self.states[0], EgoState):
            raise ClosedLoopValueError(
                f"a trajectory of {type(self.states[0]).__name__} has no array of ego states",
                where="InterpolatedTrajectory.array",
                expected="a trajectory of EgoState",
            )
        rows = np.empty((len(self.states), PLAN_WIDTH))
        for row, state in zip(rows, self.states, strict=True):
            row[PLAN_TIME] = state.time_point.time_ns
            row[PLAN_X:PLAN_STEERING] = state.array[: PLAN_STEERING - PLAN_X]
            row[PLAN_STEERING] = state.array[EGO_STEERING]
        return rows

    @property
    def start_time(self) -> TimePoint:
        """The time of the first state."""
        if self._rows is not None:
            return TimePoint.from_ns(int(self._rows[0, PLAN_TIME]))
        return self.states[0].time_point  # type: ignore[no-any-return]

    @property
    def end_time(self) -> TimePoint:
        """The time of the last state."""
        if self._rows is not None:
            return TimePoint.from_ns(int(self._rows[-1, PLAN_TIME]))
        return self.states[-1].time_point  # type: ignore[no-any-return]

    def get_state_at_time(self, time_point: TimePoint) -> Any:  # noqa: ANN401
        """The state at a time within the trajectory."""
        start_time, end_time = self.start_time, self.end_time
        if not start_time <= time_point <= end_time:
            raise ClosedLoopValueError(
                f"Interpolation time {time_point=} not in trajectory time window! \n"
                f"{start_time.time_us=} <= {time_point.time_us=} <= {end_time.time_us=}"
            )
        return self._at([time_point.time_ns])[0]

    def get_state_at_times(self, time_points: Sequence[TimePoint]) -> list[Any]:
        """The states at several times within the trajectory."""
        start, end = self.start_time, self.end_time
        first, last = min(time_points), max(time_points)
        if first < start:
            raise ClosedLoopValueError(
                "Interpolation time not in trajectory time window! "
                "The following is not satisfied:"
                f"Trajectory start time: ({start.time_s}) <= "
                f"Earliest interpolation time ({first.time_s}) {last.time_s} <= {end.time_s} "
            )
        if last > end:
            raise ClosedLoopValueError(
                "Interpolation time not in trajectory time window! "
                "The following is not satisfied:"
                f"Trajectory end time: ({end.time_s}) >= "
                f"Latest interpolation time ({last.time_s}) "
            )
        return self._at([time_point.time_ns for time_point in time_points])

    def get_sampled_trajectory(self) -> list[Any]:
        """The states that the trajectory was made of."""
        return self.states

    def __len__(self) -> int:
        return len(self.states if self._rows is None else self._rows)

    def __reduce__(self) -> tuple[object, ...]:
        made_of = self.states if self._rows is None else self._rows
        return type(self), (made_of, self._vehicle)

    @cached_property
    def _parts(self) -> _Parts:
        if self._rows is not None or isinstance(self.states[0], EgoState):
            rows = self.array
            linear = np.delete(rows, (PLAN_TIME, PLAN_YAW), axis=1)
            return _Parts(rows[:, PLAN_TIME].astype(np.int64), linear, rows[:, [PLAN_YAW]])
        split = [state.to_split_state() for state in self.states]
        return _Parts(
            np.array([state.time_point.time_ns for state in self.states], dtype=np.int64),
            np.array([parts.linear_states for parts in split], dtype=np.float64),
            np.array([parts.angular_states for parts in split], dtype=np.float64),
        )

    def _at(self, times_ns: list[int]) -> list[Any]:
        wanted = np.array(times_ns, dtype=np.int64)
        parts = self._parts
        linear = values_between(parts.times_ns, parts.linear, wanted)
        angular = angles_between(parts.times_ns, parts.angular, wanted)
        if self._rows is not None or isinstance(self.states[0], EgoState):
            rows = np.empty((len(wanted), PLAN_WIDTH))
            rows[:, PLAN_TIME] = wanted
            rows[:, PLAN_X:PLAN_YAW] = linear[:, :2]
            rows[:, [PLAN_YAW]] = angular
            rows[:, PLAN_YAW + 1 :] = linear[:, 2:]
            return self._ego_states(rows)
        fixed = self.states[0].to_split_state().fixed_states
        kind = type(self.states[0])
        return [
            kind.from_split_state(SplitState(list(line), list(angles), fixed))
            for line, angles in zip(linear.tolist(), angular.tolist(), strict=True)
        ]

    def _ego_states(self, rows: Floats) -> list[EgoState]:
        vehicle = self._vehicle
        if vehicle is None and self._rows is None:
            vehicle = self.states[0].car_footprint.vehicle_parameters
        if vehicle is None:
            raise ClosedLoopValueError(
                "the states of an array need the measures of their vehicle",
                where="InterpolatedTrajectory",
                fix="make the trajectory as InterpolatedTrajectory(array, vehicle_parameters)",
            )
        ego = np.zeros((len(rows), EGO_WIDTH))
        ego[:, :EGO_YAW_RATE] = rows[:, PLAN_X:PLAN_STEERING]
        ego[:, EGO_STEERING] = rows[:, PLAN_STEERING]
        ego[:, EGO_STEERING_RATE] = 0.0
        return [
            EgoState.from_row(row, int(time_ns), vehicle)
            for row, time_ns in zip(ego, rows[:, PLAN_TIME], strict=True)
        ]


@final
@dataclass(frozen=True)
class _Parts:
    """The numbers of a trajectory: those that are linear in time, and angles."""

    times_ns: Integers
    linear: Floats
    angular: Floats
