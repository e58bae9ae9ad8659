"""The means of many runs, by type of scenario and planner."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from project_ghost.core.dmath import sqrt

from ._schema import Field

__all__ = ["AGGREGATES", "Mean", "aggregates", "mean_of", "mean_text", "with_overall"]

AGGREGATES = (
    Field("scenario_type", "string"),
    Field("planner", "string"),
    Field("metric", "string"),
    Field("n", "int64"),
    Field("failed", "int64"),
    Field("mean", "float64"),
    Field("low", "float64"),
    Field("high", "float64"),
)
FAILED = "failed"
ALL_TYPES = "all scenarios"
# The 0.975 quantile of the normal distribution, and of Student's for few degrees of freedom.
_NORMAL = 1.959963984540054
_STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


class Mean(NamedTuple):
    """A mean with its 95 % confidence interval, which is None for a single value."""

    mean: float
    low: float | None
    high: float | None


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of values, and the interval for the mean of many more like them."""
    count = len(values)
    mean = _sum(values) / count
    if count < 2:
        return Mean(mean, None, None)
    squares = _sum((value - mean) * (value - mean) for value in values)
    half = _student(count - 1) * sqrt(squares / (count - 1) / count)
    return Mean(mean, mean - half, mean + half)


def mean_text(mean: Mean) -> str:
    """Return a mean with its interval."""
    if mean.low is None or mean.high is None:
        return f"{mean.mean:.4g}"
    return f"{mean.mean:.4g} [{mean.low:.4g}, {mean.high:.4g}]"


def aggregates(rows: Iterable[Mapping[str, Any]], metrics: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return a row for each type of scenario, planner and metric.

    A run that failed counts as 0; one without the metric does not count.
    """
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["scenario_type"], row["planner"]), []).append(row)
    found = []
    for (kind, planner), members in groups.items():
        failed = sum(row["status"] == FAILED for row in members)
        for metric in metrics:
            values = [0.0 if row["status"] == FAILED else row[metric] for row in members]
            known = [float(value) for value in values if value is not None]
            if known:
                found.append((kind, planner, metric, len(known), failed, *mean_of(known)))
    return found


def with_overall(
    rows: Sequence[Mapping[str, Any]], metrics: Sequence[str]
) -> list[tuple[Any, ...]]:
    """Return the same after rows over all types of scenarios, where there are several."""
    by_type = aggregates(rows, metrics)
    if len({row[0] for row in by_type}) < 2:
        return by_type
    together = ({**row, "scenario_type": ALL_TYPES} for row in rows)
    return [*aggregates(together, metrics), *by_type]


def _sum(values: Iterable[float]) -> float:
    """The sum in the order of the values: the same bits everywhere."""
    total = 0.0
    for value in values:
        total += value
    return total


def _student(freedom: int) -> float:
    """The 0.975 quantile of Student's distribution, to 0.1 % (Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = _NORMAL
    cubed = z * z * z
    first = (cubed + z) / 4.0
    second = (5.0 * cubed * z * z + 16.0 * cubed + 3.0 * z) / 96.0
    return z + first / freedom + second / (freedom * freedom)
