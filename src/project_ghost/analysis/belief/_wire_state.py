"""Msgspec structures for the usual JSON form of VehicleState.

Fields other than motion stay undecoded; only the constructors know their valid values.
"""

from typing import Literal

from msgspec import Raw, Struct, field
from msgspec.json import Decoder

_Three = tuple[float, float, float]
_Four = tuple[float, float, float, float]
_Row = tuple[
    float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float,
]  # fmt: skip


class _Wire(Struct, forbid_unknown_fields=True, gc=False):
    """A JSON object with exactly these fields."""


class _Array(_Wire):
    dtype: Literal["float64"] = field(name="__dtype")


class _Vector(_Array):
    entries: _Three = field(name="__array")


class _Quaternion(_Array):
    entries: _Four = field(name="__array")


class _Matrix(_Array):
    entries: list[_Row] = field(name="__array")


class _Pose(_Wire):
    position_enu_m: _Vector
    orientation_q: _Quaternion


class _TwistWorld(_Wire):
    linear_mps: _Vector
    angular_rps: _Vector
    frame: Literal["world"]


class _TwistBody(_Wire):
    linear_mps: _Vector
    angular_rps: _Vector
    frame: Literal["body"]


class _Biases(_Wire):
    accel_bias_mps2: _Vector
    gyro_bias_rps: _Vector


class _Navigation(_Wire):
    pose: _Pose
    twist_world: _TwistWorld
    twist_body: _TwistBody
    accel_body_mps2: _Vector
    imu_biases: _Biases
    covariance_15x15: _Matrix | None

    def motion(self) -> tuple[float, ...]:
        """Return the 31 numbers outside the covariance, position and quaternion first."""
        pose, world, body, biases = self.pose, self.twist_world, self.twist_body, self.imu_biases
        return (
            *pose.position_enu_m.entries,
            *pose.orientation_q.entries,
            *world.linear_mps.entries,
            *world.angular_rps.entries,
            *body.linear_mps.entries,
            *body.angular_rps.entries,
            *self.accel_body_mps2.entries,
            *biases.accel_bias_mps2.entries,
            *biases.gyro_bias_rps.entries,
        )


class WireState(_Wire):
    """A message; flight, mission, sensors and version stay encoded."""

    stamp_sim_ns: int
    stamp_wall_ns: int
    nav: _Navigation
    sensors: Raw
    flight: Raw
    mission: Raw
    schema_version: Raw

    def rest(self) -> tuple[bytes, ...]:
        """Return the encoded fields other than time and motion."""
        return (
            bytes(self.sensors),
            bytes(self.flight),
            bytes(self.mission),
            bytes(self.schema_version),
        )


DECODER = Decoder(WireState)
