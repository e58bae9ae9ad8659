"""The means of many runs, by type of scenario and planner."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple, final

from project_ghost.core.dmath import sqrt

from ._schema import Field

__all__ = ["AGGREGATES", "FAILED", "Mean", "aggregates", "mean_of", "mean_text", "with_overall"]

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


# Some columns of the runs, as tables of pyarrow one after the other.
Windows = Callable[[Sequence[str]], Iterable[Any]]


class Mean(NamedTuple):
    """A mean with its 95 % confidence interval, which is None for a single value."""

    mean: float
    low: float | None
    high: float | None


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of values, and the interval for the mean of many more like them."""
    count = len(values)
    mean = _sum(values) / count
    return _with_interval(count, mean, _sum((value - mean) * (value - mean) for value in values))


def _with_interval(count: int, mean: float, squares: float) -> Mean:
    """A mean, from it and the sum of the squares of what differs from it."""
    if count < 2:
        return Mean(mean, None, None)
    half = _student(count - 1) * sqrt(squares / (count - 1) / count)
    return Mean(mean, mean - half, mean + half)


def mean_text(mean: Mean) -> str:
    """Return a mean with its interval."""
    if mean.low is None or mean.high is None:
        return f"{mean.mean:.4g}"
    return f"{mean.mean:.4g} [{mean.low:.4g}, {mean.high:.4g}]"


@final
class _Sums:
    """The sums of one metric over the runs of a group, in the order of the runs."""

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def mean(self) -> Mean:
        return _with_interval(self.count, self.total / self.count, self.squares)


def aggregates(
    windows: Windows, metrics: Sequence[str], *, is_by_type: bool = True
) -> list[tuple[Any, ...]]:
    """Return a row for each type of scenario, planner and metric, or for all types together.

    `windows` gives columns of the runs, such as `OpenSweep.windows`. It is called twice: a mean
    must be known before the squares of what differs from it are added. A run that failed counts as
    0; one without the metric does not count.
    """
    columns = ["scenario_type", "planner", "status", *metrics]
    groups: dict[tuple[str, str], dict[str, _Sums]] = {}
    failed: Counter[tuple[str, str]] = Counter()
    for key, is_failed, metric, value in _values(windows(columns), metrics, is_by_type=is_by_type):
        if metric is None:
            failed[key] += is_failed
            groups.setdefault(key, {each: _Sums() for each in metrics})
        else:
            sums = groups[key][metric]
            sums.count += 1
            sums.total += value
    for key, _, metric, value in _values(windows(columns), metrics, is_by_type=is_by_type):
        if metric is not None:
            sums = groups[key][metric]
            difference = value - sums.total / sums.count
            sums.squares += difference * difference
    return [
        (*key, metric, sums.count, failed[key], *sums.mean())
        for key, members in groups.items()
        for metric, sums in members.items()
        if sums.count
    ]


def with_overall(windows: Windows, metrics: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the same after rows over all types of scenarios, where there are several."""
    by_type = aggregates(windows, metrics)
    if len({row[0] for row in by_type}) < 2:
        return by_type
    return [*aggregates(windows, metrics, is_by_type=False), *by_type]


def _values(
    tables: Iterable[Any], metrics: Sequence[str], *, is_by_type: bool
) -> Iterator[tuple[tuple[str, str], bool, str | None, float]]:
    """The values of all runs, each with its group and its metric; each run first without one."""
    for table in tables:
        kinds = table.column("scenario_type").to_pylist()
        planners = table.column("planner").to_pylist()
        fails = [status == FAILED for status in table.column("status").to_pylist()]
        keys = list(zip(kinds if is_by_type else repeat(ALL_TYPES), planners, strict=False))
        for key, is_failed in zip(keys, fails, strict=True):
            yield key, is_failed, None, 0.0
        for metric in metrics:
            column = table.column(metric).to_pylist()
            for key, is_failed, value in zip(keys, fails, column, strict=True):
                if is_failed or value is not None:
                    yield key, is_failed, metric, 0.0 if is_failed else float(value)


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
