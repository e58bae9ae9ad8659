"""Continue a run under a changed graph: the conditions, and the state that is taken over.

Parameters, wiring and publications are not state: they come from the new graph. The state is
taken over by name: signals, states, delayed samples, hosts. So each of these must be in both
graphs, in the same shape and from a component of the same class; otherwise it would have
another meaning in the new graph.

Why: ADR 21.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import InputError
from project_ghost.engine.component._components import Host
from project_ghost.engine.plan._layout import (
    LINK,
    MESSAGES,
    PAUSE,
    PHASE,
    ROW,
    STOPPED,
    TICK,
    Layout,
    Slot,
)
from project_ghost.engine.plan._pauses import output_pauses
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.run._store import Store
from project_ghost.engine.wiring._names import component_of

# A schedule and where its values are.
Planned = tuple[Schedule, Layout]

# How many reasons against a fork an error lists.
_MISFITS_SHOWN = 5


@dataclass(frozen=True)
class ForkChanges:
    """How a fork differs from its original, by name.

    `initial` are initial values of states: only the start of a run uses them.
    """

    parameters: tuple[str, ...]
    initial: tuple[str, ...]
    is_rewired: bool

    @property
    def has_effect(self) -> bool:
        """Whether the fork can continue differently."""
        return bool(self.parameters) or self.is_rewired


def require_fitting(old: Planned, store: Store, new: Planned, *, partly: bool = False) -> None:
    """Refuse a graph that cannot take over the state of another one."""
    problems = [*misfits(old, new, partly=partly), *pause_misfits(old, store, new)]
    if problems:
        shown = "; ".join(problems[:_MISFITS_SHOWN])
        more = f"; and {len(problems) - _MISFITS_SHOWN} more" if problems[_MISFITS_SHOWN:] else ""
        raise InputError(
            f"the state does not fit the changed graph: {shown}{more}",
            "Engine.take_over",
            "the same components, states, signals and rates, with other parameters",
            "change only values that are not part of the state, or run from the start",
        )


def take_over(old: Planned, original: Store, new: Planned, store: Store) -> None:
    """Take over the state of a run into the store of another graph, by name."""
    _take_values(old[1], original, new[1], store.values)
    _take_inlets(old, original, new, store.values)
    _take_counters(original, new, store.counters)
    _take_pause(old, original, new, store.counters)


def misfits(old: Planned, new: Planned, *, partly: bool = False) -> list[str]:
    """The reasons why the state of one graph cannot be taken over by another; empty where it can.

    With `partly` the new graph may lack components of the old one, and their signals.
    """
    problems = [*_step_misfits(old, new), *_component_misfits(old, new, partly=partly)]
    return problems if partly else [*problems, *_ring_misfits(old, new)]


def _step_misfits(old: Planned, new: Planned) -> Iterator[str]:
    if old[0].step_ns != new[0].step_ns:
        yield f"the step is {old[0].step_ns:_} ns, and would be {new[0].step_ns:_} ns"


def _component_misfits(old: Planned, new: Planned, *, partly: bool) -> Iterator[str]:
    before, after = ({row.name: row for row in planned[0].rows} for planned in (old, new))
    remembered = _remembered_components(new)
    shapes = _shapes_by_component(old[1]), _shapes_by_component(new[1])
    for name in before:
        if name not in after and not partly:
            yield f"the component {name} would be gone"
    for name, row in after.items():
        was = before.get(name)
        if was is None:
            yield f"the component {name} would be new"
        elif _home(was) != _home(row):
            yield f"the component {name} is a {_home(was)}, and would be a {_home(row)}"
        else:
            yield from _shape_misfits(*(each.get(name, {}) for each in shapes))
            if was.group.pattern != row.group.pattern and name in remembered:
                yield f"the component {name} would be sampled at another rate"


def _home(row: Row) -> str:
    return type(row.component).__qualname__


def _shapes_by_component(layout: Layout) -> dict[str, dict[str, str]]:
    """The shapes of each component's signals, states and noise, by kind and name."""
    found: dict[str, dict[str, str]] = {}
    kinds = {"signal": layout.signals, "state": layout.states, "noise": layout.noise}
    for kind, slots in kinds.items():
        for name, slot in slots.items():
            found.setdefault(component_of(name), {})[f"{kind} {name}"] = str(slot.shape)
    return found


def _shape_misfits(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for name in dict.fromkeys([*before, *after]):
        was, is_now = (shapes.get(name, "none") for shapes in (before, after))
        if was != is_now:
            yield f"the {name} has the shape {was}, and would have {is_now}"


def _remembered_components(planned: Planned) -> set[str]:
    """The components whose state, or that of an input that reads them, depends on samples."""
    plan, layout = planned
    names = {component_of(plan.connections[target].source) for target in layout.rings}
    for row in plan.rows:
        component = row.component
        if isinstance(component, Host) or component.states() or component.noises():
            names.add(row.name)
    return names


def _ring_misfits(old: Planned, new: Planned) -> Iterator[str]:
    for target in dict.fromkeys([*old[1].rings, *new[1].rings]):
        was, is_now = (_remembered(planned, target) for planned in (old, new))
        if was != is_now:
            yield f"the input {target} remembers {was}, and would remember {is_now}"


def _remembered(planned: Planned, target: str) -> str:
    plan, layout = planned
    ring = layout.rings.get(target)
    if ring is None:
        return "no samples"
    return f"{ring.length} samples of {plan.connections[target].source}"


def _take_values(old: Layout, store: Store, new: Layout, into: Floats) -> None:
    """Copy signals, states, noise and delayed samples into the values of another graph."""
    for before, after in (
        (old.signals, new.signals),
        (old.states, new.states),
        (old.pending, new.pending),
        (old.noise, new.noise),
    ):
        for name, was in before.items():
            is_now = after.get(name)
            if is_now is not None and was.shape == is_now.shape:
                into[is_now.start : is_now.stop] = store.values[was.start : was.stop]
    for target, one in old.rings.items():
        two = new.rings.get(target)
        if two is not None:
            size = one.length * one.width
            into[two.start : two.start + size] = store.values[one.start : one.start + size]


def _take_inlets(old: Planned, store: Store, new: Planned, into: Floats) -> None:
    """Copy the values that connected inputs have read; the others read a constant."""
    for target, was in old[1].inlets.items():
        is_now = new[1].inlets.get(target)
        connected = target in old[0].connections and target in new[0].connections
        if connected and is_now is not None and was.shape == is_now.shape:
            into[is_now.start : is_now.stop] = store.values[was.start : was.stop]


def _take_counters(store: Store, new: Planned, into: Integers) -> None:
    """Copy the time and the counters of every group; random keys stay those of the new seed."""
    for each in (TICK, PHASE, LINK, STOPPED):
        into[each] = store.counters[each]
    into[MESSAGES] = 0
    plan, layout = new
    tick, phase = store.position()
    is_begun = phase or bool(store.counters[PAUSE])
    for name, start in layout.groups.items():
        into[start : start + 4] = group_counters(plan.groups[name].pattern, tick + is_begun)


def _take_pause(old: Planned, store: Store, new: Planned, into: Integers) -> None:
    """Pause at the same port, which may have another number in the other graph."""
    into[ROW] = store.counters[ROW]
    pause = int(store.counters[PAUSE])
    if not pause:
        return
    row = new[0].row_number(old[0].rows[int(store.counters[ROW])].name)
    number = output_pauses(new[0]).index(row) + 1
    into[ROW], into[PAUSE] = row, number if pause > 0 else -number


def pause_misfits(old: Planned, store: Store, new: Planned) -> Iterator[str]:
    """Why a run that has paused in the middle of a tick cannot go on under another graph."""
    if not store.counters[PAUSE]:
        return
    row = old[0].rows[int(store.counters[ROW])]
    before, after = (_names_before(planned[0], row.name) for planned in (old, new))
    if before != after:
        changed = sorted(before ^ after)
        yield (
            f"the run has paused at the port {row.name}, and {changed[0]} would be on the other "
            "side of it in the order"
        )


def _names_before(plan: Schedule, name: str) -> set[str]:
    names = [row.name for row in plan.rows]
    return set(names[: names.index(name)]) if name in names else set(names)


def group_counters(pattern: DuePattern, step: int) -> tuple[int, int, int, int]:
    """The next due step, the last, its number, and the gap before it, when `step` is next."""
    count = pattern.count_before(step)
    upcoming = pattern.step_of(count)
    if count == 0:
        return upcoming, -1, -1, 1
    gap = pattern.gap_before(0 if pattern.denominator == 1 else count - 1)
    return upcoming, pattern.step_of(count - 1), count - 1, gap


def changed_parameters(old: Layout, before: Floats, new: Layout, after: Floats) -> tuple[str, ...]:
    """The names of the parameters that differ, or that only one of two graphs has."""
    names = dict.fromkeys([*old.parameters, *new.parameters])
    return tuple(
        name
        for name in names
        if _bits(old.parameters.get(name), before) != _bits(new.parameters.get(name), after)
    )


def changed_initial(old: Layout, before: Floats, new: Layout, after: Floats) -> tuple[str, ...]:
    """The names of the states that would begin with other values."""
    return tuple(
        name
        for name, slot in new.states.items()
        if _bits(old.states.get(name), before) != _bits(slot, after)
    )


def _bits(slot: Slot | None, array: Floats) -> tuple[object, bytes]:
    if slot is None:
        return None, b""
    return slot.shape, np.ascontiguousarray(array[slot.start : slot.stop]).tobytes()
