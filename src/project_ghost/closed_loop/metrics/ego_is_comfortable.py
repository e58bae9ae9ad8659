"""Whether accelerations, jerks and yaw rates stay within what people find comfortable."""

from collections.abc import Callable
from typing import NamedTuple

from project_ghost.core.arrays import Floats

from ._evaluation import Evaluation
from ._result import MetricResult, Statistic
from ._run_arrays import RunArrays
from .common import motion

__all__ = ["measure"]

# The yaw acceleration is the second derivative of a cubic.
_SAMPLES_MIN = 4


class _Bound(NamedTuple):
    name: str
    series: Callable[[RunArrays], Floats]
    least: float
    most: float


_BOUNDS = (
    _Bound("longitudinal_acceleration_mps2", motion.longitudinal_acceleration, -4.05, 2.40),
    _Bound("lateral_acceleration_mps2", motion.lateral_acceleration, -4.89, 4.89),
    _Bound("yaw_rate_rps", motion.yaw_rate, -0.95, 0.95),
    _Bound("yaw_acceleration_rps2", motion.yaw_acceleration, -1.93, 1.93),
    _Bound("longitudinal_jerk_mps3", motion.longitudinal_jerk, -4.13, 4.13),
    _Bound("jerk_mps3", motion.jerk, -8.37, 8.37),
)


def measure(evaluation: Evaluation) -> MetricResult:
    """1 if all six series stay strictly within their bounds, else 0."""
    run = evaluation.run
    if len(run) < _SAMPLES_MIN:
        return MetricResult(note=f"needs {_SAMPLES_MIN} samples, and the run has {len(run)}")
    statistics: dict[str, Statistic] = {}
    series: dict[str, Floats] = {}
    comfortable = True
    for bound in _BOUNDS:
        values = bound.series(run)
        within = bool(((values > bound.least) & (values < bound.most)).all())
        statistics |= {
            f"{bound.name}_min": float(values.min()),
            f"{bound.name}_max": float(values.max()),
            f"{bound.name}_is_within": within,
        }
        series[bound.name] = values
        comfortable = comfortable and within
    return MetricResult(float(comfortable), statistics, series)
