"""The values that a link of the hash chain covers, each with its own key."""

import hashlib
from typing import NamedTuple

from ._layout import Layout, Slot
from ._schedule import Schedule


class ChainedValue(NamedTuple):
    """A signal or state in the hash chain: its place, and the key of its first element."""

    slot: Slot
    key: int


def chained_values(plan: Schedule, layout: Layout) -> dict[str, list[ChainedValue]]:
    """The values that a sample of each group writes: its outputs, and its chained states."""
    by_group: dict[str, list[ChainedValue]] = {name: [] for name in plan.groups}
    for row in plan.rows:
        values = by_group[row.group.name]
        for port in row.component.outputs():
            full = f"{row.name}.{port}"
            values.append(ChainedValue(layout.signals[full], key_of(f"signal {full}")))
        for state, declared in row.component.states().items():
            full = f"{row.name}.{state}"
            if declared.is_chained:
                values.append(ChainedValue(layout.states[full], key_of(f"state {full}")))
    return by_group


def key_of(name: str) -> int:
    """The key of a signal or state, from its name."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True)
