"""From the tables of a schedule to something that runs, with the same bits as its source."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeAlias, final

import numpy as np

from project_ghost.core.arrays import Integers
from project_ghost.core.compiled import (
    are_entries_cached,
    cache_key,
    compile_source,
    entry_addresses,
    entry_key,
    is_cached,
)
from project_ghost.engine.codegen._compiled_run import Part, RunArrays, part
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Schedule

from . import _frame as f
from ._loop import run as run_ticks
from ._tables import tables

_SOURCE = """def run(frame_address, last_tick, with_outputs):
    run_ticks(frame_address, last_tick, with_outputs)
"""
_TOGETHER = """def run(addresses, last_ticks, reached):
    for i in range(reached[0], addresses.size):
        reached[0] = i
        run_ticks(addresses[i], last_ticks[i], True)
    reached[0] = addresses.size
"""
_LOOP = {"run_ticks": run_ticks}

RunTogether: TypeAlias = Callable[[Integers, Integers, Integers], None]


# Kept: loading it again takes time.
@cache
def _machine_code() -> Callable[..., Any]:
    return compile_source(_SOURCE, "run", _LOOP)


@cache
def run_together() -> RunTogether:
    """Machine code that continues many runs, each to its tick with the outputs, in one call.

    Its arguments are the addresses of their frames, their last ticks, and the number of the run to
    begin with, an array of one element in which it counts: what a run raises is that run's
    failure, and a further call may continue behind it.
    """
    return compile_source(_TOGETHER, "run", _LOOP)


@final
class Program:
    """A schedule for the compiled loop: its tables, and the entries that have to be compiled."""

    def __init__(self, plan: Schedule, layout: Layout, *, chained: bool) -> None:
        self.tables = tables(plan, layout, chained=chained)
        self._numbers = {**self.tables.frame, f.STEP_NS: plan.step_ns}

    def is_cached(self) -> bool:
        """Whether all of its machine code was compiled before."""
        return is_cached(_SOURCE, "run", _LOOP, {}) and are_entries_cached(self.tables.entries)

    def parts(self) -> list[Part]:
        """The loop, and each entry with the rows that run it."""
        rows, shared = self.tables.rows, self.tables.shared
        found = [part(_SOURCE, (), lambda: cache_key(_SOURCE, _LOOP, {}), is_shared=True)]
        for name, entry in self.tables.entries.items():
            key = partial(entry_key, entry)
            found.append(part(entry, rows[name], key, is_shared=name in shared))
        return found

    def frame(self, arrays: RunArrays) -> tuple[Integers, tuple[object, ...]]:
        """The frame for the arrays of one run, and what has to stay in memory as long as it."""
        addresses: Integers = np.array(entry_addresses(self.tables.entries), dtype=np.int64)
        places = {
            f.VALUES: arrays.values,
            f.PARAMETERS: arrays.parameters,
            f.COUNTERS: arrays.counters,
            f.PLACES: self.tables.places,
            f.CONSTANTS: self.tables.constants,
            f.ADDRESSES: addresses,
            f.KEYS: arrays.chain_keys,
            f.LINKS: arrays.links,
            f.MESSAGES: arrays.messages,
            f.HEADS: arrays.heads,
        }
        frame: Integers = np.zeros(f.FRAME_SIZE, dtype=np.int64)
        for place, array in places.items():
            frame[place : place + 2] = array.ctypes.data, array.size
        for place, number in self._numbers.items():
            frame[place] = number
        return frame, (frame, *places.values())

    def load(self, arrays: RunArrays) -> "ProgramRun":
        """Its machine code for the arrays of one run, from the cache if it is there."""
        run = ProgramRun(*self.frame(arrays))
        run(-1, False)  # noqa: FBT003 - compiles it, and runs no tick
        return run


@final
class ProgramRun:
    """The machine code of a program for the arrays of one run, whose frame is at `address`."""

    def __init__(self, frame: Integers, memory: tuple[object, ...]) -> None:
        self.address = frame.ctypes.data
        self._memory = memory
        self._machine_code = _machine_code()

    def __call__(self, last_tick: int, with_outputs: bool) -> None:  # noqa: FBT001 - as the loop takes it
        """Continue to a tick: with its outputs, or to just before them."""
        self._machine_code(self.address, last_tick, with_outputs)
