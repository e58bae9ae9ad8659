"""A planner that goes straight ahead, or along a circle."""

from collections.abc import Sequence
from typing import final

import numpy as np

from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.models.plans import (
    EGO_AX,
    EGO_AY,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_WIDTH,
    PLAN_X,
)
from project_ghost.models.vehicles import euler_bicycle

from ._abstract import AbstractPlanner, PlannerInitialization, PlannerInput

__all__ = ["SimplePlanner"]


@final
class SimplePlanner(AbstractPlanner):
    """Keeps its steering angle and acceleration; slows down where it is faster than allowed.

    Above `max_velocity` it brakes with (speed - max_velocity) m/s2. It sees nobody.
    """

    level = Level.PORTABLE

    def __init__(
        self,
        horizon_seconds: float = 10.0,
        sampling_time: float = 0.25,
        acceleration: Sequence[float] = (0.0, 0.0),
        max_velocity: float = 5.0,
        steering_angle: float = 0.0,
    ) -> None:
        if not 0.0 < sampling_time <= horizon_seconds:
            raise InputError(
                f"sampling_time is {sampling_time!r} and horizon_seconds {horizon_seconds!r}",
                "SimplePlanner",
                "0 < sampling_time <= horizon_seconds",
            )
        self._step_ns = int(sampling_time * 1e6) * 1000
        self._steps = int(horizon_seconds * 1e6) * 1000 // self._step_ns
        self._acceleration = (float(acceleration[0]), float(acceleration[1]))
        self._max_velocity = max_velocity
        self._steering_angle = steering_angle

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def initialize(self, initialization: PlannerInitialization) -> None:
        """Nothing is needed."""

    def observation_type(self) -> type[Observation]:
        """Tracked objects, which it ignores."""
        return DetectionsTracks

    def compute_planner_trajectory(self, current_input: PlannerInput) -> InterpolatedTrajectory:
        """The motion of nuPlan's bicycle from where the vehicle is."""
        now = current_input.history.ego_states[-1]
        vehicle = now.car_footprint.vehicle_parameters
        row = now.array.copy()
        row[EGO_AX], row[EGO_AY] = self._acceleration
        row[EGO_STEERING] = self._steering_angle
        row[[EGO_STEERING_RATE, EGO_YAW_RATE, EGO_YAW_ACCELERATION]] = 0.0
        plan = np.empty((self._steps + 1, PLAN_WIDTH))
        start_ns = now.time_point.time_ns
        for i in range(self._steps + 1):
            if i > 0:
                if row[EGO_VX] > self._max_velocity:
                    row[EGO_AX] = self._max_velocity - row[EGO_VX]
                euler_bicycle(row, row[EGO_AX], 0.0, self._step_ns / NS_PER_S, vehicle.wheel_base)
            plan[i, PLAN_TIME] = start_ns + i * self._step_ns
            plan[i, PLAN_X:PLAN_STEERING] = row[: PLAN_STEERING - PLAN_X]
            plan[i, PLAN_STEERING] = row[EGO_STEERING]
        return InterpolatedTrajectory(plan, vehicle)

    def save(self) -> bytes:
        """Nothing: each plan is a function of the present state."""
        return b""

    def load(self, data: bytes) -> None:
        """Nothing to do."""
