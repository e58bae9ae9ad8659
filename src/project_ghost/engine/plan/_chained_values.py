"""The values that a link of the hash chain covers, and their keys."""

import hashlib
from collections.abc import Iterable

import numpy as np

from project_ghost.core.arrays import Integers

from ._layout import Layout, Slot
from ._schedule import Schedule


def chained_ranges(plan: Schedule, layout: Layout) -> dict[str, list[range]]:
    """The places that a sample of each group writes: its outputs, and its chained states."""
    return {name: _joined(slots.values()) for name, slots in _chained(plan, layout).items()}


def chain_keys(plan: Schedule, layout: Layout) -> Integers:
    """Two rows with a key for each place of the values; 0 where nothing is chained."""
    keys = np.zeros((2, layout.values_size), dtype=np.int64)
    for slots in _chained(plan, layout).values():
        for name, slot in slots.items():
            # 16 bytes an element, so that the keys of a table's rows do not depend on its size.
            words = hashlib.shake_256(name.encode()).digest(16 * slot.size)
            keys[:, slot.start : slot.stop] = np.frombuffer(words, "<i8").reshape(slot.size, 2).T
    return keys


def _chained(plan: Schedule, layout: Layout) -> dict[str, dict[str, Slot]]:
    """By group, the slots of all chained signals and states."""
    by_group: dict[str, dict[str, Slot]] = {name: {} for name in plan.groups}
    for row in plan.rows:
        slots = by_group[row.group.name]
        for port in row.component.outputs():
            full = f"{row.name}.{port}"
            slots[f"signal {full}"] = layout.signals[full]
        for state, declared in row.component.states().items():
            full = f"{row.name}.{state}"
            if declared.is_chained:
                slots[f"state {full}"] = layout.states[full]
    return by_group


def _joined(slots: Iterable[Slot]) -> list[range]:
    """The slots as few ranges: neighbours in one."""
    joined: list[range] = []
    for slot in sorted(slots, key=lambda each: each.start):
        if joined and joined[-1].stop == slot.start:
            joined[-1] = range(joined[-1].start, slot.stop)
        elif slot.size:
            joined.append(range(slot.start, slot.stop))
    return joined
