"""The first ticks of new machine code: run both ways, and compared.

The interpreter runs them, so that whatever is found, the run has the right bits. The compiled
code repeats each tick on arrays of its own, from the same start, with the same answers of hosts
and ports. Then all values, the link and the messages have to have the same bits.

Why: ADR 28.
"""

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.engine.codegen._compiled_run import Compilable, Part, RunArrays
from project_ghost.engine.codegen._execution import interpreted_seconds
from project_ghost.engine.plan._layout import (
    FIRST_TICK,
    LINK,
    MESSAGE_VALUES,
    MESSAGES,
    PAUSE,
    PHASE,
    ROW,
    TICK,
    Layout,
    Slot,
)
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.wiring._names import component_of

from ._verdicts import AGREES, keep_verdict

# As many ticks are compared as the interpreter is estimated to run in this time, within limits.
# More ticks find more; compiling takes longer than this.
_INTERPRETED_S = 0.5
_TICKS_LEAST, _TICKS_MOST = 8, 250

# A tick has one link, and a segment that begins after the outputs of a tick has two.
_LINKS = 4

# Counters that are the same only by chance: the row that ran last, and the last link, which the
# interpreter computes afterwards.
_NOT_COMPARED = (ROW, LINK)


@final
class FirstTicks:
    """Compares compiled code with the interpreter, tick by tick."""

    def __init__(
        self,
        plan: Schedule,
        layout: Layout,
        arrays: RunArrays,
        candidate: Compilable,
        parts: Sequence[Part],
    ) -> None:
        self._plan = plan
        self._layout = layout
        self._run = arrays
        self._own = arrays._replace(
            values=np.zeros_like(arrays.values),
            parameters=np.zeros_like(arrays.parameters),
            counters=np.zeros_like(arrays.counters),
            links=np.zeros(_LINKS, dtype=np.int64),
            messages=np.zeros(arrays.messages.shape),
            heads=np.zeros(arrays.heads.shape, dtype=np.int64),
        )
        self._compiled = candidate.load(self._own)
        self._parts = parts
        tick_s = interpreted_seconds(plan, layout.values_size, _TICKS_MOST) / _TICKS_MOST
        wanted = int(_INTERPRETED_S / tick_s) if tick_s else _TICKS_MOST
        self._ticks = min(max(wanted, _TICKS_LEAST), _TICKS_MOST)
        self._compared = 0
        self._results: list[tuple[int, list[Floats]]] = []  # of hosts and ports, in order
        self._begun: set[str] = set()  # groups with outputs in the last tick
        self._complete: set[str] = set()  # groups with outputs and updates
        self._blamed = -1  # the row that differs first
        self._started_s = 0.0
        self._spent_s = 0.0

    def begin(self) -> int:
        """Start a segment; returns its last tick."""
        # ghost: allow[wall-clock] told to the user, no result depends on it
        self._started_s = perf_counter()
        for own, array in zip(self._own[:3], self._run[:3], strict=True):
            own[...] = array
        self._results.clear()
        counters = self._own.counters
        return int(counters[TICK] + counters[PHASE])

    def take_result(self, number: int) -> None:
        """Keep the outputs of a row whose result came from outside."""
        outputs = [self._run.values[s.start : s.stop].copy() for s in self._outputs(number)]
        self._results.append((number, outputs))

    def difference(self, limit: tuple[int, bool], links: Integers, *, failed: bool) -> str:
        """Repeat the segment compiled; returns how it differs, or nothing.

        `failed` says that the interpreter stopped with an error.
        """
        stopped = self._repeat(limit)
        found = self._failures(failed=failed, stopped=stopped)
        if not found and not failed:
            found = next(self._differences(links), "")
        self._compared += 1
        self._complete |= self._begun
        tick, counters = self._run.counters[TICK], self._run.counters
        groups = self._layout.groups.items()
        self._begun = {name for name, start in groups if counters[start + 1] == tick}
        # ghost: allow[wall-clock] told to the user, no result depends on it
        self._spent_s += perf_counter() - self._started_s
        return found

    @property
    def are_done(self) -> bool:
        """Whether enough ticks were compared."""
        return self._compared >= self._ticks

    @property
    def cost(self) -> str:
        """How many ticks ran both ways, and how long they took."""
        ticks = "1 tick" if self._compared == 1 else f"{self._compared:,} ticks"
        return f"new machine code: {ticks} interpreted too, the same bits, {self._spent_s:.2g} s"

    def keep_agreement(self) -> None:
        """Keep the verdict about all parts that ran."""
        rows = self._plan.rows
        for part in self._parts:
            if all(rows[number].group.name in self._complete for number in part.rows):
                keep_verdict(part, AGREES)

    def keep_difference(self, text: str) -> None:
        """Keep the verdict about the functions of the component that differs first.

        Where none of these is new, nothing is kept: what all components share is not refused.
        """
        for part in self._parts:
            if self._blamed in part.rows and not part.is_shared:
                keep_verdict(part, text)

    # ---------------------------------------------------------------- execution

    def _repeat(self, limit: tuple[int, bool]) -> bool:
        """Run the segment compiled; returns whether it stopped with an error."""
        counters = self._own.counters.data
        results = iter(self._results)
        try:
            while counters[PAUSE] >= 0 or self._answer(next(results, None)):
                self._compiled(*limit)
                if counters[PAUSE] == 0:
                    break
        except Exception:  # of whatever kind: it is compared by its place
            return True
        return False

    def _answer(self, result: tuple[int, list[Floats]] | None) -> bool:
        """Give the result of the row at which the compiled code has paused, if it is there."""
        counters = self._own.counters.data
        if result is None or result[0] != counters[ROW]:
            return False
        for slot, values in zip(self._outputs(result[0]), result[1], strict=True):
            self._own.values[slot.start : slot.stop] = values
        counters[PAUSE] = -counters[PAUSE]
        return True

    def _outputs(self, number: int) -> list[Slot]:
        row = self._plan.rows[number]
        return [self._layout.signals[f"{row.name}.{port}"] for port in row.component.outputs()]

    # --------------------------------------------------------------- comparison

    def _failures(self, *, failed: bool, stopped: bool) -> str:
        """How the ends of both executions differ: in an error, or in its place."""
        run, own = self._run.counters, self._own.counters
        # Where a host fails, the compiled code waits for its result.
        stopped = stopped or (failed and bool(own[PAUSE] < 0))
        if failed != stopped:
            self._blamed = int((run if failed else own)[ROW])
            name = self._plan.rows[self._blamed].name
            which = "interpreted" if failed else "compiled"
            return f"component {name!r} fails at tick {run[TICK]} in the {which} execution only"
        places = [tuple(int(each[at]) for at in (TICK, PHASE, ROW)) for each in (run, own)]
        if failed and places[0] != places[1]:
            self._blamed = min(row for _, _, row in places)
            names = [self._plan.rows[row].name for _, _, row in places]
            return f"component {names[0]!r} fails interpreted, and {names[1]!r} compiled"
        return ""

    def _differences(self, links: Integers) -> Iterator[str]:
        """What is not the same after the segment, what explains the rest first."""
        run, own = self._run, self._own
        tick = run.counters[TICK]
        rows = self._different_rows()
        if rows:
            self._blamed = min(rows)
            name = self._plan.rows[self._blamed].name
            yield f"component {name!r}, at tick {tick}: {rows[self._blamed]}"
        places = np.flatnonzero(_bits(run.values) != _bits(own.values))
        if len(places):
            yield f"{_both(run.values, own.values, places[0])} at tick {tick}, inside of the engine"
        compared = np.delete(np.arange(len(run.counters)), _NOT_COMPARED)
        if not np.array_equal(run.counters[compared], own.counters[compared]):
            yield f"the schedule's counters at tick {tick}"
        first = int(own.counters[TICK] + own.counters[PHASE] - own.counters[FIRST_TICK])
        if len(links) and not np.array_equal(own.links[first - len(links) : first], links):
            yield f"the link of tick {tick}, of the same values"
        count, used = run.counters[MESSAGES], run.counters[MESSAGE_VALUES]
        same = np.array_equal(run.heads[:count], own.heads[:count])
        if not same or _bits(run.messages[:used]).tolist() != _bits(own.messages[:used]).tolist():
            yield f"the messages of tick {tick}"

    def _different_rows(self) -> dict[int, str]:
        """The rows whose signals or states differ, each with the first that does."""
        run, own = self._run.values, self._own.values
        found: dict[int, str] = {}
        if np.array_equal(_bits(run), _bits(own)):
            return found
        for name, slot in self._slots():
            places = np.flatnonzero(
                _bits(run[slot.start : slot.stop]) != _bits(own[slot.start : slot.stop])
            )
            if len(places):
                at = slot.start + places[0]
                element = f"[{', '.join(map(str, np.unravel_index(places[0], slot.shape)))}]"
                text = f"{name}{element if slot.shape else ''} is {_both(run, own, at)}"
                found.setdefault(self._plan.row_number(component_of(name)), text)
        return found

    def _slots(self) -> Iterable[tuple[str, Slot]]:
        for kind in (self._layout.signals, self._layout.states, self._layout.pending):
            yield from kind.items()


def _bits(values: Floats) -> Integers:
    return values.view(np.int64)


def _both(run: Floats, own: Floats, at: int) -> str:
    return f"{float(run[at])!r} interpreted and {float(own[at])!r} compiled"
