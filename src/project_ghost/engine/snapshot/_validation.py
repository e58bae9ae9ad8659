"""Validate a snapshot: the conditions that the engine relies on.

A digest detects damage, not forgery. A snapshot with a correct digest may still hold a state
that no run can have, and is refused here.
"""

from collections.abc import Iterator

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.randomness import RandomSource
from project_ghost.engine.component._components import Port
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
    Slot,
)
from project_ghost.engine.plan._pauses import output_pauses
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.run._chain_digest import BLOCK_TICKS, Ledger

from ._fork import group_counters

_LINK_BYTES = 8
_OF_A_SEGMENT = (MESSAGES, FIRST_TICK, MESSAGE_VALUES)


def value_faults(layout: Layout, values: Floats, parameters: Floats) -> Iterator[str]:
    """Messages about values that no component can have written."""
    every = {**layout.signals, **layout.states, **layout.pending, **layout.inlets, **layout.noise}
    for array, slots in ((values, every), (parameters, layout.parameters)):
        for place in np.flatnonzero(np.isnan(array))[:1]:
            yield f"{_name(slots, int(place))} is not a number"


def _name(slots: dict[str, Slot], place: int) -> str:
    names = (name for name, slot in slots.items() if slot.start <= place < slot.stop)
    return next(names, "a delayed sample")


def counter_faults(
    plan: Schedule, layout: Layout, values: Floats, counters: Integers, seed: int
) -> Iterator[str]:
    """Messages about counters that do not fit the tick, the seed and the values."""
    tick, phase = int(counters[TICK]), int(counters[PHASE])
    if tick < 0 or phase not in (0, 1) or any(counters[each] for each in _OF_A_SEGMENT):
        yield f"it is at tick {tick:,}, in phase {phase}"
        return
    pause = int(counters[PAUSE])
    if pause and not _is_pause(plan, tick, phase, pause, int(counters[ROW])):
        yield f"it pauses at number {pause} in tick {tick:,}, where no port is due"
        return
    for name, start in layout.groups.items():
        right = group_counters(plan.groups[name].pattern, tick + (phase or bool(pause)))
        if tuple(counters[start : start + 4]) != right:
            yield f"the sample counters of the group {name!r} are wrong"
    for name, start in layout.keys.items():
        # ghost: allow[dynamic-label] a component's name is fixed with the graph
        if tuple(counters[start : start + 2]) != tuple(RandomSource(seed).child(name).key):
            yield f"the random numbers of {name} are not those of the seed"
    has_ended = phase == 1 and any(values[layout.signals[each].start] for each in plan.stops)
    if int(counters[STOPPED]) != has_ended:
        yield "its signals do not agree on whether the run has ended"


def _is_pause(plan: Schedule, tick: int, phase: int, pause: int, row: int) -> bool:
    """Whether a tick can pause here for longer than a call: at a port that is due."""
    pauses = output_pauses(plan)
    if phase or not 0 < abs(pause) <= len(pauses) or pauses[abs(pause) - 1] != row:
        return False
    pattern = plan.rows[row].group.pattern
    is_due = pattern.step_of(pattern.count_before(tick)) == tick
    return is_due and isinstance(plan.rows[row].component, Port)


def chain_faults(counters: Integers, ledger: Ledger) -> Iterator[str]:
    """Messages about a hash chain that does not end at the tick."""
    blocks, rest = divmod(int(counters[TICK] + counters[PHASE]), BLOCK_TICKS)
    last = ledger.rest[-_LINK_BYTES:]
    is_whole = (ledger.blocks, len(ledger.rest)) == (blocks, rest * _LINK_BYTES)
    if not is_whole or last not in (b"", counters[LINK].astype("<i8").tobytes()):
        yield "its chain does not end at its tick"
