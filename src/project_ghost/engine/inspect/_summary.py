"""A schedule as plain values, for text, picture and JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import NS_PER_S
from project_ghost.engine.component._components import Block, Host, Kernel, Port
from project_ghost.engine.component._declarations import Value
from project_ghost.engine.plan._schedule import Row, Schedule, schedule
from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._graph import Graph
from project_ghost.engine.wiring._groups import Group
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.engine.wiring._policies import Policy
from project_ghost.engine.wiring._publications import AnyPublication, EventPublication

# Longer lists are left out: their length says more.
_GAPS_MAX = 1_000
_DUE_MAX = 200_000
_GAPS_SHOWN = 12


@dataclass(frozen=True)
class GroupFacts:
    """A rate group: `gaps_steps` are those of one cycle, None where there are too many."""

    name: str
    rate_hz: str  # exact: "100", or "30000/1001"
    period_ns: str  # exact too
    phase_ns: int
    cycle_steps: int
    cycle_count: int
    gaps_steps: tuple[int, ...] | None
    components: tuple[str, ...]

    @property
    def due_text(self) -> str:
        """When the group is due, in words."""
        gaps = self.gaps_steps
        if gaps is not None and len(gaps) == 1:
            return "every step" if gaps[0] == 1 else f"every {gaps[0]} steps"
        if gaps is not None and len(gaps) <= _GAPS_SHOWN:
            return f"after {', '.join(map(str, gaps))} steps, and so on"
        low = self.cycle_steps // self.cycle_count
        return f"after {low} or {low + 1} steps, {self.cycle_count} times in {self.cycle_steps}"


@dataclass(frozen=True)
class ReadFacts:
    """The read of one input. The policy is None where writer and reader share a group."""

    input: str
    source: str
    feedthrough: bool
    policy: str | None
    delay_samples: int
    gain: float
    offset: float
    initial: Value

    @property
    def note(self) -> str:
        """How the value changes on its way, in words: policy, delay, gain and offset."""
        parts = [self.policy] if self.policy else []
        if self.delay_samples:
            late = "1 sample" if self.delay_samples == 1 else f"{self.delay_samples} samples"
            parts.append(f"{late} late, first {value_text(self.initial)}")
        if self.gain != 1.0:
            parts.append(f"times {self.gain:g}")
        if self.offset != 0.0:
            parts.append(f"plus {self.offset:g}")
        return ", ".join(parts)


@dataclass(frozen=True)
class RowFacts:
    """A component in the executed order."""

    name: str
    type: str
    kind: str
    group: str
    level: str
    outputs: tuple[str, ...]
    reads: tuple[ReadFacts, ...]
    defaults: tuple[tuple[str, Value], ...]  # unconnected inputs and the values they read


@dataclass(frozen=True)
class DueFacts:
    """Groups that are due together, and the runs of steps (first, last) where they are."""

    groups: tuple[str, ...]
    count: int
    runs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PublicationFacts:
    """Signals that are published together, at the samples of a group.

    Of events they are the table and the count, and `fields` are the names of its columns.
    """

    channel: str
    signals: tuple[str, ...]
    group: str
    fields: tuple[str, ...] = ()

    @property
    def content(self) -> str:
        """The contents of a message, in words."""
        if not self.fields:
            return ", ".join(self.signals)
        records, count = self.signals
        return f"each of {count} rows of {records}: {', '.join(self.fields)}"


@dataclass(frozen=True)
class ScheduleFacts:
    """A whole schedule. `due` covers one hyperperiod, and is None where that is too long."""

    step_ns: int
    hyperperiod_steps: int
    default_policy: str
    groups: tuple[GroupFacts, ...]
    order: tuple[RowFacts, ...]
    publications: tuple[PublicationFacts, ...]
    stops: tuple[str, ...]  # signals that end the run when they are not 0
    due: tuple[DueFacts, ...] | None
    notes: tuple[str, ...]


@checked_arguments
def schedule_facts(graph: Graph) -> ScheduleFacts:
    """Schedule a graph and describe the schedule."""
    plan = schedule(graph)
    return ScheduleFacts(
        plan.step_ns,
        plan.hyperperiod_steps,
        str(graph.default_policy),
        tuple(_group(plan, group) for group in plan.groups.values()),
        tuple(_row(graph, plan, row) for row in plan.rows),
        tuple(map(_publication, plan.publications)),
        plan.stops,
        _due(plan),
        tuple(_notes(graph, plan)),
    )


def value_text(value: Value) -> str:
    """A number, or several in parentheses."""
    if isinstance(value, tuple | list | np.ndarray):
        return f"({', '.join(map(value_text, value))})"
    return f"{value:g}"


def _group(plan: Schedule, group: Group) -> GroupFacts:
    pattern = group.pattern
    interval_ns = Fraction(pattern.interval * plan.step_ns, pattern.denominator)
    gaps = None
    if pattern.cycle_count <= _GAPS_MAX:
        gaps = tuple(pattern.gap_before(k) for k in range(1, pattern.cycle_count + 1))
    return GroupFacts(
        group.name,
        str(NS_PER_S / interval_ns),
        str(interval_ns),
        pattern.phase * plan.step_ns // pattern.denominator,
        pattern.cycle_steps,
        pattern.cycle_count,
        gaps,
        tuple(row.name for row in plan.rows if row.group.name == group.name),
    )


def _row(graph: Graph, plan: Schedule, row: Row) -> RowFacts:
    component, feedthrough = row.component, row.component.feedthrough()
    reads = (
        _read(graph, plan, plan.connections[f"{row.name}.{port}"], port in feedthrough)
        for port in component.inputs()
        if f"{row.name}.{port}" in plan.connections
    )
    defaults = (
        (port, declared.default)
        for port, declared in component.inputs().items()
        if f"{row.name}.{port}" not in plan.connections and declared.default is not None
    )
    kind = next(kind for kind in (Block, Kernel, Host, Port) if isinstance(component, kind))
    return RowFacts(
        row.name,
        type(component).__name__,
        kind.__name__,
        row.group.name,
        str(component.level),
        tuple(component.outputs()),
        tuple(reads),
        tuple(defaults),
    )


def _read(graph: Graph, plan: Schedule, connection: Connection, feedthrough: bool) -> ReadFacts:  # noqa: FBT001
    writer, reader = (
        graph.group_of[component_of(end)] for end in (connection.source, connection.target)
    )
    policy = None
    if writer != reader:
        together = graph.default_policy is Policy.SYNCHRONIZED
        policy = str(Policy.SYNCHRONIZED if together else plan.policies[connection.target])
    return ReadFacts(
        port_of(connection.target),
        connection.source,
        feedthrough,
        policy,
        connection.delay_samples,
        connection.gain,
        connection.offset,
        connection.initial,
    )


def _publication(publication: AnyPublication) -> PublicationFacts:
    fields = publication.fields if isinstance(publication, EventPublication) else ()
    names = tuple(field.name for field in fields)
    return PublicationFacts(publication.channel, publication.signals, publication.group, names)


def _due(plan: Schedule) -> tuple[DueFacts, ...] | None:
    """Which groups are due together at which steps, after all of them have begun."""
    length = plan.hyperperiod_steps
    patterns = {name: group.pattern for name, group in plan.groups.items()}
    counts = {n: length // p.cycle_steps * p.cycle_count for n, p in patterns.items()}
    if max(counts.values(), default=0) > _DUE_MAX:
        return None
    meeting: dict[int, list[str]] = {}
    for name, pattern in patterns.items():
        for k in range(counts[name]):
            meeting.setdefault(pattern.step_of(k) % length, []).append(name)
    steps_of: dict[tuple[str, ...], list[int]] = {}
    for step in sorted(meeting):
        steps_of.setdefault(tuple(meeting[step]), []).append(step)
    return tuple(DueFacts(g, len(s), tuple(_runs(s))) for g, s in steps_of.items())


def _runs(steps: list[int]) -> Iterator[tuple[int, int]]:
    """Neighbouring steps as (first, last)."""
    first = last = steps[0]
    for step in steps[1:]:
        if step != last + 1:
            yield first, last
            first = step
        last = step
    yield first, last


def _notes(graph: Graph, plan: Schedule) -> Iterator[str]:
    """Notes about wiring that is legal and probably a mistake."""
    for pattern, policy in graph.overrides:
        if not any(fnmatchcase(signal, pattern) for signal in graph.signals()):
            yield f"the pattern {pattern!r} ({policy}) matches no signal"
    used = {row.group.name for row in plan.rows} | {p.group for p in plan.publications}
    for name in plan.groups:
        if name not in used:
            yield f"the group {name!r} has no components and no publications"
