"""The state of the ego vehicle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Self

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.core.arrays import Floats
from project_ghost.models.plans import (
    EGO_AX,
    EGO_AY,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_VY,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
)

from ._agent import Agent
from ._dynamics import DynamicCarState, get_acceleration_shifted, get_velocity_shifted
from ._footprint import CarFootprint
from ._kinds import TrackedObjectType
from ._pose import StateSE2
from ._scene_object import SceneObjectMetadata
from ._split import InterpolatableState, SplitState
from ._time import TimePoint
from ._vector import StateVector2D
from ._vehicle import VehicleParameters
from ._waypoint import Waypoint

__all__ = ["EgoState", "EgoStateDot"]


class EgoState(InterpolatableState):
    """Where the ego vehicle is and how it moves, made of its parts or of a row of `ego`.

    Made of a row, it builds its parts when they are first asked for. `array` is the row.
    """

    def __init__(
        self,
        car_footprint: CarFootprint,
        dynamic_car_state: DynamicCarState,
        tire_steering_angle: float,
        is_in_auto_mode: bool,  # noqa: FBT001 - nuPlan's signature
        time_point: TimePoint,
    ) -> None:
        self._vehicle = car_footprint.vehicle_parameters
        self._time_point = time_point
        self._is_in_auto_mode = is_in_auto_mode
        self.car_footprint = car_footprint
        self.dynamic_car_state = dynamic_car_state
        self.tire_steering_angle = tire_steering_angle

    @classmethod
    def from_row(cls, row: Floats, time_ns: int, vehicle: VehicleParameters) -> Self:
        """The state of a row of `ego`, which may not change any more."""
        state = cls.__new__(cls)
        state._vehicle = vehicle
        state._time_point = TimePoint.from_ns(time_ns)
        state._is_in_auto_mode = True
        state.array = row
        return state

    @cached_property
    def array(self) -> Floats:
        """The row of `ego`: the columns of `project_ghost.models.plans`."""
        dynamics = self.dynamic_car_state
        velocity, acceleration = (
            dynamics.rear_axle_velocity_2d,
            dynamics.rear_axle_acceleration_2d,
        )
        return np.array(
            [
                *self.rear_axle,
                *(velocity.x, velocity.y),
                *(acceleration.x, acceleration.y),
                *(dynamics.angular_velocity, dynamics.angular_acceleration),
                *(self.tire_steering_angle, dynamics.tire_steering_rate),
            ],
            dtype=np.float64,
        )

    @cached_property
    def car_footprint(self) -> CarFootprint:
        """What the vehicle covers."""
        row = self.array
        pose = StateSE2(float(row[EGO_X]), float(row[EGO_Y]), float(row[EGO_YAW]))
        return CarFootprint.build_from_rear_axle(pose, self._vehicle)

    @cached_property
    def dynamic_car_state(self) -> DynamicCarState:
        """How the vehicle moves."""
        row = self.array.tolist()
        return DynamicCarState(
            self._vehicle.rear_axle_to_center,
            StateVector2D(row[EGO_VX], row[EGO_VY]),
            StateVector2D(row[EGO_AX], row[EGO_AY]),
            row[EGO_YAW_RATE],
            row[EGO_YAW_ACCELERATION],
            row[EGO_STEERING_RATE],
        )

    @cached_property
    def tire_steering_angle(self) -> float:
        """The angle of the front wheels, in radians."""
        return float(self.array[EGO_STEERING])

    @property
    def is_in_auto_mode(self) -> bool:
        """Whether the vehicle drives itself."""
        return self._is_in_auto_mode

    @property
    def center(self) -> StateSE2:
        """The pose of the footprint's centre."""
        return self.car_footprint.center

    @property
    def rear_axle(self) -> StateSE2:
        """The pose of the middle of the rear axle."""
        return self.car_footprint.rear_axle

    @property
    def time_point(self) -> TimePoint:
        """The time of the state."""
        return self._time_point

    @property
    def scene_object_metadata(self) -> SceneObjectMetadata:
        """Who the ego is among the objects of a scene."""
        return SceneObjectMetadata(self.time_us, "ego", -1, "ego")

    @cached_property
    def agent(self) -> Agent:
        """The ego as one of the agents; its velocity stays along and across the vehicle."""
        return Agent(
            TrackedObjectType.EGO,
            self.car_footprint,
            self.dynamic_car_state.center_velocity_2d,
            self.scene_object_metadata,
        )

    @cached_property
    def waypoint(self) -> Waypoint:
        """The state as a waypoint, with the velocity of the rear axle."""
        return Waypoint(
            self.time_point, self.car_footprint, self.dynamic_car_state.rear_axle_velocity_2d
        )

    def __iter__(self) -> Iterator[float]:
        dynamics = self.dynamic_car_state
        velocity, acceleration = (
            dynamics.rear_axle_velocity_2d,
            dynamics.rear_axle_acceleration_2d,
        )
        return iter(
            (
                self.time_us,
                *self.rear_axle,
                *(velocity.x, velocity.y),
                *(acceleration.x, acceleration.y),
                self.tire_steering_angle,
            )
        )

    @staticmethod
    def deserialize(vector: Sequence[float], vehicle: VehicleParameters) -> EgoState:
        """The state of what iteration gives."""
        if len(vector) != 9:
            raise ClosedLoopError(f"Expected a vector of size 9, got {len(vector)}")
        time_us, x, y, heading, vx, vy, ax, ay, steering = vector
        return EgoState.build_from_rear_axle(
            StateSE2(x, y, heading),
            StateVector2D(vx, vy),
            StateVector2D(ax, ay),
            steering,
            TimePoint(int(time_us)),
            vehicle,
        )

    def to_split_state(self) -> SplitState:
        """All that iteration gives; the yaw rate and the rates of the others are left out."""
        time_us, x, y, heading, *rest = self
        return SplitState([time_us, x, y, *rest], [heading], [self._vehicle])

    @staticmethod
    def from_split_state(split_state: SplitState) -> EgoState:
        """The state of these parts."""
        if len(split_state) != 10:
            raise ClosedLoopError(
                f"Expected a variable state vector of size 10, got {len(split_state)}"
            )
        time_us, x, y, *rest = split_state.linear_states
        vector = [time_us, x, y, split_state.angular_states[0], *rest]
        return EgoState.deserialize(vector, split_state.fixed_states[0])

    @classmethod
    def build_from_rear_axle(
        cls,
        rear_axle_pose: StateSE2,
        rear_axle_velocity_2d: StateVector2D,
        rear_axle_acceleration_2d: StateVector2D,
        tire_steering_angle: float,
        time_point: TimePoint,
        vehicle_parameters: VehicleParameters,
        is_in_auto_mode: bool = True,  # noqa: FBT001, FBT002
        angular_vel: float = 0.0,
        angular_accel: float = 0.0,
        tire_steering_rate: float = 0.0,
    ) -> Self:
        """The state by what the rear axle does."""
        return cls(
            CarFootprint.build_from_rear_axle(rear_axle_pose, vehicle_parameters),
            DynamicCarState(
                vehicle_parameters.rear_axle_to_center,
                rear_axle_velocity_2d,
                rear_axle_acceleration_2d,
                angular_vel,
                angular_accel,
                tire_steering_rate,
            ),
            tire_steering_angle,
            is_in_auto_mode,
            time_point,
        )

    @classmethod
    def build_from_center(
        cls,
        center: StateSE2,
        center_velocity_2d: StateVector2D,
        center_acceleration_2d: StateVector2D,
        tire_steering_angle: float,
        time_point: TimePoint,
        vehicle_parameters: VehicleParameters,
        is_in_auto_mode: bool = True,  # noqa: FBT001, FBT002
        angular_vel: float = 0.0,
        angular_accel: float = 0.0,
    ) -> Self:
        """The state by what the centre does."""
        distance = vehicle_parameters.rear_axle_to_center
        back = StateVector2D(-distance, 0.0)
        return cls(
            CarFootprint.build_from_center(center, vehicle_parameters),
            DynamicCarState(
                distance,
                get_velocity_shifted(back, center_velocity_2d, angular_vel),
                get_acceleration_shifted(back, center_acceleration_2d, angular_vel, angular_accel),
                angular_vel,
                angular_accel,
            ),
            tire_steering_angle,
            is_in_auto_mode,
            time_point,
        )


class EgoStateDot(EgoState):
    """The derivative of a state, in the same fields."""
