"""Pose, velocity and covariance of a vehicle."""

from dataclasses import dataclass
from typing import Annotated, Literal, final

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.hal.fields import (
    Described,
    Record,
    require_array,
    require_covariance,
    require_record,
    require_unit_quaternion,
)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Pose(Record):
    """A position in the world (ENU, metres) and the rotation from body to world."""

    position_enu_m: Annotated[Floats, Described("place in the world, ENU", "m", (3,))]
    orientation_q: Annotated[Floats, Described("from body to world: w, x, y, z", "", (4,))]

    def __post_init__(self) -> None:
        where = "Pose"
        position = require_array(self.position_enu_m, (3,), "position_enu_m", where)
        self._check("position_enu_m", position)
        q = require_unit_quaternion(self.orientation_q, "orientation_q", where)
        self._check("orientation_q", q)


@final
@dataclass(frozen=True, eq=False, slots=True)
class Twist(Record):
    """Linear and angular velocity, both in the axes of `frame`."""

    linear_mps: Annotated[Floats, Described("velocity", "m/s", (3,))]
    angular_rps: Annotated[Floats, Described("angular velocity", "rad/s", (3,))]
    frame: Annotated[Literal["world", "body"], Described("whose axes: ENU or FLU")]

    def __post_init__(self) -> None:
        where = "Twist"
        self._check("linear_mps", require_array(self.linear_mps, (3,), "linear_mps", where))
        self._check("angular_rps", require_array(self.angular_rps, (3,), "angular_rps", where))
        if not isinstance(self.frame, str):
            raise InputTypeError(
                f"frame is {self.frame!r}, of type {type(self.frame).__name__}",
                where,
                "'world' or 'body'",
            )
        if self.frame not in ("world", "body"):
            raise InputError(f"frame is {self.frame!r}", where, "'world' or 'body'")


@final
@dataclass(frozen=True, eq=False, slots=True)
class IMUBiases(Record):
    """The estimated biases of an IMU."""

    accel_bias_mps2: Annotated[Floats, Described("of the accelerometer", "m/s2", (3,))]
    gyro_bias_rps: Annotated[Floats, Described("of the gyroscope", "rad/s", (3,))]

    def __post_init__(self) -> None:
        for name in ("accel_bias_mps2", "gyro_bias_rps"):
            self._check(name, require_array(getattr(self, name), (3,), name, "IMUBiases"))


@final
@dataclass(frozen=True, eq=False, slots=True)
class NavigationState(Record):
    """The true or estimated motion of a vehicle.

    The covariance is over position, velocity, attitude tangent, accelerometer bias and
    gyroscope bias, three each; None if there is none, as for the truth.
    """

    pose: Pose
    twist_world: Annotated[Twist, Described("in world axes")]
    twist_body: Annotated[Twist, Described("the same motion, in body axes")]
    accel_body_mps2: Annotated[Floats, Described("acceleration in body axes", "m/s2", (3,))]
    imu_biases: IMUBiases
    covariance_15x15: Annotated[
        Floats | None,
        Described(
            "of position, velocity, attitude tangent, accelerometer and gyroscope bias, in SI",
            shape=(15, 15),
        ),
    ]

    def __post_init__(self) -> None:
        where = "NavigationState"
        require_record(Pose, self.pose, "pose", where)
        require_record(IMUBiases, self.imu_biases, "imu_biases", where)
        for name, frame in (("twist_world", "world"), ("twist_body", "body")):
            twist = require_record(Twist, getattr(self, name), name, where)
            if twist.frame != frame:
                raise InputError(
                    f"{name}.frame is {twist.frame!r}", where, repr(frame), "swap the two twists"
                )
        acceleration = require_array(self.accel_body_mps2, (3,), "accel_body_mps2", where)
        self._check("accel_body_mps2", acceleration)
        if self.covariance_15x15 is not None:
            covariance = require_covariance(self.covariance_15x15, "covariance_15x15", where)
            self._check("covariance_15x15", covariance)
