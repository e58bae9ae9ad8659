"""Straight-line source of a whole schedule: one function, for the interpreter and for Numba.

    run(values, value_array, parameters, parameter_array, counters,
        chain_keys, links, messages, heads, last_tick, with_outputs)

`values`, `parameters` and `counters` are the arrays of the run. `value_array` and
`parameter_array` are the same memory as arrays: the interpreter reads single numbers faster
through a memoryview. `links` receives one link of the hash chain for each tick, by means of
`chain_keys`; from the interpreter it receives the bytes of all values instead, which is cheaper
there. `messages` and `heads` receive the published messages.

The function continues from the position in the counters to `last_tick`: up to and including
the outputs of that tick if `with_outputs` is true, otherwise to just before them. It returns
early when the room for links or messages is used up, and at a component whose result comes
from outside: a host, which only the interpreter calls in its place, or a port. The next call
goes on after it (`engine/plan/_pauses.py`).

Within a tick (docs/architecture.md, Engine):

    for each due group:     note the sample and when the next one is
    for each due component, in the schedule's order:
        convert inputs, call output (or step), refuse NaN, store
    for each due publication: copy its signals
    the hash link, over all written values
    for each due component: call update and derivative, refuse NaN, store

If a phase fails, `counters[TICK]`, `counters[PHASE]` and `counters[ROW]` hold the place:
components before it have written, those after it have not, and the run is over. There is a
link for every tick whose outputs were all made.

Why: ADR 8.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, final

from project_ghost.core.duration import NS_PER_S
from project_ghost.engine.codegen._helpers import HelperCalls
from project_ghost.engine.component._components import Host, Kernel, Port
from project_ghost.engine.plan._chained_values import chained_ranges
from project_ghost.engine.plan._layout import (
    FIRST_TICK,
    LINK,
    MESSAGE_VALUES,
    MESSAGES,
    PAUSE,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    Ring,
    Slot,
)
from project_ghost.engine.plan._messages import most_per_tick
from project_ghost.engine.plan._pauses import pauses_in_output, pauses_in_update
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.wiring._groups import Group

from ._calls import Calls
from ._fragments import assigned, due, indented, place
from ._function_names import FunctionNames
from ._input_reads import input_reads
from ._publications import publication_source

# A group that is due in every tick chains so many values without calls.
_CHAINED_INLINE = 48

_SIGNATURE = (
    "run(values, value_array, parameters, parameter_array, counters, "
    "chain_keys, links, messages, heads, last_tick, with_outputs)"
)


@dataclass(frozen=True)
class ScheduleSource:
    """The source of `run`, and what it calls: components' functions, and helpers by name."""

    text: str
    names: FunctionNames
    helpers: frozenset[str]


def schedule_source(
    plan: Schedule, layout: Layout, *, chained: bool, interpreted: bool
) -> ScheduleSource:
    """The source of a schedule.

    Interpreted source calls hosts and keeps values for the links; compiled source pauses at
    hosts and computes the links.
    """
    return _Generator(plan, layout, chained=chained, interpreted=interpreted).made()


def symbolic_source(
    plan: Schedule, layout: Layout, without: Collection[str], held: Collection[str]
) -> ScheduleSource:
    """The source of a schedule whose values are symbols.

    It does not compare them, and takes time and sample numbers from `time_at(tick)` and
    `sample_at(group, sample)`. The functions of the components `without` are not called, but
    their signals go into rings; after each write `hold(start, stop)` may put back what the signals
    and states `held` had.
    """
    bare = replace(plan, publications=(), stops=())
    generator = _Generator(bare, layout, chained=False, interpreted=True)
    generator.calls = replace(generator.calls, is_symbolic=True)
    generator.without = frozenset(without)
    generator.held = frozenset(held)
    return generator.made()


class _Part(NamedTuple):
    """Source of one row or publication in a phase of a tick."""

    group: str
    body: list[str]
    after: Sequence[str] = ()  # once the result is there
    row: int = 0
    pauses_in: str = ""  # the function that has the result, where the tick pauses for it


@final
class _Generator:
    """Writes the source of one schedule."""

    def __init__(self, plan: Schedule, layout: Layout, *, chained: bool, interpreted: bool) -> None:
        self.plan = plan
        self.layout = layout
        self.chained = chained
        self.interpreted = interpreted
        self.rows = dict(enumerate(plan.rows))
        self.helpers = HelperCalls()
        self.names = FunctionNames(row.component for row in self.rows.values())
        self.calls = Calls(plan, layout, self.names, self.helpers, interpreted)
        self.rings: dict[str, list[Ring]] = {}  # by the signal that they keep samples of
        for target, ring in layout.rings.items():
            self.rings.setdefault(plan.connections[target].source, []).append(ring)
        # Of a schedule over symbols only.
        self.without: frozenset[str] = frozenset()
        self.held: frozenset[str] = frozenset()

    def made(self) -> ScheduleSource:
        """The text, and what it calls."""
        text = self.text()
        return ScheduleSource(text, self.names, frozenset(self.helpers.used))

    def text(self) -> str:
        """The text of `run`."""
        lines = [f"def {_SIGNATURE}:"]
        lines += indented(self._prologue(), 1)
        lines.append(
            "    while tick < last_tick or (tick == last_tick and phase == 0 and with_outputs):"
        )
        lines.append("        if phase == 0:")
        lines += indented(self._outputs(), 3)
        lines.append("            phase = 1")
        lines.append("            if tick == last_tick:")
        lines.append("                break")
        lines += indented(self._updates(), 2)
        lines.append("        phase = 0")
        lines.append("        tick += 1")
        lines += indented(self._epilogue(), 1)
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------------ frame

    def _prologue(self) -> list[str]:
        lines = [
            f"tick = counters[{TICK}]",
            f"phase = counters[{PHASE}]",
            f"pause = counters[{PAUSE}]",
            f"link = counters[{LINK}]",
            f"first_tick = counters[{FIRST_TICK}]",
            f"message_count = counters[{MESSAGES}]",
            f"values_used = counters[{MESSAGE_VALUES}]",
        ]
        for name, start in self.layout.groups.items():
            g = self.plan.group_number(name)
            lines += [
                f"next_{g} = counters[{start}]",
                f"last_{g} = counters[{start + 1}]",
                f"sample_{g} = counters[{start + 2}]",
                f"gap_{g} = counters[{start + 3}]",
                f"dt_{g} = {self._dt(self.plan.groups[name], g)}",
            ]
        for row in self.rows.values():
            if not isinstance(row.component, Host | Port) and row.name not in self.without:
                lines += self.calls.views(row)
        # Not beyond the room for links.
        lines += [
            "if last_tick >= first_tick + len(links):",
            "    last_tick = first_tick + len(links)",
            "    with_outputs = False",
        ]
        return lines

    def _epilogue(self) -> list[str]:
        lines = [
            f"counters[{TICK}] = tick",
            f"counters[{PHASE}] = phase",
            f"counters[{PAUSE}] = pause",
            f"counters[{LINK}] = link",
            f"counters[{MESSAGES}] = message_count",
            f"counters[{MESSAGE_VALUES}] = values_used",
        ]
        for name, start in self.layout.groups.items():
            g = self.plan.group_number(name)
            lines += [
                f"counters[{start}] = next_{g}",
                f"counters[{start + 1}] = last_{g}",
                f"counters[{start + 2}] = sample_{g}",
                f"counters[{start + 3}] = gap_{g}",
            ]
        return lines

    def _outputs(self) -> list[str]:
        lines = [*self._room(), f"counters[{TICK}] = tick", f"counters[{PHASE}] = 0"]
        for name, group in self.plan.groups.items():
            g = self.plan.group_number(name)
            body = self._sampled(group, g)
            is_always_due = _is_always_due(group)
            lines += body if is_always_due else [f"if tick == next_{g}:", *indented(body, 1)]
        parts: list[_Part] = []
        for number, row in self.rows.items():
            is_left_out = row.name in self.without
            function = "host_output" if pauses_in_output(row.component) and not is_left_out else ""
            if is_left_out or function or row.component.functions.keys() & {"output", "step"}:
                body = [f"counters[{ROW}] = {number}"]
                body += [] if is_left_out else [*self._output(row), *self._holds(row)]
                after = [
                    line
                    for port in row.component.outputs()
                    for line in self._ring_pushes(row, f"{row.name}.{port}")
                ]
                parts.append(_Part(row.group.name, body, after, number, function))
        for number, publication in enumerate(self.plan.publications):
            source = publication_source(self.plan, self.layout, number, self.helpers)
            parts.append(_Part(publication.group, source))
        lines = self._in_stretches(lines, parts)
        if self.chained:
            lines += self._link()
        lines.append(f"counters[{PHASE}] = 1")
        for signal in self.plan.stops:
            lines.append(f"if values[{self.layout.signals[signal].start}] != 0.0:")
            lines.append(f"    counters[{STOPPED}] = 1")
        if self.plan.stops:
            lines += [f"if counters[{STOPPED}]:", "    phase = 1", "    break"]
        return lines

    def _room(self) -> list[str]:
        """Stop before a tick whose messages might not fit."""
        count, size = most_per_tick(self.plan, self.layout)
        if not count:
            return []
        full = (
            f"message_count + {count} > heads.shape[0] or values_used + {size} > messages.shape[0]"
        )
        groups = {each.group: self.plan.groups[each.group] for each in self.plan.publications}
        if not any(map(_is_always_due, groups.values())):
            sampled = " or ".join(f"tick == next_{self.plan.group_number(name)}" for name in groups)
            full = f"({sampled}) and ({full})"
        return [f"if {full}:", "    break"]

    def _updates(self) -> list[str]:
        parts: list[_Part] = []
        for number, row in self.rows.items():
            if row.name in self.without:
                continue
            function = "host_update" if pauses_in_update(row.component) else ""
            if row.component.functions.keys() & {"update", "derivative", "step"}:
                body = self._update(row)
                body += self._holds(row) if body else []
                if body or function:
                    body = [f"counters[{ROW}] = {number}", *body]
                    parts.append(_Part(row.group.name, body, (), number, function))
        return self._in_stretches([], parts)

    def _in_stretches(self, head: list[str], parts: list["_Part"]) -> list[str]:
        """The parts of a phase in stretches, each of which ends where the tick pauses."""
        lines: list[str] = []
        stretch: list[tuple[str, list[str]]] = []
        pause = 0
        for part in parts:
            stretch.append((part.group, part.body))
            if part.pauses_in:
                body = [*head, *self._when_due(stretch), *self._pause(part, pause + 1)]
                lines += [f"if pause == {pause}:", *indented(body, 1)]
                head, stretch, pause = [], [], pause + 1
            if part.after:
                stretch.append((part.group, [*part.after]))
        lines += [*head, *self._when_due(stretch)]
        return [*lines, "pause = 0"] if pause else lines

    def _pause(self, part: "_Part", pause: int) -> list[str]:
        """Leave at a row that is due, until its result is there."""
        leave = [f"pause = {-pause}", "break"]
        if self.interpreted:
            call = f"{part.pauses_in}({part.row}, tick)"
            # Only a port may have nobody that answers.
            leave = [f"if not {call}:", *indented(leave, 1)]
        g = self.plan.group_number(part.group)
        return [f"if last_{g} == tick:", *indented(leave, 1), f"pause = {pause}"]

    def _when_due(self, parts: list[tuple[str, list[str]]]) -> list[str]:
        """Lines, each part under the condition that its group is due; neighbours share it."""
        lines: list[str] = []
        before = None
        for name, body in parts:
            if _is_always_due(self.plan.groups[name]):
                lines += body
            else:
                if name != before:
                    lines.append(f"if last_{self.plan.group_number(name)} == tick:")
                lines += indented(body, 1)
            before = name
        return lines

    # ------------------------------------------------------------------- time

    def _sampled(self, group: Group, g: int) -> list[str]:
        """Count a sample of a group, and note when the next one is due."""
        pattern, gap = group.pattern, group.pattern.gap_before(0)
        lines = [f"sample_{g} += 1"]
        if pattern.denominator == 1:
            upcoming = f"tick + {pattern.interval}"
            return [*lines, f"gap_{g} = {gap}", f"last_{g} = tick", f"next_{g} = {upcoming}"]
        return [
            *lines,
            f"gap_{g} = tick - last_{g} if sample_{g} > 0 else {gap}",
            f"last_{g} = tick",
            f"next_{g} = {due(pattern, f'(sample_{g} + 1)')}",
            f"dt_{g} = {self._dt(group, g)}",
        ]

    def _dt(self, group: Group, g: int) -> str:
        """Seconds to the next sample, each possible value derived once from its integer."""
        p = group.pattern
        gaps = sorted({p.gap_before(k) for k in range(1, p.cycle_count + 1)})
        seconds = [float(Fraction(gap * self.plan.step_ns, NS_PER_S)) for gap in gaps]
        if len(gaps) == 1:
            return repr(seconds[0])
        return f"{seconds[0]!r} if next_{g} - last_{g} == {gaps[0]} else {seconds[1]!r}"

    # ---------------------------------------------------------------- outputs

    def _output(self, row: Row) -> list[str]:
        component, name = row.component, row.name
        function = "step" if "step" in component.functions else "output"
        feedthrough = component.feedthrough()
        lines = input_reads(self.plan, self.layout, row, feedthrough, self.helpers)
        signals = [self.layout.signals[f"{name}.{port}"] for port in component.outputs()]
        if pauses_in_output(component):
            return lines
        if isinstance(component, Kernel):
            checked = list(signals)
            if function == "step":
                # The kernel works on copies of its states, which the update phase stores.
                for state in component.states():
                    old = self.layout.states[f"{name}.{state}"]
                    new = self.layout.pending[f"{name}.{state}"]
                    lines += _copied(new, old)
                    checked.append(new)
            lines += self.calls.kernel(row, function)
            lines += map(self._numbers_required, checked)
        else:
            targets = list(signals)
            if function == "step":
                targets = [self.layout.pending[f"{name}.{s}"] for s in component.states()] + targets
            call = self.calls.block(row, function, targets)
            lines += [*call.lines, *call.guard, *call.stores]
        return lines

    def _numbers_required(self, slot: Slot) -> str:
        return self.helpers.call("require_numbers", "values", slot.start, slot.stop)

    def _holds(self, row: Row) -> list[str]:
        """Put back what held signals and states of a component had."""
        component, name = row.component, row.name
        slots = [self.layout.signals[f"{name}.{port}"] for port in component.outputs()]
        slots += [self.layout.states[f"{name}.{state}"] for state in component.states()]
        names = [f"{name}.{each}" for each in (*component.outputs(), *component.states())]
        found = zip(names, slots, strict=True)
        return [f"hold({slot.start}, {slot.stop})" for each, slot in found if each in self.held]

    def _ring_pushes(self, row: Row, signal: str) -> list[str]:
        """Keep a sample for every reader that needs earlier samples."""
        g = self.plan.group_number(row.group.name)
        slot = self.layout.signals[signal]
        lines: list[str] = []
        for ring in self.rings.get(signal, ()):
            lines.append(f"at = {ring.start} + sample_{g} % {ring.length} * {ring.width}")
            lines += assigned(ring.width, place("values", 0, "at"), place("values", slot.start))
        return lines

    def _link(self) -> list[str]:
        if self.interpreted:
            return ["links[tick - first_tick] = values.tobytes()"]
        lines = ["first, second = 0, 0"]
        for name, ranges in chained_ranges(self.plan, self.layout).items():
            # A call and its loop cost less to compile, and more in every tick.
            is_short = sum(map(len, ranges)) <= _CHAINED_INLINE
            inline = is_short and _is_always_due(self.plan.groups[name])
            sums = [line for each in ranges for line in self._chain_sums(each, inline=inline)]
            lines += self._when_due([(name, sums)] if sums else [])
        link = self.helpers.call("linked", "link", "first", "second")
        return [*lines, f"link = {link}", "links[tick - first_tick] = link"]

    def _chain_sums(self, places: range, *, inline: bool) -> list[str]:
        """Add a range of values to both sums of the tick."""
        if not inline:
            arguments = ("values", "chain_keys", places.start, places.stop)
            sums = self.helpers.call("chain_sums", *arguments)
            added = [
                f"{total} = {self.helpers.call('wrapping_sum', total, each)}"
                for total, each in (("first", "one"), ("second", "two"))
            ]
            return [f"one, two = {sums}", *added]
        size = self.layout.values_size
        lines = []
        for i in places:
            for total, key in (("first", i), ("second", size + i)):
                product = self.helpers.call("half_product", f"values[{i}]", f"chain_keys[{key}]")
                lines.append(f"{total} = {self.helpers.call('wrapping_sum', total, product)}")
        return lines

    # ---------------------------------------------------------------- updates

    def _update(self, row: Row) -> list[str]:
        component, name = row.component, row.name
        states = {s: self.layout.states[f"{name}.{s}"] for s in component.states()}
        if "step" in component.functions:
            pending = {s: self.layout.pending[f"{name}.{s}"] for s in states}
            return [line for s, slot in states.items() for line in _copied(slot, pending[s])]
        taken = {a for f in ("update", "derivative") for a in component.functions.get(f, ())}
        ports = (taken & component.inputs().keys()) - component.feedthrough()
        lines = input_reads(self.plan, self.layout, row, ports, self.helpers)
        if pauses_in_update(component):
            return lines
        if isinstance(component, Kernel):
            lines += self.calls.kernel(row, "update")
            return [*lines, *map(self._numbers_required, states.values())]
        # Both see the old states, so nothing is stored before both were called.
        stores: list[str] = []
        for function, continuous in (("update", False), ("derivative", True)):
            targets = [states[s] for s in component.states(continuous=continuous)]
            if function in component.functions and targets:
                call = self.calls.block(row, function, targets)
                lines += call.lines
                stores += [*call.guard, *call.stores]
        return lines + stores


def _is_always_due(group: Group) -> bool:
    pattern = group.pattern
    return (pattern.phase, pattern.interval, pattern.denominator) == (0, 1, 1)


def _copied(target: Slot, source: Slot) -> list[str]:
    return assigned(target.size, place("values", target.start), place("values", source.start))
