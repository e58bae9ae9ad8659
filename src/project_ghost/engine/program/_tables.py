"""A schedule as tables: the steps of a tick, and the places of everything that they work on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import ENTRY_KINDS, SeparateFunction, separate
from project_ghost.core.duration import NS_PER_S
from project_ghost.engine.codegen.source._function_names import FunctionNames
from project_ghost.engine.component._components import AbstractComponent, Kernel
from project_ghost.engine.component._declarations import Kind, Output
from project_ghost.engine.plan._chained_values import chained_ranges
from project_ghost.engine.plan._layout import Layout, Ring, Slot, input_slot
from project_ghost.engine.plan._messages import message_width, most_per_tick
from project_ghost.engine.plan._pauses import pauses_in_output, pauses_in_update
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.engine.wiring._policies import Policy
from project_ghost.engine.wiring._publications import AnyPublication, EventPublication

from . import _frame as f
from ._entries import Column, Entry, What, output_entry, update_entry
from ._messages import link, publish
from ._operations import copy, draw, push, read, read_between, read_held

_COPY, _DRAW, _PUSH, _READ, _READ_HELD, _READ_BETWEEN, _PUBLISH, _LINK = (
    Entry(each.__name__, separate(each, ENTRY_KINDS), ())
    for each in (copy, draw, push, read, read_held, read_between, publish, link)
)

_KINDS = {Kind.ANGLE: f.ANGLE, Kind.QUATERNION: f.QUATERNION}

# How an input without gain and offset is scaled: x + -0.0 has the bits of x, x + 0.0 does not.
_NEUTRAL = (1.0, -0.0)


@dataclass(frozen=True)
class Tables:
    """A schedule as data: what `frame` marks is in `places`; `entries` are called by number."""

    places: Integers
    constants: Floats
    entries: dict[str, SeparateFunction]
    rows: dict[str, frozenset[int]]  # by entry, the rows that run it
    shared: frozenset[str]  # the entries that are the same for all kinds of components
    frame: dict[int, int]


def tables(plan: Schedule, layout: Layout, *, chained: bool) -> Tables:
    """The tables of a schedule; they grow with its components, and no faster."""
    return _Builder(plan, layout).tables(chained=chained)


# A step before its table is made: number of an entry, first place, place after the last.
Step = list[int]


class _Section(NamedTuple):
    """Steps of one group, and the pause after them, if any, with the row that it is for."""

    group: int
    steps: list[Step]
    pause: int = 0
    row: int = 0


@final
class _Builder:
    """Builds the tables of one schedule."""

    def __init__(self, plan: Schedule, layout: Layout) -> None:
        self.plan = plan
        self.layout = layout
        self.places: list[int] = []
        self.constants: list[float] = []
        self.frame: dict[int, int] = {}
        self.periods: dict[str, int] = {}
        self.scales: dict[tuple[float, float], int] = {}
        self.names = FunctionNames(row.component for row in plan.rows)
        self.made: dict[object, Entry] = {}
        self.numbers: dict[Entry, int] = {}
        self.rows_of: dict[Entry, set[int]] = {}
        self.rings: dict[str, list[Ring]] = {}
        for target, ring in layout.rings.items():
            self.rings.setdefault(plan.connections[target].source, []).append(ring)

    def tables(self, *, chained: bool) -> Tables:
        """All tables."""
        self._mark(f.GROUPS, [x for name in self.plan.groups for x in self._group(name)])
        for table, add in ((f.OUTPUTS, self._output), (f.UPDATES, self._update)):
            self.sections: list[_Section] = []
            self.pauses = 0
            for row in self.plan.rows:
                add(row)
            self._mark_sections(table)
        afterwards: list[int] = []
        if self.plan.publications:
            afterwards += [self._number(_PUBLISH), *self._append(self._publications())]
        if chained:
            afterwards += [self._number(_LINK), *self._append(self._chained())]
        self._mark(f.AFTERWARDS, afterwards)
        groups = dict.fromkeys(each.group for each in self.plan.publications)
        self._mark(f.PUBLISHING, [self.layout.groups[name] for name in groups])
        self.frame[f.MOST_MESSAGES], self.frame[f.MOST_VALUES] = most_per_tick(
            self.plan, self.layout
        )
        self._mark(f.STOPS, [self.layout.signals[signal].start for signal in self.plan.stops])
        names = {f"P{number}_{entry.label}": entry for entry, number in self.numbers.items()}
        return Tables(
            np.array(self.places, dtype=np.int64),
            np.array(self.constants, dtype=np.float64),
            {name: entry.function for name, entry in names.items()},
            {name: frozenset(self.rows_of.get(entry, ())) for name, entry in names.items()},
            frozenset(name for name, entry in names.items() if not entry.columns),
            self.frame,
        )

    def _mark(self, table: int, contents: Sequence[int]) -> None:
        """Append a table, and note where it is."""
        self.frame[table], self.frame[table + 1] = self._append(contents)

    def _append(self, contents: Iterable[int]) -> tuple[int, int]:
        first = len(self.places)
        self.places += contents
        return first, len(self.places)

    # ------------------------------------------------------------------ groups

    def _group(self, name: str) -> list[int]:
        pattern = self.plan.groups[name].pattern
        gaps = sorted({pattern.gap_before(k) for k in range(1, pattern.cycle_count + 1)})
        seconds = [float(Fraction(gap * self.plan.step_ns, NS_PER_S)) for gap in gaps]
        self.periods[name] = len(self.constants)
        self.constants += [seconds[0], seconds[0], seconds[-1]]
        return [
            *(self.layout.groups[name], pattern.phase, pattern.interval, pattern.denominator),
            *(pattern.gap_before(0), gaps[0]),
            *range(self.periods[name], self.periods[name] + 3),
        ]

    # ------------------------------------------------------------------- steps

    def _step(self, row: Row, entry: Entry, contents: Sequence[int]) -> None:
        """Add a step for a component; one like the step before only gets further rows."""
        group = self.layout.groups[row.group.name]
        last = self.sections[-1] if self.sections else None
        if last is None or last.group != group or last.pause:
            self.sections.append(_Section(group, []))
        number = self._number(entry)
        self.rows_of.setdefault(entry, set()).add(self.plan.row_number(row.name))
        steps = self.sections[-1].steps
        first, stop = self._append(contents)
        if steps and steps[-1][0] == number and steps[-1][2] == first:
            steps[-1][2] = stop
        else:
            steps.append([number, first, stop])

    def _number(self, entry: Entry) -> int:
        """The number of an entry, for steps."""
        return self.numbers.setdefault(entry, len(self.numbers))

    def _mark_sections(self, table: int) -> None:
        sections: list[int] = []
        for group, steps, pause, row in self.sections:
            sections += [group, *self._append(x for step in steps for x in step), pause, row]
        self._mark(table, sections)

    def _pause(self, row: Row) -> None:
        """Pause at a component whose result comes from outside."""
        self.pauses += 1
        number = self.plan.row_number(row.name)
        self.sections.append(_Section(self._counters(row), [], self.pauses, number))

    def _output(self, row: Row) -> None:
        component = row.component
        is_outside = pauses_in_output(component)
        if not is_outside and not component.functions.keys() & {"output", "step"}:
            return
        self._reads(row, component.feedthrough())
        function = "step" if "step" in component.functions else "output"
        if isinstance(component, Kernel):
            if function == "step":
                self._copies(row, self.layout.pending, self.layout.states)
            self._draws(row, function)
        if is_outside:
            self._pause(row)
        else:
            self._call(row, output_entry)
        for port in component.outputs():
            signal = f"{row.name}.{port}"
            for ring in self.rings.get(signal, ()):
                start, group = self.layout.signals[signal].start, self._counters(row)
                self._step(row, _PUSH, [start, ring.start, ring.length, ring.width, group])

    def _update(self, row: Row) -> None:
        component = row.component
        if "step" in component.functions:
            self._copies(row, self.layout.states, self.layout.pending)
            return
        taken = {a for n in ("update", "derivative") for a in component.functions.get(n, ())}
        if not taken and not component.functions.keys() & {"update", "derivative"}:
            return
        self._reads(row, (taken & component.inputs().keys()) - component.feedthrough())
        if pauses_in_update(component):
            self._pause(row)
            return
        if isinstance(component, Kernel):
            self._draws(row, "update")
        if component.states() or isinstance(component, Kernel):
            self._call(row, update_entry)

    def _call(self, row: Row, make: Callable[[AbstractComponent], Entry]) -> None:
        sizes = tuple(row.component.sizes.values())
        kind = (make, self.names.number(row.component), sizes)
        if kind not in self.made:
            self.made[kind] = make(row.component)
        entry = self.made[kind]
        self._step(row, entry, [self._column(row, c) for c in entry.columns])

    def _copies(self, row: Row, targets: dict[str, Slot], sources: dict[str, Slot]) -> None:
        for state in row.component.states():
            target, source = (slots[f"{row.name}.{state}"] for slots in (targets, sources))
            self._step(row, _COPY, [target.start, source.start, target.size])

    def _draws(self, row: Row, function: str) -> None:
        """The noise of a kernel: all of it in one go where it is all normal."""
        noises = row.component.noises()
        if not noises.keys() & set(row.component.functions[function]):
            return
        first = self.layout.first_noise(row)
        slots = {name: self.layout.noise[f"{row.name}.{name}"] for name in noises}
        ranges = [(s.start, s.size, noises[name].uniform) for name, s in slots.items()]
        if not any(noise.uniform for noise in noises.values()):
            ranges = [(first, max(slot.stop for slot in slots.values()) - first, False)]
        stream = [self.plan.row_number(row.name), self.layout.keys[row.name], self._counters(row)]
        for start, size, uniform in ranges:
            self._step(row, _DRAW, [*stream, start - first, start, size, int(uniform)])

    # ------------------------------------------------------------------ columns

    def _counters(self, row: Row) -> int:
        return self.layout.groups[row.group.name]

    def _column(self, row: Row, column: Column) -> int:
        """What a column holds for a component."""
        what, component, layout = column.what, row.component, self.layout
        full = f"{row.name}.{column.name}"
        if what is What.ROW:
            return self.plan.row_number(row.name)
        if what is What.GROUP:
            return self._counters(row)
        if what is What.PERIOD:
            return self.periods[row.group.name]
        if what is What.KEY:
            return layout.keys[row.name]
        if what is What.FIRST_DRAW:
            return layout.noise[full].start - layout.first_noise(row)
        if what is What.INPUT:
            return input_slot(self.plan, layout, full).start
        if what is What.WRITTEN_STATE:
            return layout.pending.get(full, layout.states[full]).start
        if what is What.SIZE:
            return component.sizes[column.name]
        if what is What.AXIS:
            return (component.shape_of(column.name) or (1,))[column.axis]
        if what in _SLOTS:
            slots: dict[str, Slot] = getattr(layout, _SLOTS[what])
            return slots[full].start
        return self._written(row, what)

    def _written(self, row: Row, what: What) -> int:
        """An end of the range of all outputs, or of all states, that a kernel writes."""
        if what in (What.OUTPUTS_START, What.OUTPUTS_STOP):
            found = [self.layout.signals[f"{row.name}.{n}"] for n in row.component.outputs()]
        else:
            slots = self.layout.pending if "step" in row.component.functions else self.layout.states
            found = [slots[f"{row.name}.{n}"] for n in row.component.states()]
        if what in (What.OUTPUTS_START, What.STATES_START):
            return min((slot.start for slot in found), default=0)
        return max((slot.stop for slot in found), default=0)

    # ------------------------------------------------------------------- inputs

    def _reads(self, row: Row, ports: Iterable[str]) -> None:
        wanted = set(ports)
        for port in row.component.inputs():
            target = f"{row.name}.{port}"
            if port in wanted and target in self.layout.inlets and target in self.plan.connections:
                connection = self.plan.connections[target]
                entry = _READ
                if target in self.layout.rings:
                    is_held = self.plan.policies[target] is Policy.ZOH
                    entry = _READ_HELD if is_held else _READ_BETWEEN
                self._step(row, entry, self._read(row, connection))

    def _read(self, row: Row, connection: Connection) -> list[int]:
        layout, policy = self.layout, self.plan.policies[connection.target]
        inlet, source = layout.inlets[connection.target], layout.signals[connection.source]
        writer = self.plan.row(component_of(connection.source))
        ring = layout.rings.get(connection.target, Ring(0, 1, inlet.size))
        output = writer.component.outputs()[port_of(connection.source)]
        rate, manner = -1, _MANNERS.get(policy, 0)
        if policy is Policy.EXTRAPOLATED and _has_rate(output, connection):
            manner = f.EXTRAPOLATED_BY_RATE
            rate = layout.signals[f"{writer.name}.{output.rate}"].start
        pattern = writer.group.pattern
        return [
            *(self.plan.row_number(row.name), inlet.start, inlet.size, source.start),
            *(ring.start, ring.length, connection.delay_samples, self._counters(writer)),
            *(pattern.phase, pattern.interval, pattern.denominator),
            *(manner, _KINDS.get(output.kind, f.PLAIN), rate, self._scale(connection)),
        ]

    def _scale(self, connection: Connection) -> int:
        """The constant that holds a connection's gain, before its offset."""
        neutral_gain, neutral_offset = _NEUTRAL
        gain = connection.gain if connection.gain != 1.0 else neutral_gain
        offset = connection.offset if connection.offset != 0.0 else neutral_offset
        if (gain, offset) not in self.scales:
            self.scales[gain, offset] = len(self.constants)
            self.constants += [gain, offset]
        return self.scales[gain, offset]

    # ---------------------------------------------------------- messages, links

    def _publications(self) -> list[int]:
        rows = [self._publication(n, each) for n, each in enumerate(self.plan.publications)]
        return [x for row in rows for x in row]

    def _publication(self, number: int, publication: AnyPublication) -> list[int]:
        signals, width = self.layout.signals, message_width(self.layout, publication)
        count, row = -1, 0
        present: tuple[str, ...] = ()
        if isinstance(publication, EventPublication):
            records = signals[publication.records]
            count = signals[publication.count].start
            row = self.plan.row_number(component_of(publication.count))
            ranges = [(records.start, records.shape[0])]
        else:
            slots = [signals[name] for name in publication.signals]
            ranges = [(slot.start, slot.size) for slot in slots]
            present = publication.present
        first, stop = self._append(x for each in ranges for x in each)
        group = self.layout.groups[publication.group]
        flags = self._append(signals[name].start for name in present)
        return [group, number, width, count, row, first, stop, *flags]

    def _chained(self) -> list[int]:
        rows: list[int] = []
        for name, chained in chained_ranges(self.plan, self.layout).items():
            ranges = ((each.start, len(each)) for each in chained)
            rows += [self.layout.groups[name], *self._append(x for each in ranges for x in each)]
        return rows


_SLOTS = {
    What.OUTPUT: "signals",
    What.STATE: "states",
    What.PENDING: "pending",
    What.PARAMETER: "parameters",
    What.NOISE: "noise",
}

_MANNERS = {
    Policy.INTERPOLATED: f.INTERPOLATED,
    Policy.EXTRAPOLATED: f.EXTRAPOLATED,
}


def _has_rate(output: Output, connection: Connection) -> bool:
    """Whether a signal is extrapolated by its declared derivative."""
    is_quaternion = output.kind is Kind.QUATERNION
    return output.rate is not None and not connection.delay_samples and not is_quaternion
