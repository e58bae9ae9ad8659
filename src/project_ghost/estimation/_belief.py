"""A belief as a message: the outputs of an estimator as a VehicleState."""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.hal.fields import require_array
from project_ghost.state import (
    FlightStatus,
    IMUBiases,
    MissionStatus,
    NavigationState,
    Pose,
    SensorHealthMap,
    Twist,
    VehicleState,
    transforms,
)

from ._arrays import BeliefOutputs

# The outputs of every estimator, in the order in which `belief_state` takes them.
BELIEF_SIGNALS = BeliefOutputs._fields[:-1]


def belief_state(
    *,
    stamp_sim_ns: int,
    stamp_wall_ns: int,
    believed: tuple[Floats, ...],
    sensors_health: SensorHealthMap,
    flight: FlightStatus,
    mission: MissionStatus,
) -> VehicleState:
    """A state message of an estimator's signals (`BELIEF_SIGNALS`); the twists are consistent."""
    position, q, velocity, rate, acceleration, accel_bias, gyro_bias, covariance = believed
    to_world = transforms.R_body_to_world(require_array(q, (4,), "believed_attitude", "belief"))
    to_body = np.ascontiguousarray(to_world.T)
    nav = NavigationState(
        pose=Pose(position, q),
        twist_world=Twist(velocity, transforms.rotated(to_world, rate), "world"),
        twist_body=Twist(transforms.rotated(to_body, velocity), rate, "body"),
        accel_body_mps2=acceleration,
        imu_biases=IMUBiases(accel_bias, gyro_bias),
        covariance_15x15=covariance,
    )
    return VehicleState(
        stamp_sim_ns=stamp_sim_ns,
        stamp_wall_ns=stamp_wall_ns,
        nav=nav,
        sensors=sensors_health,
        flight=flight,
        mission=mission,
    )
