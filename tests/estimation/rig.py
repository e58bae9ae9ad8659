"""A vehicle on a smooth path that is known exactly, with sensors and a filter on it."""

from typing import Any

import numpy as np

from project_ghost.core.dmath import sincos
from project_ghost.engine import Block, Engine, Graph, Kind, Output
from project_ghost.estimation import ArrivalCount, ErrorStateFilter, NoisyGroundTruth
from project_ghost.models.rigid_body import STANDARD_GRAVITY_MPS2, Quaternion, Vector, to_body
from project_ghost.models.sensors import Compass, Gnss, Imu, WheelOdometry

STEP_NS = 10_000_000
TRUTH = ("position", "attitude", "velocity", "rate", "acceleration")

# Amplitudes in metres and frequencies in rad/s of the path, then roll and yaw.
_AX, _AY, _AZ = 20.0, 12.0, 1.5
_WX, _WY, _WZ, _WR, _WY_YAW = 0.5, 0.7, 0.3, 0.9, 0.4


class Path(Block):
    """Swings along three axes, rolls and turns: every derivative in closed form."""

    position = Output(shape=(3,), unit="m", rate="velocity")
    attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    velocity = Output(shape=(3,), unit="m/s")
    rate = Output(shape=(3,), unit="rad/s")
    acceleration = Output(shape=(3,), unit="m/s2")

    @staticmethod
    def output(time_ns: int) -> tuple[Vector, Quaternion, Vector, Vector, Vector]:
        t = time_ns / 1e9
        sx, cx = sincos(_WX * t)
        sy, cy = sincos(_WY * t)
        sz, cz = sincos(_WZ * t)
        sr, cr = sincos(_WR * t)
        sw, cw = sincos(_WY_YAW * t)
        position = (_AX * sx, _AY * (1.0 - cy), _AZ * sz)
        velocity = (_AX * _WX * cx, _AY * _WY * sy, _AZ * _WZ * cz)
        roll, roll_rate = 0.3 * sr, 0.3 * _WR * cr
        yaw, yaw_rate = 1.2 * sw, 1.2 * _WY_YAW * cw
        s1, c1 = sincos(0.5 * roll)
        s2, c2 = sincos(0.5 * yaw)
        # First the roll about x, then the yaw about z.
        q = (c2 * c1, c2 * s1, s2 * s1, s2 * c1)
        sine, cosine = sincos(roll)
        rate = (roll_rate, yaw_rate * sine, yaw_rate * cosine)
        felt = (
            -_AX * _WX * _WX * sx,
            _AY * _WY * _WY * cy,
            -_AZ * _WZ * _WZ * sz + STANDARD_GRAVITY_MPS2,
        )
        return position, q, velocity, rate, to_body(q, felt)


def rig(
    *,
    imu: dict[str, Any] | None = None,
    gnss: dict[str, Any] | None = None,
    compass: dict[str, Any] | None = None,
    odometry: dict[str, Any] | None = None,
    noisy: dict[str, Any] | None = None,
    **values: Any,
) -> Graph:
    """The path, an IMU at 100 Hz and those of the other sensors that are given, 10 Hz each."""
    graph = Graph(STEP_NS)
    graph.group("imu", period=STEP_NS)
    graph.group("slow", period=10 * STEP_NS)
    graph.add("path", Path(), "imu")
    graph.add("imu", Imu(**(imu or {})), "imu")
    graph.add("filter", ErrorStateFilter(**{**start(), **values}), "imu")
    for port in ("rate", "acceleration"):
        graph.connect(f"path.{port}", f"imu.{port}")
    for port in ("gyro", "accel"):
        graph.connect(f"imu.{port}", f"filter.{port}")
    graph.connect("imu.valid", "filter.imu_valid")
    if gnss is not None:
        _add(graph, "gnss", Gnss(**gnss), ("position", "velocity"), ("fix", "fix_velocity"))
    if compass is not None:
        _add(graph, "compass", Compass(**compass), ("attitude",), ("heading",))
    if odometry is not None:
        wheels = WheelOdometry(**odometry)
        truth = ("attitude", "velocity", "rate")
        _add(graph, "odometry", wheels, truth, ("speed", "yaw_rate"))
    if noisy is not None:
        graph.add("noisy", NoisyGroundTruth(**noisy), "slow")
        for port in TRUTH:
            graph.connect(f"path.{port}", f"noisy.{port}")
    return graph


def _add(graph: Graph, name: str, sensor: Any, truth: tuple[str, ...], ports: Any) -> None:
    graph.add(name, sensor, "slow")
    graph.add(f"{name}_count", ArrivalCount(), "slow")
    for port in truth:
        graph.connect(f"path.{port}", f"{name}.{port}")
    for port in ports:
        graph.connect(f"{name}.{port}", f"filter.{port}")
    graph.connect(f"{name}.valid", f"{name}_count.valid")
    graph.connect(f"{name}_count.count", f"filter.{name}_count")


def start() -> dict[str, Any]:
    """What is true at time 0, as the filter takes it."""
    position, q, velocity, _, _ = Path.output(0)
    return {"position_m": position, "velocity_mps": velocity, "attitude_q": q}


def error_of(engine: Engine) -> np.ndarray:
    """Belief less truth, all 15, the attitude's as a turn about the world's axes."""
    get = engine.array
    b, a = get("filter.believed_attitude"), get("path.attitude")
    w = float(b @ a)
    # b * conjugate(a), the vector part
    vector = a[0] * b[1:] - b[0] * a[1:] - np.cross(b[1:], a[1:])
    turn = 2.0 * np.arctan2(np.linalg.norm(vector), abs(w)) * (1.0 if w >= 0 else -1.0)
    length = np.linalg.norm(vector)
    return np.concatenate(
        [
            get("filter.believed_position") - get("path.position"),
            get("filter.believed_velocity") - get("path.velocity"),
            vector * (turn / length if length > 0.0 else 2.0),
            get("filter.accel_bias") - get("imu.accel_bias"),
            get("filter.gyro_bias") - get("imu.gyro_bias"),
        ]
    )


def nees_of(engine: Engine) -> float:
    """The error's square in units of the covariance."""
    error = error_of(engine)
    return float(error @ np.linalg.solve(engine.array("filter.covariance"), error))
