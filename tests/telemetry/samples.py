"""Messages and recordings that tests share."""

from pathlib import Path
from typing import Any

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.hal.messages import GroundTruth, SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    Goal,
    MissionMode,
    MissionStatus,
    NavigationState,
    SensorHealthMap,
    VehicleState,
    vehicle_state_from_ground_truth,
)
from project_ghost.telemetry import Attachment, ChannelSpec, Column, Recorder, signals_schema

CAR = ChannelSpec("/car", "Car", signals_schema("Car", {"x": (), "p": (3,)}))
COLUMNS = (Column("Car.x", (), "m"), Column("Scene.bodies", (2, 3)))
STEP_NS = 1_000_000
DATA = Path(__file__).parents[2].parent / "shared" / "data"


def truth(**changes: Any) -> GroundTruth:
    values: dict[str, Any] = {
        "stamp_sim_ns": 7,
        "position_enu_m": np.array([1.0, -0.0, 5e-324]),
        "orientation_q": np.array([1.0, 0.0, 0.0, 0.0]),
        "linear_velocity_world_mps": np.array([0.1, 0.2, 0.3]),
        "angular_velocity_body_rps": np.array([0.0, 0.0, 1e-300]),
        "accel_body_mps2": np.array([0.0, 0.0, 9.81]),
    }
    return GroundTruth(**(values | changes))


def vehicle_state(stamp_sim_ns: int = 7, covariance: float | None = None) -> VehicleState:
    state = vehicle_state_from_ground_truth(
        gt=truth(stamp_sim_ns=stamp_sim_ns),
        sensors_health=SensorHealthMap({"imu": SensorHealth.OK, "gnss": SensorHealth.DEGRADED}),
        flight=FlightStatus(True, FlightMode.OFFBOARD, 12.5, 0.75, 3),
        mission=MissionStatus(MissionMode.NAVIGATE, Goal(np.ones(3), 0.5, {"a": (1, "b")}), 0.5, 1),
        stamp_wall_ns=stamp_sim_ns,
    )
    if covariance is None:
        return state
    nav = state.nav
    with_covariance = NavigationState(
        nav.pose,
        nav.twist_world,
        nav.twist_body,
        nav.accel_body_mps2,
        nav.imu_biases,
        covariance * np.eye(15),
    )
    return VehicleState(
        stamp_sim_ns, stamp_sim_ns, with_covariance, state.sensors, state.flight, state.mission
    )


def record_run(
    path: Path,
    *,
    ticks: int = 3000,
    block: int = 1000,
    shift: float = 0.0,
    shift_from: int = 0,
    **options: Any,
) -> dict[str, str]:
    """A run of a car, an event now and then, signals and links; its digests.

    `shift` moves the car from the tick `shift_from` on; `block` is how many ticks are handed
    over at a time, which must make no difference.
    """
    with Recorder(
        path,
        channels=[CAR],
        attachments=[Attachment("scenario.yaml", "application/yaml", b"name: sample\n")],
        manifest={"seed": "42", "level": "portable"},
        **options,
    ) as recorder:
        recorder.add_signals("/signals/fast", COLUMNS)
        recorder.add_links(STEP_NS)
        stamps = np.arange(ticks) * STEP_NS
        values = np.arange(7.0 * ticks).reshape(ticks, 7) * 0.1
        values[shift_from:, 0] += shift
        links = np.arange(ticks) * 7919
        if shift:
            links[shift_from:] += 1
        sequence = 0
        for start in range(0, ticks, block):
            for tick in range(start, min(ticks, start + block)):
                now_ns = tick * STEP_NS
                x = 0.1 * tick + (shift if tick >= shift_from else 0.0)
                for channel, every, payload in (
                    ("/car", 10, {"x": x, "p": (x, 2.0, -0.0)}),
                    ("/events", 700, {"what": "bump", "tick": tick}),
                ):
                    if tick % every == 0:
                        recorder.record(Message(channel, now_ns, sequence, payload))
                        sequence += 1
                if tick % 900 == 0:
                    recorder.record(Message("/observer/note", now_ns, tick // 900, "seen"))
            stop = start + block
            recorder.record_rows("/signals/fast", stamps[start:stop], values[start:stop])
            recorder.record_links(links[start:stop])
    return recorder.digests()
