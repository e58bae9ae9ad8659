"""The state of a run at a tick, as a snapshot stores it."""

from typing import NamedTuple

from project_ghost.core.bus import BusState
from project_ghost.core.errors import InputError
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.run._chain_digest import Ledger
from project_ghost.engine.run._store import Store

from ._format import Arrays, pack, unpack
from ._validation import chain_faults, counter_faults, value_faults


class SavedState(NamedTuple):
    """All that a run needs to continue."""

    schedule: str  # the fingerprint of the schedule that the arrays belong to
    chained: bool
    seed: int
    bus: BusState
    ledger: Ledger
    hosts: dict[str, str]
    arrays: Arrays

    def as_bytes(self) -> bytes:
        """The snapshot; `from_bytes` reads it."""
        header = {
            "schedule": self.schedule,
            "chained": self.chained,
            "seed": self.seed,
            "bus": [self.bus.sequence, self.bus.observer_sequence],
            "ledger": [self.ledger.blocks, self.ledger.head.hex(), self.ledger.rest.hex()],
            "hosts": self.hosts,
        }
        return pack(header, self.arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "SavedState":
        """The state that a snapshot holds; refuses bytes that are not a snapshot."""
        header, arrays = unpack(data)
        blocks, head, rest = header["ledger"]
        return cls(
            header["schedule"],
            header["chained"],
            header["seed"],
            BusState(*header["bus"]),
            Ledger(blocks, bytes.fromhex(head), bytearray.fromhex(rest)),
            header["hosts"],
            arrays,
        )


def require_state_of(
    state: SavedState, fingerprint: str, plan: Schedule, layout: Layout, store: Store
) -> None:
    """Refuse a state that no run of this schedule can have."""
    if state.schedule != fingerprint:
        raise InputError(
            "the snapshot is of another graph",
            "Engine.restore",
            "the same components, rates and wiring",
            "restore with the graph that the snapshot was made with",
        )
    expected = [(array.dtype, array.shape) for array in store.arrays]
    if [(array.dtype, array.shape) for array in state.arrays] != expected:
        raise InputError(
            "the snapshot's arrays are not those of the graph",
            "Engine.restore",
            "a snapshot as Engine.snapshot makes it",
            "make the snapshot again",
        )
    values, parameters, counters = state.arrays
    faults = [
        *value_faults(layout, values, parameters),
        *counter_faults(plan, layout, values, counters, state.seed),
        *(chain_faults(counters, state.ledger) if state.chained else ()),
    ]
    if faults:
        raise InputError(
            f"the snapshot is inconsistent: {faults[0]}",
            "Engine.restore",
            "a snapshot as Engine.snapshot makes it",
            "make the snapshot again",
        )
