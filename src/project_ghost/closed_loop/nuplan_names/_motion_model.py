"""nuPlan's kinematic bicycle as an object, for planners that simulate themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import final

from project_ghost.closed_loop.states import (
    DynamicCarState,
    EgoState,
    EgoStateDot,
    StateSE2,
    StateVector2D,
    TimePoint,
    VehicleParameters,
)
from project_ghost.core.dmath import sincos, tan
from project_ghost.models.vehicles import euler_bicycle
from project_ghost.models.vehicles._euler_bicycle import (
    ACCELERATION_LAG_S,
    STEERING_LAG_S,
    STEERING_MOST_RAD,
)

__all__ = ["AbstractMotionModel", "KinematicBicycleModel"]


class AbstractMotionModel(ABC):
    """How a vehicle moves by commands."""

    @abstractmethod
    def get_state_dot(self, state: EgoState) -> EgoStateDot:
        """The derivative of a state."""

    @abstractmethod
    def propagate_state(
        self, state: EgoState, ideal_dynamic_state: DynamicCarState, sampling_time: TimePoint
    ) -> EgoState:
        """The state after a time, with the wanted acceleration and steering rate."""


@final
class KinematicBicycleModel(AbstractMotionModel):
    """The kinematic bicycle about the rear axle: one Euler step, with lags in both commands."""

    def __init__(
        self,
        vehicle: VehicleParameters,
        max_steering_angle: float = STEERING_MOST_RAD,
        accel_time_constant: float = ACCELERATION_LAG_S,
        steering_angle_time_constant: float = STEERING_LAG_S,
    ) -> None:
        self._vehicle = vehicle
        self._max_steering_angle = max_steering_angle
        self._accel_time_constant = accel_time_constant
        self._steering_angle_time_constant = steering_angle_time_constant

    def get_state_dot(self, state: EgoState) -> EgoStateDot:
        """The derivatives, each in the field of what it is the derivative of."""
        speed = state.dynamic_car_state.rear_axle_velocity_2d.x
        sine, cosine = sincos(state.rear_axle.heading)
        turn = speed * tan(state.tire_steering_angle) / self._vehicle.wheel_base
        return EgoStateDot.build_from_rear_axle(
            StateSE2(speed * cosine, speed * sine, turn),
            state.dynamic_car_state.rear_axle_acceleration_2d,
            StateVector2D(0.0, 0.0),
            state.dynamic_car_state.tire_steering_rate,
            state.time_point,
            self._vehicle,
        )

    def propagate_state(
        self, state: EgoState, ideal_dynamic_state: DynamicCarState, sampling_time: TimePoint
    ) -> EgoState:
        """The state after a time, with the wanted acceleration and steering rate."""
        row = state.array.copy()
        euler_bicycle(
            row,
            ideal_dynamic_state.rear_axle_acceleration_2d.x,
            ideal_dynamic_state.tire_steering_rate,
            sampling_time.time_s,
            self._vehicle.wheel_base,
            self._accel_time_constant,
            self._steering_angle_time_constant,
            self._max_steering_angle,
        )
        after = state.time_point + sampling_time
        return EgoState.from_row(row, after.time_ns, self._vehicle)
