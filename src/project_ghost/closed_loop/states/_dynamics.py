"""Velocities and accelerations of the ego vehicle, at its rear axle and at its centre."""

from __future__ import annotations

from functools import cached_property
from math import isclose

from project_ghost.core.dmath import atan2, cos, tan

from ._vector import StateVector2D

__all__ = ["DynamicCarState", "get_acceleration_shifted", "get_velocity_shifted"]


def get_velocity_shifted(
    displacement: StateVector2D, ref_velocity: StateVector2D, ref_angular_vel: float
) -> StateVector2D:
    """The velocity of a point of a rigid body, from that of another point of it."""
    return StateVector2D(
        ref_velocity.x - displacement.y * ref_angular_vel,
        ref_velocity.y + displacement.x * ref_angular_vel,
    )


def get_acceleration_shifted(
    displacement: StateVector2D,
    ref_accel: StateVector2D,
    ref_angular_vel: float,
    ref_angular_accel: float,
) -> StateVector2D:
    """The acceleration of a point of a rigid body, from that of another point of it.

    As nuPlan has it, and its metrics: both terms along the displacement, with this sign.
    """
    turning = ref_angular_vel * ref_angular_vel
    return StateVector2D(
        ref_accel.x + displacement.x * turning + displacement.x * ref_angular_accel,
        ref_accel.y + displacement.y * turning + displacement.y * ref_angular_accel,
    )


class DynamicCarState:
    """Velocities and accelerations along and across the vehicle; `speed` is of the rear axle."""

    def __init__(
        self,
        rear_axle_to_center_dist: float,
        rear_axle_velocity_2d: StateVector2D,
        rear_axle_acceleration_2d: StateVector2D,
        angular_velocity: float = 0.0,
        angular_acceleration: float = 0.0,
        tire_steering_rate: float = 0.0,
    ) -> None:
        self._rear_axle_to_center_dist = rear_axle_to_center_dist
        self._rear_axle_velocity_2d = rear_axle_velocity_2d
        self._rear_axle_acceleration_2d = rear_axle_acceleration_2d
        self._angular_velocity = angular_velocity
        self._angular_acceleration = angular_acceleration
        self._tire_steering_rate = tire_steering_rate

    @property
    def rear_axle_velocity_2d(self) -> StateVector2D:
        """The velocity of the middle of the rear axle, in m/s."""
        return self._rear_axle_velocity_2d

    @property
    def rear_axle_acceleration_2d(self) -> StateVector2D:
        """The acceleration of the middle of the rear axle, in m/s2."""
        return self._rear_axle_acceleration_2d

    @cached_property
    def center_velocity_2d(self) -> StateVector2D:
        """The velocity of the centre, in m/s."""
        return get_velocity_shifted(
            StateVector2D(self._rear_axle_to_center_dist, 0.0),
            self._rear_axle_velocity_2d,
            self._angular_velocity,
        )

    @cached_property
    def center_acceleration_2d(self) -> StateVector2D:
        """The acceleration of the centre, in m/s2."""
        return get_acceleration_shifted(
            StateVector2D(self._rear_axle_to_center_dist, 0.0),
            self._rear_axle_acceleration_2d,
            self._angular_velocity,
            self._angular_acceleration,
        )

    @property
    def angular_velocity(self) -> float:
        """The yaw rate in rad/s."""
        return self._angular_velocity

    @property
    def angular_acceleration(self) -> float:
        """The yaw acceleration in rad/s2."""
        return self._angular_acceleration

    @property
    def tire_steering_rate(self) -> float:
        """The rate of the steering angle in rad/s."""
        return self._tire_steering_rate

    @cached_property
    def speed(self) -> float:
        """The length of the rear axle's velocity, in m/s."""
        return self._rear_axle_velocity_2d.magnitude()

    @cached_property
    def acceleration(self) -> float:
        """The length of the rear axle's acceleration, in m/s2."""
        return self._rear_axle_acceleration_2d.magnitude()

    @staticmethod
    def build_from_rear_axle(
        rear_axle_to_center_dist: float,
        rear_axle_velocity_2d: StateVector2D,
        rear_axle_acceleration_2d: StateVector2D,
        angular_velocity: float = 0.0,
        angular_acceleration: float = 0.0,
        tire_steering_rate: float = 0.0,
    ) -> DynamicCarState:
        """The state by what the rear axle does."""
        return DynamicCarState(
            rear_axle_to_center_dist,
            rear_axle_velocity_2d,
            rear_axle_acceleration_2d,
            angular_velocity,
            angular_acceleration,
            tire_steering_rate,
        )

    @staticmethod
    def build_from_cog(
        wheel_base: float,
        rear_axle_to_center_dist: float,
        cog_speed: float,
        cog_acceleration: float,
        steering_angle: float,
        angular_acceleration: float = 0.0,
        tire_steering_rate: float = 0.0,
    ) -> DynamicCarState:
        """The state by what the centre of gravity does, after the kinematic bicycle."""
        slope = tan(steering_angle)
        along = cos(atan2(slope, wheel_base))
        speed = along * cog_speed
        yaw_rate = cog_speed / wheel_base * along * slope
        return DynamicCarState(
            rear_axle_to_center_dist,
            StateVector2D(speed, 0.0),
            StateVector2D(along * cog_acceleration, speed * yaw_rate),
            yaw_rate,
            angular_acceleration,
            tire_steering_rate,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DynamicCarState):
            return NotImplemented
        return (
            self.rear_axle_velocity_2d == other.rear_axle_velocity_2d
            and self.rear_axle_acceleration_2d == other.rear_axle_acceleration_2d
            and isclose(self._angular_acceleration, other._angular_acceleration)
            and isclose(self._angular_velocity, other._angular_velocity)
            and isclose(self._rear_axle_to_center_dist, other._rear_axle_to_center_dist)
            and isclose(self._tire_steering_rate, other._tire_steering_rate)
        )

    # Its vectors may be set, so it has no hash.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"DynamicCarState(velocity=({self.rear_axle_velocity_2d}), "
            f"acceleration=({self.rear_axle_acceleration_2d}), "
            f"angular_velocity={self.angular_velocity}, "
            f"angular_acceleration={self.angular_acceleration}, "
            f"tire_steering_rate={self.tire_steering_rate})"
        )
