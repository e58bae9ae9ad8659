"""Straight-line source of a whole schedule: one function, for the interpreter and for Numba.

    run(S, SA, P, PA, C, L, M, MI, last, closing)

S are the values, P the parameters, C the counters, L the links of the hash chain, one a
tick (for the interpreter: the bytes of the values that the link is made of, which is
cheaper there), M and MI the messages published. SA and PA are S and P as arrays: the
interpreter reads single numbers faster through a memoryview of the same memory.

The function goes on from where the counters say to tick `last`: up to its outputs where
`closing` is true, else to just before them. It returns early when the room for links or
messages is used up.

Within a tick (docs/architecture.md, Engine):

    for each due group:     note the sample and when the next one is
    for each due component, in the schedule's order:
        convert inputs, call output (or step), refuse NaN, store
    for each due publication: copy its signals
    the hash link, over what was written
    for each due component: call update and derivative, refuse NaN, store

Where a phase fails, C[TICK], C[PHASE] and C[ROW] say where: components before it have
written, those after it have not, and the run is over. A link is there for every tick
whose outputs were all made.

Why: ADR 8.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from project_ghost.core.duration import NS_PER_S
from project_ghost.engine.component._components import Host, Kernel
from project_ghost.engine.plan._chained_values import chained_values
from project_ghost.engine.plan._layout import (
    LINK,
    MESSAGES,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    Slot,
)
from project_ghost.engine.plan._messages import most_per_tick
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.wiring._groups import Group

from ._calls import Calls
from ._fragments import assigned, due, indented, place
from ._input_reads import conversions
from ._publications import publication_source


@dataclass(frozen=True)
class Generator:
    """Writes the source of one schedule."""

    plan: Schedule
    layout: Layout
    chained: bool
    with_hosts: bool

    def source(self) -> str:
        """The text of `run`."""
        lines = ["def run(S, SA, P, PA, C, L, M, MI, last, closing):"]
        lines += indented(self._prologue(), 1)
        lines.append("    while n < last or (n == last and phase == 0 and closing):")
        lines.append("        if phase == 0:")
        lines += indented(self._outputs(), 3)
        lines.append("            phase = 1")
        lines.append("            if n == last:")
        lines.append("                break")
        lines += indented(self._updates(), 2)
        lines.append("        phase = 0")
        lines.append("        n += 1")
        lines += indented(self._epilogue(), 1)
        return "\n".join(lines) + "\n"

    @cached_property
    def calls(self) -> Calls:
        """What writes the calls of the components' functions."""
        return Calls(self.plan, self.layout, tuple(self._rows()), self.with_hosts)

    # ------------------------------------------------------------------ frame

    def _prologue(self) -> list[str]:
        lines = [
            f"n = C[{TICK}]",
            f"phase = C[{PHASE}]",
            f"link = C[{LINK}]",
            "first = n",
            "messages = 0",
            "used = 0",
        ]
        for name, start in self.layout.groups.items():
            g = self.plan.group_number(name)
            lines += [
                f"next_{g} = C[{start}]",
                f"last_{g} = C[{start + 1}]",
                f"sample_{g} = C[{start + 2}]",
                f"gap_{g} = C[{start + 3}]",
                f"dt_{g} = {self._dt(self.plan.groups[name], 'next_', g)}",
            ]
        for row in self._rows():
            if not isinstance(row.component, Host):
                lines += self.calls.views(row)
        # No further than there is room for links.
        lines += ["if last >= first + len(L):", "    last = first + len(L)", "    closing = False"]
        return lines

    def _epilogue(self) -> list[str]:
        lines = [
            f"C[{TICK}] = n",
            f"C[{PHASE}] = phase",
            f"C[{LINK}] = link",
            f"C[{MESSAGES}] = messages",
        ]
        for name, start in self.layout.groups.items():
            g = self.plan.group_number(name)
            lines += [
                f"C[{start}] = next_{g}",
                f"C[{start + 1}] = last_{g}",
                f"C[{start + 2}] = sample_{g}",
                f"C[{start + 3}] = gap_{g}",
            ]
        return lines

    def _outputs(self) -> list[str]:
        lines = [*self._room(), f"C[{TICK}] = n", f"C[{PHASE}] = 0"]
        for name, group in self.plan.groups.items():
            g = self.plan.group_number(name)
            pattern, gap = group.pattern, group.pattern.gap_before(0)
            body = [f"sample_{g} += 1"]
            if pattern.denominator == 1:
                body += [f"gap_{g} = {gap}", f"last_{g} = n", f"next_{g} = n + {pattern.interval}"]
            else:
                body += [
                    f"gap_{g} = n - last_{g} if sample_{g} > 0 else {gap}",
                    f"last_{g} = n",
                    f"next_{g} = {self._next(group, g)}",
                    f"dt_{g} = {self._dt(group, 'next_', g)}",
                ]
            lines += body if _is_always_due(group) else [f"if n == next_{g}:", *indented(body, 1)]
        parts: list[tuple[str, list[str]]] = []
        for number, row in enumerate(self.plan.rows):
            if row in self._rows() and row.component.functions.keys() & {"output", "step"}:
                parts.append((row.group.name, [f"C[{ROW}] = {number}", *self._output(row)]))
        for number, publication in enumerate(self.plan.publications):
            source = publication_source(self.plan, self.layout, number)
            parts.append((publication.group, source))
        lines += self._when_due(parts)
        if self.chained:
            lines += self._link()
        lines.append(f"C[{PHASE}] = 1")
        for signal in self.plan.stops:
            lines.append(f"if S[{self.layout.signals[signal].start}] != 0.0:")
            lines.append(f"    C[{STOPPED}] = 1")
        if self.plan.stops:
            lines += [f"if C[{STOPPED}]:", "    phase = 1", "    break"]
        return lines

    def _room(self) -> list[str]:
        """Stop before a tick whose messages might not fit."""
        messages, values = most_per_tick(self.plan, self.layout)
        if not messages:
            return []
        full = f"messages + {messages} > MI.shape[0] or used + {values} > M.shape[0]"
        groups = {each.group: self.plan.groups[each.group] for each in self.plan.publications}
        if not any(map(_is_always_due, groups.values())):
            sampled = " or ".join(f"n == next_{self.plan.group_number(name)}" for name in groups)
            full = f"({sampled}) and ({full})"
        return [f"if {full}:", "    break"]

    def _updates(self) -> list[str]:
        parts: list[tuple[str, list[str]]] = []
        for number, row in enumerate(self.plan.rows):
            if row in self._rows() and row.component.functions.keys() & {
                "update",
                "derivative",
                "step",
            }:
                body = self._update(row)
                if body:
                    parts.append((row.group.name, [f"C[{ROW}] = {number}", *body]))
        return self._when_due(parts)

    def _when_due(self, parts: list[tuple[str, list[str]]]) -> list[str]:
        """Lines, each part under the condition that its group is due; neighbours share it."""
        lines: list[str] = []
        before = None
        for name, body in parts:
            if _is_always_due(self.plan.groups[name]):
                lines += body
            else:
                if name != before:
                    lines.append(f"if last_{self.plan.group_number(name)} == n:")
                lines += indented(body, 1)
            before = name
        return lines

    def _rows(self) -> list[Row]:
        return [r for r in self.plan.rows if self.with_hosts or not isinstance(r.component, Host)]

    # ------------------------------------------------------------------- time

    def _next(self, group: Group, g: int) -> str:
        p = group.pattern
        if p.denominator == 1:
            return f"n + {p.interval}"
        return due(p, f"(sample_{g} + 1)")

    def _dt(self, group: Group, upcoming: str, g: int) -> str:
        """Seconds to the next sample, each possible value derived once from its integer."""
        p = group.pattern
        gaps = sorted({p.gap_before(k) for k in range(1, p.cycle_count + 1)})
        seconds = [float(Fraction(gap * self.plan.step_ns, NS_PER_S)) for gap in gaps]
        if len(gaps) == 1:
            return repr(seconds[0])
        return f"{seconds[0]!r} if {upcoming}{g} - last_{g} == {gaps[0]} else {seconds[1]!r}"

    # ---------------------------------------------------------------- outputs

    def _output(self, row: Row) -> list[str]:
        component, name = row.component, row.name
        function = "step" if "step" in component.functions else "output"
        lines = conversions(self.plan, self.layout, row, component.feedthrough())
        signals = [self.layout.signals[f"{name}.{port}"] for port in component.outputs()]
        if isinstance(component, Host):
            lines.append(f"host_output({self.plan.rows.index(row)}, n)")
        elif isinstance(component, Kernel):
            checked = list(signals)
            if function == "step":
                # The kernel works on copies of its states, which the update phase brings back.
                for state in component.states():
                    old, new = (
                        w[f"{name}.{state}"] for w in (self.layout.states, self.layout.pending)
                    )
                    lines += assigned(old.size, place("S[", new.start), place("S[", old.start))
                    checked.append(new)
            lines += self.calls.kernel(row, function)
            lines += [f"require_numbers(S, {slot.start}, {slot.stop})" for slot in checked]
        else:
            targets = list(signals)
            if function == "step":
                targets = [self.layout.pending[f"{name}.{s}"] for s in component.states()] + targets
            call = self.calls.block(row, function, targets)
            lines += [*call.lines, *call.guard, *call.stores]
        for port in component.outputs():
            lines += self._ring_pushes(row, f"{name}.{port}")
        return lines

    def _ring_pushes(self, row: Row, signal: str) -> list[str]:
        """Keep a sample for every reader that looks back."""
        g = self.plan.group_number(row.group.name)
        slot = self.layout.signals[signal]
        lines: list[str] = []
        for target, ring in self.layout.rings.items():
            if self.plan.connections[target].source == signal:
                lines.append(f"at = {ring.start} + sample_{g} % {ring.length} * {ring.width}")
                lines += assigned(ring.width, place("S[", "at"), place("S[", slot.start))
        return lines

    def _link(self) -> list[str]:
        if self.with_hosts:
            return ["L[n - first] = S.tobytes()"]
        lines = ["total = 0"]
        for name, slots in chained_values(self.plan, self.layout).items():
            folds = [line for slot, key in slots for line in _folds(slot, key)]
            lines += self._when_due([(name, folds)] if folds else [])
        return [*lines, "link = linked(link, total)", "L[n - first] = link"]

    # ---------------------------------------------------------------- updates

    def _update(self, row: Row) -> list[str]:
        component, name = row.component, row.name
        states = {s: self.layout.states[f"{name}.{s}"] for s in component.states()}
        if "step" in component.functions:
            lines: list[str] = []
            for state, slot in states.items():
                pending = self.layout.pending[f"{name}.{state}"]
                lines += assigned(slot.size, place("S[", slot.start), place("S[", pending.start))
            return lines
        taken = {a for f in ("update", "derivative") for a in component.functions.get(f, ())}
        lines = conversions(
            self.plan,
            self.layout,
            row,
            (taken & component.inputs().keys()) - component.feedthrough(),
        )
        if isinstance(component, Host):
            return [*lines, f"host_update({self.plan.rows.index(row)}, n)"]
        if isinstance(component, Kernel):
            lines += self.calls.kernel(row, "update")
            return lines + [f"require_numbers(S, {s.start}, {s.stop})" for s in states.values()]
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


def _folds(slot: Slot, key: int) -> list[str]:
    if slot.size == 1:
        return [f"total = folded(total, S[{slot.start}], {key})"]
    return [f"total = folded_range(total, S, {slot.start}, {slot.stop}, {key})"]
