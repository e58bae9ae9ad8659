"""The complete state of a vehicle at one instant."""

from dataclasses import dataclass
from typing import Annotated, final

import numpy as np

from project_ghost.hal.fields import (
    Described,
    Record,
    require_record,
    require_stamp_ns,
    require_whole,
)
from project_ghost.hal.messages import GroundTruth

from . import transforms
from ._navigation import IMUBiases, NavigationState, Pose, Twist
from ._status import FlightStatus, MissionStatus, SensorHealthMap


@final
@dataclass(frozen=True, eq=False, slots=True)
class VehicleState(Record):
    """The true or estimated state of a vehicle; in simulation both stamps are equal."""

    stamp_sim_ns: Annotated[int, Described("simulated time", "ns")]
    stamp_wall_ns: Annotated[int, Described("time of the wall clock", "ns")]
    nav: NavigationState
    sensors: SensorHealthMap
    flight: FlightStatus
    mission: MissionStatus
    schema_version: Annotated[int, Described("of this message")] = 1

    def __post_init__(self) -> None:
        where = "VehicleState"
        for name in ("stamp_sim_ns", "stamp_wall_ns"):
            self._check(name, require_stamp_ns(getattr(self, name), name, where))
        require_record(NavigationState, self.nav, "nav", where)
        require_record(SensorHealthMap, self.sensors, "sensors", where)
        require_record(FlightStatus, self.flight, "flight", where)
        require_record(MissionStatus, self.mission, "mission", where)
        version = require_whole(self.schema_version, "schema_version", where, 1)
        self._check("schema_version", version)


def vehicle_state_from_ground_truth(
    *,
    gt: GroundTruth,
    sensors_health: SensorHealthMap,
    flight: FlightStatus,
    mission: MissionStatus,
    stamp_wall_ns: int,
) -> VehicleState:
    """Return the truth as a state without covariance and biases, with consistent twists."""
    require_record(GroundTruth, gt, "gt", "vehicle_state_from_ground_truth")
    q = gt.orientation_q
    zero = np.zeros(3)
    nav = NavigationState(
        pose=Pose(gt.position_enu_m, q),
        twist_world=Twist(
            linear_mps=gt.linear_velocity_world_mps,
            angular_rps=transforms.rotated(
                transforms.R_body_to_world(q), gt.angular_velocity_body_rps
            ),
            frame="world",
        ),
        twist_body=Twist(
            linear_mps=transforms.rotated(
                transforms.R_world_to_body(q), gt.linear_velocity_world_mps
            ),
            angular_rps=gt.angular_velocity_body_rps,
            frame="body",
        ),
        accel_body_mps2=gt.accel_body_mps2,
        imu_biases=IMUBiases(zero, zero),
        covariance_15x15=None,
    )
    return VehicleState(
        stamp_sim_ns=gt.stamp_sim_ns,
        stamp_wall_ns=stamp_wall_ns,
        nav=nav,
        sensors=sensors_health,
        flight=flight,
        mission=mission,
    )
