"""The schedule of a period: at its own rates, or every component once at the fastest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import InputError
from project_ghost.engine.plan._layout import FIRST_TICK, PHASE, TICK, Layout, lay_out
from project_ghost.engine.wiring._names import component_of
from project_ghost.engine.wiring._policies import Policy

if TYPE_CHECKING:
    from project_ghost.engine import Schedule
    from project_ghost.engine.wiring._connections import Connection
    from project_ghost.symbolic.model._model import RateTransitions

# A period of more ticks than this is no longer a graph that one wants.
MOST_TICKS = 10_000


@dataclass(frozen=True)
class Period:
    """A schedule with its layout, and the ticks of the period that becomes a graph.

    `first` is a tick long after the start, so that all rings are filled; every tick that is a
    whole number of periods before or after it is like it.
    """

    plan: Schedule
    layout: Layout
    first: int
    ticks: int

    @property
    def ns(self) -> int:
        """The length of the period."""
        return self.ticks * self.plan.step_ns

    def samples_before(self, group: str, tick: int) -> int:
        """How many samples a group has taken before a tick."""
        return self.plan.groups[group].pattern.count_before(tick)

    def is_begun_at(self, tick: int) -> bool:
        """Whether a period may begin at a tick of a run: in step, groups begun, rings filled."""
        if (tick - self.first) % self.ticks or any(
            tick < group.pattern.step_of(0) for group in self.plan.groups.values()
        ):
            return False
        return all(
            self.samples_before(self.plan.row(component_of(c.source)).group.name, tick) >= count
            for c, count in self._samples_needed()
        )

    def _samples_needed(self) -> list[tuple[Connection, int]]:
        """For each read between samples, how many the writer must have taken before."""
        return [
            (self.plan.connections[target], self.plan.connections[target].delay_samples + 2)
            for target in self.layout.rings
            if self.plan.policies[target] is not Policy.ZOH
        ]

    def next_begin(self, tick: int) -> int:
        """The first tick at or after one at which a period may begin."""
        tick += (self.first - tick) % self.ticks
        while not self.is_begun_at(tick):
            tick += self.ticks
        return tick


def period_of(plan: Schedule, kind: RateTransitions, most_ticks: int = MOST_TICKS) -> Period:
    """The period of a schedule."""
    if kind == "snapshot":
        plan = _at_fastest_rate(plan)
    ticks = plan.hyperperiod_steps
    if ticks > most_ticks:
        rates = ", ".join(f"{name} every {_interval(plan, name)} steps" for name in plan.groups)
        raise InputError(
            f"the pattern of rates repeats only after {ticks:,} ticks",
            "rate_transitions: embedded",
            f"at most {most_ticks:,} ticks; the groups are {rates}",
            "choose rates with a shorter common period, or rate_transitions: snapshot",
        )
    layout = lay_out(plan)
    deepest = max((ring.length for ring in layout.rings.values()), default=0)
    latest = max(group.pattern.step_of(deepest + 2) for group in plan.groups.values())
    first = ticks * ceil(latest / ticks) + _all_due(plan, ticks)
    return Period(plan, layout, first, ticks)


def counters_before(period: Period) -> list[Any]:
    """The counters of a run just before the first tick of a period."""
    first, layout = period.first, period.layout
    counters: list[Any] = [0] * layout.counters_size
    counters[TICK], counters[PHASE], counters[FIRST_TICK] = first, 0, first
    for name, start in layout.groups.items():
        pattern = period.plan.groups[name].pattern
        sample = pattern.count_before(first) - 1
        counters[start : start + 4] = (
            pattern.step_of(sample + 1),
            pattern.step_of(sample),
            sample,
            pattern.gap_before(sample),
        )
    return counters


def _interval(plan: Schedule, group: str) -> Fraction:
    pattern = plan.groups[group].pattern
    return Fraction(pattern.interval, pattern.denominator)


def _all_due(plan: Schedule, ticks: int) -> int:
    """A tick in the period at which all groups are due, so that less has to be kept; else 0."""
    patterns = {group.pattern for group in plan.groups.values()}
    for tick in range(ticks):
        # Far behind all phases, where every cycle is like the next.
        later = tick + ticks * (1 + max(each.phase for each in patterns))
        if all(each.is_due(later) for each in patterns):
            return tick
    return 0


def _at_fastest_rate(plan: Schedule) -> Schedule:
    """All groups with the pattern of the fastest: every component runs once in each period."""
    interval = max(1, int(min(_interval(plan, name) for name in plan.groups)))
    pattern = DuePattern.from_steps(interval, 0)
    groups = {name: replace(group, pattern=pattern) for name, group in plan.groups.items()}
    period_ns = interval * plan.step_ns
    return replace(
        plan,
        groups=groups,
        rows=tuple(replace(row, group=groups[row.group.name]) for row in plan.rows),
        connections={
            target: replace(c, delay_samples=c.delay_ns // period_ns) if c.delay_ns else c
            for target, c in plan.connections.items()
        },
        policies=dict.fromkeys(plan.policies, Policy.ZOH),
    )
