"""The error-state filter: a prediction within an engine, beside dense matrices in numpy."""

import numpy as np
from numpy.typing import NDArray

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.estimation import ErrorStateFilter

_SAMPLES = 500


def interpreted() -> Result:
    """One prediction, interpreted."""
    return _measured("interpreted")


def compiled() -> Result:
    """One prediction, compiled."""
    return _measured("compiled")


def _measured(execution: str) -> Result:
    graph = Graph("1ms")
    graph.group("imu", rate_hz=1000)
    graph.add("gyro", Constant((0.1, 0.2, 0.3), unit="rad/s"), "imu")
    graph.add("accel", Constant((0.0, 0.0, 9.8), unit="m/s2"), "imu")
    graph.add("filter", ErrorStateFilter(), "imu")
    for port in ("gyro", "accel"):
        graph.connect(f"{port}.y", f"filter.{port}")
    engine = Engine(graph, execution=execution)
    engine.run("10ms")
    ours_s, plain_s = in_turns(lambda: engine.run(_SAMPLES * 1_000_000), _plain)
    return {
        "name": f"a filter's prediction, {execution}",
        "value": ours_s / _SAMPLES * 1e6,
        "unit": "us",
        "ratios": {"dense numpy": plain_s / ours_s},
    }


def _plain() -> None:
    covariance = np.eye(15)
    noise = 1e-6 * np.eye(15)
    for _ in range(_SAMPLES):
        covariance = _dense(covariance, noise)


def _dense(covariance: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
    """What one writes first, and only the covariance of it."""
    dt_s, rotation = 0.001, np.eye(3)
    x, y, z = rotation @ np.array([0.0, 0.0, 9.8])
    f = np.eye(15)
    f[0:3, 3:6] = dt_s * np.eye(3)
    f[3:6, 6:9] = -dt_s * np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    f[3:6, 9:12] = -dt_s * rotation
    f[6:9, 12:15] = -dt_s * rotation
    found: NDArray[np.float64] = f @ covariance @ f.T + noise
    return found


BENCHMARKS = (interpreted, compiled)
