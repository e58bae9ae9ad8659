"""What the values of a run mean: the name, unit and kind of each, and rings ordered by age."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from project_ghost.engine import Kind
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.symbolic.model._model import Variable

if TYPE_CHECKING:
    from collections.abc import Callable

    from project_ghost.core.arrays import Floats
    from project_ghost.engine import Engine
    from project_ghost.engine.plan._layout import Slot

    from ._plan import Period

# The names of the rows of a component's tables: `Cars[ego].speed`.
RowNames = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Place:
    """Some values with a name of their own: where they are before and after a period."""

    name: str
    shape: tuple[int, ...]
    before: range
    after: range
    unit: str = ""
    kind: Kind = Kind.PLAIN


def places(period: Period, sample: Callable[[str], int]) -> list[Place]:
    """All values that a period may depend on.

    A ring keeps sample k at k % length, so the places of a ring turn during a period. `sample` is
    the last sample of a group after it. With one name for each age, a period may follow itself.
    """
    layout, plan = period.layout, period.plan
    found = [
        _fixed(name, slot, *_meaning(period, name))
        for slots in (layout.states, layout.signals, layout.inlets)
        for name, slot in slots.items()
    ]
    for target, ring in layout.rings.items():
        source = plan.connections[target].source
        group = plan.row(component_of(source)).group.name
        unit, kind = _meaning(period, source)
        shape = layout.signals[source].shape
        for age in range(ring.length):
            first, last = (
                ring.start + (number - age) % ring.length * ring.width
                for number in (period.samples_before(group, period.first) - 1, sample(group))
            )
            before, after = (range(start, start + ring.width) for start in (first, last))
            found.append(Place(f"{source}>{target}@{age}", shape, before, after, unit, kind))
    return found


def _fixed(name: str, slot: Slot, unit: str, kind: Kind) -> Place:
    span = range(slot.start, slot.stop)
    return Place(name, slot.shape, span, span, unit, kind)


def _meaning(period: Period, name: str) -> tuple[str, Kind]:
    """The unit and kind of a signal, a state or an input."""
    component = period.plan.row(component_of(name)).component
    declared = component.declarations[port_of(name)]
    unit = getattr(declared, "unit", None) or ""
    return unit, getattr(declared, "kind", Kind.PLAIN)


def present_values(period: Period, engine: Engine) -> Floats:
    """What an engine holds where it stands, in the layout of the period."""
    store, layout = engine._store, engine.layout
    values = np.zeros(period.layout.values_size)
    kinds = ("states", "signals", "pending", "inlets", "noise")
    for kind in kinds:
        known = getattr(layout, kind)
        for name, slot in getattr(period.layout, kind).items():
            if name in known:
                place = known[name]
                values[slot.start : slot.stop] = store.values[place.start : place.stop]
    for target, ring in period.layout.rings.items():
        _fill_ring(
            period, engine, target, values[ring.start : ring.start + ring.length * ring.width]
        )
    return values


def _fill_ring(period: Period, engine: Engine, target: str, values: Floats) -> None:
    """The last samples, each where the period expects the one of its age."""
    ring, source = period.layout.rings[target], period.plan.connections[target].source
    group = period.plan.row(component_of(source)).group.name
    tick, _ = engine._store.position()
    kept = engine.layout.rings.get(target)
    slot = engine.layout.signals[source]
    for age in range(ring.length):
        if kept is not None and age < kept.length:
            number = engine.plan.groups[group].pattern.count_before(tick) - 1 - age
            start = kept.start + number % kept.length * kept.width
        else:
            start = slot.start
        number = period.samples_before(group, period.first) - 1 - age
        place = number % ring.length * ring.width
        values[place : place + ring.width] = engine._store.values[start : start + ring.width]


@dataclass
class Vector:
    """A vector that is put together from places: which values, in which order, by which names."""

    variables: list[Variable] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def add(self, place: Place, wanted: Sequence[bool], rows: Sequence[str] = ()) -> None:
        """Take the wanted values of a place: under one name, or each row or value by its own."""
        if not any(wanted):
            return
        if all(wanted) and not rows:
            self._append(place.name, place, range(len(wanted)), place.kind)
            return
        for name, elements in _parts(place, rows):
            taken = [each for each in elements if wanted[each]]
            if len(taken) == len(elements):
                self._append(name, place, taken, place.kind)
            else:
                for each in taken:
                    index = ",".join(map(str, np.unravel_index(each, place.shape)))
                    self._append(f"{place.name}[{index}]", place, [each], Kind.PLAIN)

    def _append(self, name: str, place: Place, elements: Sequence[int], kind: Kind) -> None:
        kind = kind if kind is not Kind.QUATERNION or len(elements) == 4 else Kind.PLAIN
        start = len(self.before)
        # A sample in a ring is at another place in every period.
        known = () if "@" in place.name else tuple(place.before[each] for each in elements)
        self.variables.append(Variable(name, start, len(elements), place.unit, kind, known))
        self.before += [place.before[each] for each in elements]
        self.after += [place.after[each] for each in elements]


def _parts(place: Place, rows: Sequence[str]) -> Iterator[tuple[str, Sequence[int]]]:
    """The rows of a table by their names, or single values by their indices."""
    count = prod(place.shape)
    if not rows:
        for each in range(count):
            index = ",".join(map(str, np.unravel_index(each, place.shape)))
            yield f"{place.name}[{index}]", [each]
        return
    width = count // len(rows)
    component, _, port = place.name.partition(".")
    for number, row in enumerate(rows):
        yield f"{component}[{row}].{port}", range(number * width, (number + 1) * width)
