"""Straight-line source of a whole schedule: one function, for the interpreter and for Numba.

    run(S, SA, P, PA, C, L, M, MI, last, closing)

S are the values, P the parameters, C the counters, L the links of the hash chain, one a
tick (for the interpreter: a row of the values that the link is made of, which is cheaper
there), M and MI the messages published. SA and PA are S and P as arrays: the interpreter
reads single numbers faster through a memoryview of the same memory.

The function goes on from where the counters say to tick `last`: up to its outputs where
`closing` is true, else to just before them. It returns early when the room for links or
messages is used up.

Within a tick, as DESIGN section 7 has it:

    for each due group:     note the sample and when the next one is
    for each due component, in the schedule's order:
        convert inputs, call output (or step), refuse NaN, store
    for each due publication: copy its signals
    the hash link, over what was written
    for each due component: call update and derivative, refuse NaN, store

Where a phase fails, C[TICK], C[PHASE] and C[ROW] say where: components before it have
written, those after it have not, and the run is over. A link is there for every tick
whose outputs were all made.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ._chain import written
from ._component import DT_S, SAMPLE, TIME_NS, AbstractComponent, Host, Kernel
from ._declaration import Input, Noise, Output, Parameter, State
from ._graph import Group
from ._inlets import conversions, inlet
from ._integration import integrator_arguments
from ._layout import LINK, MESSAGES, PHASE, ROW, STOPPED, TICK, Layout, Slot
from ._outbox import most_per_tick, publication_source
from ._schedule import Row, Schedule
from ._text import assigned, due, indented, place, read

NS_PER_S = 1_000_000_000


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
    def _variants(self) -> dict[Hashable, AbstractComponent]:
        """One component for each set of functions that many may share."""
        return {_variant(row.component): row.component for row in self._rows()}

    def variants(self) -> list[AbstractComponent]:
        """The components whose functions are called, one of those that are alike."""
        return list(self._variants.values())

    def function_name(self, component: AbstractComponent, function: str) -> str:
        """The name under which the source calls a component's function."""
        number = list(self._variants).index(_variant(component))
        return f"{type(component).__name__}_{number}_{function}"

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
            if isinstance(row.component, Kernel):
                lines += self._views(row)
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
        messages, values = most_per_tick(self.plan, self.layout)
        full = "n - first >= L.shape[0]"
        if messages:
            full += f" or messages + {messages} > MI.shape[0] or used + {values} > M.shape[0]"
        lines = [f"if {full}:", "    break"]
        lines += [f"C[{TICK}] = n", f"C[{PHASE}] = 0"]
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
            lines += self._kernel_call(row, function)
            lines += [f"require_numbers(S, {slot.start}, {slot.stop})" for slot in checked]
        else:
            targets = list(signals)
            if function == "step":
                targets = [self.layout.pending[f"{name}.{s}"] for s in component.states()] + targets
            lines += self._block_call(row, function, targets)
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
            return ["L[n - first] = SA"]
        lines = ["total = 0"]
        for name, slots in written(self.plan, self.layout).items():
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
            lines += self._kernel_call(row, "update")
            return lines + [f"require_numbers(S, {s.start}, {s.stop})" for s in states.values()]
        # Both see the old states, so nothing is stored before both were called.
        stores: list[str] = []
        for function, continuous in (("update", False), ("derivative", True)):
            targets = [states[s] for s in component.states(continuous=continuous)]
            if function in component.functions and targets:
                call = self._block_call(row, function, targets)
                split = next(i for i, line in enumerate(call) if line.startswith("if not"))
                lines += call[:split]
                stores += call[split:]
        return lines + stores

    # ------------------------------------------------------------------ calls

    def _block_call(self, row: Row, function: str, targets: list[Slot]) -> list[str]:
        """Call, refuse NaN, store: the values in the order of their declaration."""
        component = row.component
        called, taken = function, list(component.functions[function])
        if function == "derivative":
            called, taken = "integrate", [*integrator_arguments(component), DT_S]
        arguments = [self._argument(row, a) for a in taken]
        names = [f"{function[0]}{i}" for i in range(len(targets))]
        left = ", ".join(names)
        lines = [f"{left} = {self.function_name(component, called)}({', '.join(arguments)})"]
        lines += [
            f"({', '.join(f'{n}_{e}' for e in range(slot.size))},) = {n}"
            for n, slot in zip(names, targets, strict=True)
            if slot.shape
        ]
        elements = [
            (slot.start + e, f"{n}_{e}" if slot.shape else n)
            for n, slot in zip(names, targets, strict=True)
            for e in range(slot.size)
        ]
        lines.append(f"if not ({' and '.join(f'{x} == {x}' for _, x in elements)}):")
        lines.append("    refuse_nan()")
        return lines + [f"S[{place}] = {x}" for place, x in elements]

    def _argument(self, row: Row, argument: str) -> str:
        """A block's argument as an expression."""
        name, g = row.name, self.plan.group_number(row.group.name)
        context = {DT_S: f"dt_{g}", TIME_NS: f"n * {self.plan.step_ns}", SAMPLE: f"sample_{g}"}
        if argument in context:
            return context[argument]
        declaration = row.component.declarations[argument]
        full = f"{name}.{argument}"
        if isinstance(declaration, Input):
            return read("S", inlet(self.plan, self.layout, full))
        if isinstance(declaration, State):
            return read("S", self.layout.states[full])
        if isinstance(declaration, Parameter):
            return read("P", self.layout.parameters[full])
        if isinstance(declaration, Noise):
            return self._draws(row, argument)
        if isinstance(declaration, Output):
            return read("S", self.layout.signals[full])
        return repr(row.component.sizes[argument])

    def _draws(self, row: Row, argument: str) -> str:
        key, g = self.layout.keys[row.name], self.plan.group_number(row.group.name)
        first = self.layout.noise[f"{row.name}.{argument}"].start - self._first_noise(row)
        slot = self.layout.noise[f"{row.name}.{argument}"]
        draw = "draw_uniform" if is_uniform(row.component, argument) else "draw"
        at = f"C[{key}], C[{key + 1}], sample_{g}"
        draws = [f"{draw}({at}, {first + e})" for e in range(slot.size)]
        return draws[0] if not slot.shape else f"({', '.join(draws)},)"

    def _draws_into(self, row: Row, at: str) -> list[str]:
        """Fill a kernel's noise, each number from its place in the component's stream."""
        slots = {a: self.layout.noise[f"{row.name}.{a}"] for a in row.component.noises()}
        first, stop = self._first_noise(row), max(slot.stop for slot in slots.values())
        if not any(is_uniform(row.component, argument) for argument in slots):
            return [f"draw_into({at}, SA[{first}:{stop}])"]
        return [
            f"draw_{'uniforms' if is_uniform(row.component, argument) else 'normals'}_into"
            f"({at}, {slot.start - first}, SA[{slot.start}:{slot.stop}])"
            for argument, slot in slots.items()
        ]

    def _first_noise(self, row: Row) -> int:
        return min(s.start for n, s in self.layout.noise.items() if n.partition(".")[0] == row.name)

    # ---------------------------------------------------------------- kernels

    def _views(self, row: Row) -> list[str]:
        """Names for a kernel's arrays, made once before the loop."""
        lines: list[str] = []
        for argument in row.component.declarations:
            view = self._view(row, argument)
            if view is not None:
                array, slot = view
                shape = slot.shape or (1,)
                text = f"{array}[{slot.start}:{slot.stop}]"
                if len(shape) > 1:
                    text += f".reshape({shape})"
                lines.append(f"{_view_name(row, argument)} = {text}")
        return lines

    def _view(self, row: Row, argument: str) -> tuple[str, Slot] | None:
        declaration, full = row.component.declarations[argument], f"{row.name}.{argument}"
        if isinstance(declaration, Output):
            return "SA", self.layout.signals[full]
        if isinstance(declaration, State):
            return "SA", self.layout.pending.get(full, self.layout.states[full])
        if isinstance(declaration, Noise):
            return "SA", self.layout.noise[full]
        if isinstance(declaration, Input) and inlet(self.plan, self.layout, full).shape:
            return "SA", inlet(self.plan, self.layout, full)
        if isinstance(declaration, Parameter) and self.layout.parameters[full].shape:
            return "PA", self.layout.parameters[full]
        return None

    def _kernel_call(self, row: Row, function: str) -> list[str]:
        taken = row.component.functions[function]
        lines = []
        key, g = self.layout.keys.get(row.name, 0), self.plan.group_number(row.group.name)
        if any(isinstance(row.component.declarations.get(a), Noise) for a in taken):
            lines += self._draws_into(row, f"C[{key}], C[{key + 1}], sample_{g}")
        arguments = [
            _view_name(row, a)
            if a in row.component.declarations and self._view(row, a)
            else self._argument(row, a)
            for a in taken
        ]
        return [*lines, f"{self.function_name(row.component, function)}({', '.join(arguments)})"]


def is_uniform(component: AbstractComponent, argument: str) -> bool:
    """Whether a component's noise is uniform."""
    return component.noises()[argument].uniform


def _variant(component: AbstractComponent) -> Hashable:
    """What components must have in common to share their functions."""
    functions = tuple(component.function(name) for name in component.functions)
    shapes = tuple(component.shape_of(name) for name in component.declarations)
    return type(component), functions, shapes


def _is_always_due(group: Group) -> bool:
    pattern = group.pattern
    return (pattern.phase, pattern.interval, pattern.denominator) == (0, 1, 1)


def _view_name(row: Row, argument: str) -> str:
    """With the length of the row's name, so that no two names can be read as one."""
    return f"v{len(row.name)}_{row.name}_{argument}"


def _folds(slot: Slot, key: int) -> list[str]:
    if slot.size == 1:
        return [f"total = folded(total, S[{slot.start}], {key})"]
    return [f"total = folded_range(total, S, {slot.start}, {slot.stop}, {key})"]
