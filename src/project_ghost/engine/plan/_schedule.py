"""The static schedule: which component runs when, in which order.

The order within a tick is topological: the writer of a feedthrough input runs before its
reader. Components that no connection orders run in the order of their declaration. The
sorted order is the executed order.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import gcd, lcm

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._graph import Graph
from project_ghost.engine.wiring._groups import Group
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.engine.wiring._policies import Policy
from project_ghost.engine.wiring._publications import AnyPublication


@dataclass(frozen=True)
class Row:
    """A component in the executed order."""

    name: str
    component: AbstractComponent
    group: Group


@dataclass(frozen=True)
class Schedule:
    """Everything that is fixed before a run: order, rates, wiring, policies."""

    step_ns: int
    groups: Mapping[str, Group]
    rows: tuple[Row, ...]
    connections: Mapping[str, Connection]
    policies: Mapping[str, Policy]  # by input: how it reads
    publications: tuple[AnyPublication, ...]
    stops: tuple[str, ...]  # the run ends when one of these signals is not 0
    exposed: tuple[str, ...] = ()  # inputs that are set from outside

    def __repr__(self) -> str:
        size = counted(len(self.rows), "component")
        return f"<Schedule of {size} in {counted(len(self.groups), 'rate group')}>"

    @property
    def hyperperiod_steps(self) -> int:
        """The number of steps after which the pattern of due groups repeats."""
        return lcm(*(group.pattern.cycle_steps for group in self.groups.values()))

    def group_number(self, name: str) -> int:
        """The index of a group in the order of declaration."""
        return self._group_numbers[name]

    def row(self, name: str) -> Row:
        """The row of a component."""
        return self.rows[self.row_number(name)]

    def row_number(self, name: str) -> int:
        """The index of a component in the executed order."""
        return self._row_numbers[name]

    # Kept, so that looking something up takes no longer in a schedule of many components.
    @cached_property
    def _group_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.groups)}

    @cached_property
    def _row_numbers(self) -> dict[str, int]:
        return {row.name: number for number, row in enumerate(self.rows)}


@checked_arguments
def schedule(graph: Graph) -> Schedule:
    """Check the whole graph and sort its components."""
    _require_connected(graph)
    groups = _synchronized(graph) if graph.default_policy is Policy.SYNCHRONIZED else graph.groups
    rows = tuple(
        Row(name, graph.components[name], groups[graph.group_of[name]]) for name in _order(graph)
    )
    return Schedule(
        graph.step_ns,
        dict(groups),
        rows,
        {target: _delayed(graph, groups, c) for target, c in graph.connections.items()},
        {target: _policy(graph, groups, c) for target, c in graph.connections.items()},
        tuple(graph.publications),
        tuple(graph.stops),
        tuple(graph.exposed),
    )


def _require_connected(graph: Graph) -> None:
    for name, component in graph.components.items():
        for port, declared in component.inputs().items():
            target = f"{name}.{port}"
            if target in graph.connections or target in graph.exposed:
                continue
            if declared.default is None:
                raise InputError(
                    f"the input {name}.{port} is not connected",
                    f"component {name!r}",
                    "a writer for every input that has no default",
                    f"connect a signal to it: one of {', '.join(graph.signals()[:20])}",
                )


def _delayed(graph: Graph, groups: Mapping[str, Group], connection: Connection) -> Connection:
    """The connection with its delay as samples of the writer's group, at the scheduled rate."""
    if not connection.delay_ns:
        return connection
    pattern = groups[graph.group_of[component_of(connection.source)]].pattern
    samples = connection.delay_ns // (pattern.interval * graph.step_ns)
    return replace(connection, delay_samples=samples)


def _policy(graph: Graph, groups: Mapping[str, Group], connection: Connection) -> Policy:
    """The policy of a connection: one applies only across rates."""
    writer, reader = (
        groups[graph.group_of[component_of(n)]] for n in (connection.source, connection.target)
    )
    if writer.pattern == reader.pattern:
        return Policy.ZOH
    for pattern, policy in graph.overrides:
        if fnmatchcase(connection.source, pattern):
            return policy
    return graph.default_policy


def _synchronized(graph: Graph) -> dict[str, Group]:
    """All groups at the least common multiple of their rates."""
    rates = [Fraction(g.pattern.denominator, g.pattern.interval) for g in graph.groups.values()]
    common = Fraction(lcm(*(r.numerator for r in rates)), gcd(*(r.denominator for r in rates)))
    interval = 1 / common
    if interval.denominator != 1:
        raise InputError(
            f"the least common multiple of the rates is one sample in {interval} steps",
            "synchronization: SYNCHRONIZED",
            "a whole number of steps",
            f"choose a step {interval.denominator} times as fine, or another policy",
        )
    first = next(iter(graph.groups.values()))
    for group in graph.groups.values():
        if _phase(group) != _phase(first):
            raise InputError(
                f"the phases of {first.name!r} and {group.name!r} differ: "
                f"{_phase(first)} and {_phase(group)} steps",
                "synchronization: SYNCHRONIZED",
                "one phase for all groups, because all are sampled together",
                "give them the same phase, or choose another policy",
            )
    pattern = DuePattern.from_steps(interval, _phase(first))
    return {name: replace(group, pattern=pattern) for name, group in graph.groups.items()}


def _phase(group: Group) -> Fraction:
    """The step of a group's first sample."""
    return Fraction(group.pattern.phase, group.pattern.denominator)


def _order(graph: Graph) -> list[str]:
    """The components, writers of feedthrough inputs first, otherwise as declared."""
    before: dict[str, list[str]] = {name: [] for name in graph.components}
    after: dict[str, list[str]] = {name: [] for name in graph.components}
    for name, component in graph.components.items():
        for port in component.inputs():
            connection = graph.connections.get(f"{name}.{port}")
            if connection is None or connection.delay_samples:
                continue
            if port in component.feedthrough():
                before[name].append(component_of(connection.source))
                after[component_of(connection.source)].append(name)
    names = list(before)
    numbers = {name: number for number, name in enumerate(names)}
    missing = {name: len(writers) for name, writers in before.items()}
    # The numbers of all components whose writers are placed: the first declared comes next.
    ready = [numbers[name] for name in names if not missing[name]]
    heapify(ready)
    ordered: dict[str, None] = {}
    while ready:
        name = names[heappop(ready)]
        ordered[name] = None
        for reader in after[name]:
            missing[reader] -= 1
            if not missing[reader]:
                heappush(ready, numbers[reader])
    if len(ordered) < len(names):
        raise _cycle_error(graph, {n: b for n, b in before.items() if n not in ordered}, ordered)
    return list(ordered)


def _cycle_error(graph: Graph, before: dict[str, list[str]], placed: Collection[str]) -> InputError:
    """The error about a cycle: follow the writers back until a component repeats."""
    name = next(iter(before))
    path: list[str] = []
    while name not in path:
        path.append(name)
        name = next(n for n in before[name] if n not in placed)
    cycle = [*path[path.index(name) :], name][::-1]
    wires = []
    for writer, reader in pairwise(cycle):
        ports = graph.components[reader].feedthrough()
        wires.append(
            next(
                c
                for c in graph.connections.values()
                if component_of(c.source) == writer
                and component_of(c.target) == reader
                and port_of(c.target) in ports
                and not c.delay_samples
            )
        )
    shown = ", ".join(f"{wire.source} -> {wire.target}" for wire in wires)
    return InputError(
        f"an algebraic cycle: {' -> '.join(cycle)}",
        shown,
        "outputs that do not depend on themselves within one instant",
        "make one of these connections `delayed`, or compute that output from the state alone",
    )
