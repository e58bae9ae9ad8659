"""Messages of hardware and simulation: ground truth and sensor health."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, final

from project_ghost.core.arrays import Floats

from .fields import Described, Record, require_array, require_stamp_ns, require_unit_quaternion

__all__ = ["GroundTruth", "SensorHealth"]


class SensorHealth(IntEnum):
    """The health of a sensor."""

    OK = 0
    DEGRADED = 1
    FAULTY = 2
    OFFLINE = 3


@final
@dataclass(frozen=True, eq=False, slots=True)
class GroundTruth(Record):
    """The true state of a vehicle at one instant: world ENU, body FLU, Hamilton quaternion.

    `accel_body_mps2` is the acceleration in the body frame.
    """

    stamp_sim_ns: Annotated[int, Described("simulated time", "ns")]
    position_enu_m: Annotated[Floats, Described("place in the world", "m", (3,))]
    orientation_q: Annotated[Floats, Described("from body to world: w, x, y, z", "", (4,))]
    linear_velocity_world_mps: Annotated[Floats, Described("in world axes", "m/s", (3,))]
    angular_velocity_body_rps: Annotated[Floats, Described("in body axes", "rad/s", (3,))]
    accel_body_mps2: Annotated[Floats, Described("in body axes", "m/s2", (3,))]

    def __post_init__(self) -> None:
        where = "GroundTruth"
        self._check("stamp_sim_ns", require_stamp_ns(self.stamp_sim_ns, "stamp_sim_ns", where))
        q = require_unit_quaternion(self.orientation_q, "orientation_q", where)
        self._check("orientation_q", q)
        for name in (
            "position_enu_m",
            "linear_velocity_world_mps",
            "angular_velocity_body_rps",
            "accel_body_mps2",
        ):
            self._check(name, require_array(getattr(self, name), (3,), name, where))
