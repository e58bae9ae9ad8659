"""Rate groups: components that are sampled together."""

from dataclasses import dataclass

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.core.rate import period_ns_from_rate


@dataclass(frozen=True)
class Group:
    """A rate group: its name, and the steps in which it is due."""

    name: str
    pattern: DuePattern


def due_pattern(
    step_ns: int,
    rate_hz: object,
    period: int | str | None,
    phase: int | str,
    *,
    on_grid: bool,
    where: str,
) -> DuePattern:
    """The steps in which a group is due, from its rate or its period."""
    phase_ns = parse_duration_ns(phase, "phase", where)
    if (rate_hz is None) == (period is None):
        raise InputError(
            "the rate is not clear", where, "either rate_hz or period", "give one of the two"
        )
    if on_grid and rate_hz is None:
        raise InputError(
            "on_grid without a rate",
            where,
            "rate_hz",
            "give the rate that is to fit the grid",
            key="on_grid",
        )
    if on_grid:
        return DuePattern.on_grid(rate_hz, step_ns, phase_ns, where)
    if period is None:
        period_ns = period_ns_from_rate(rate_hz, step_ns, where=where)
    else:
        period_ns = parse_duration_ns(period, "period", where)
    return DuePattern.every(period_ns, step_ns, phase_ns, where)
