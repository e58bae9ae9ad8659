"""States and recordings that the tests of belief share."""

from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from project_ghost.hal.messages import SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    IMUBiases,
    MissionMode,
    MissionStatus,
    NavigationState,
    Pose,
    SensorHealthMap,
    Twist,
    VehicleState,
)
from project_ghost.telemetry import CHANNEL_STATE_NAV, MCAPFileSink

IDENTITY = (1.0, 0.0, 0.0, 0.0)
DATA = Path(__file__).parents[2].parent / "shared" / "data"


def state(
    stamp_ns: int = 0,
    position: Any = (0.0, 0.0, 0.0),
    q: Any = IDENTITY,
    covariance: Any = None,
) -> VehicleState:
    zero = np.zeros(3)
    return VehicleState(
        stamp_sim_ns=stamp_ns,
        stamp_wall_ns=stamp_ns,
        nav=NavigationState(
            pose=Pose(np.array(position, dtype=float), np.array(q, dtype=float)),
            twist_world=Twist(zero, zero, "world"),
            twist_body=Twist(zero, zero, "body"),
            accel_body_mps2=zero,
            imu_biases=IMUBiases(zero, zero),
            covariance_15x15=covariance,
        ),
        sensors=SensorHealthMap(MappingProxyType({"imu": SensorHealth.OK})),
        flight=FlightStatus(True, FlightMode.OFFBOARD, None, None, 0),
        mission=MissionStatus(MissionMode.IDLE, None, 0.0, None),
    )


def covariances(count: int) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
    factors = np.random.default_rng(5).normal(size=(count, 15, 15))
    products = [factor @ factor.T / 15 for factor in factors]
    return [(each + each.T) / 2 for each in products]


def record(path: Path, *states: VehicleState, channel: str = CHANNEL_STATE_NAV) -> Path:
    with MCAPFileSink(path) as sink:
        for each in states:
            sink.publish(channel, each.stamp_sim_ns, each)
    return path
