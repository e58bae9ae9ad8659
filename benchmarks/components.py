"""What each component of a compiled scene costs: the time of its machine code, a tick.

A scene runs to its middle. Then the machine code of one component after the other is called
there many times, each time on the same values. What restoring these takes is measured in turns
with it, and subtracted. The times are the processor's, the best of a few.
"""

from functools import partial
from time import process_time
from typing import Any

import numpy as np

from benchmarks import Result
from benchmarks._timing import in_turns
from benchmarks.scenarios import crowd_of
from project_ghost.core.arrays import Integers
from project_ghost.core.compiled import call_at, compile_source, entry_addresses
from project_ghost.engine.program import _frame as f
from project_ghost.engine.program._program import Program
from project_ghost.runs import PreparedRun, prepare

SCENES = ("t-junction-4", "crowd of 200", "urban-crossing", "motorway")
TURN_S = 0.02
# Smaller shares of a tick are not listed.
LEAST = 0.02

_SOURCE = """def run(address, frame, first, stop, present, kept, count):
    for _ in range(count):
        for k in range(len(kept)):
            to, of = present[k], kept[k]
            for i in range(len(of)):
                to[i] = of[i]
        call_at(address, frame, first, stop)
"""


def _steps(frame: Integers, places: Integers) -> list[tuple[int, int, int]]:
    """All steps of a tick: the number of an entry, and the range of its rows."""
    ranges = [(frame[f.AFTERWARDS], frame[f.AFTERWARDS + 1])]
    ranges += [
        (places[at + 1], places[at + 2])
        for table in (f.OUTPUTS, f.UPDATES)
        for at in range(frame[table], frame[table + 1], f.SECTION_WIDTH)
    ]
    return [
        (int(places[at]), int(places[at + 1]), int(places[at + 2]))
        for first, stop in ranges
        for at in range(first, stop, f.STEP_WIDTH)
    ]


def _split(prepared: PreparedRun) -> dict[str, float]:
    """The seconds that the machine code of each kind takes in a tick."""
    engine = prepared.engine
    engine.run(prepared.runnable.duration_ns // 2)
    program = Program(engine.plan, engine.layout, chained=True)
    arrays = engine._segments._arrays
    frame, _memory = program.frame(arrays)
    # Bits, so that one type serves for all.
    present = (arrays.values.view(np.int64), arrays.counters, frame)
    kept = tuple(each.copy() for each in present)
    call: Any = compile_source(_SOURCE, "run", {"call_at": call_at})
    addresses = entry_addresses(program.tables.entries)
    names = [name.partition("_")[2] for name in program.tables.entries]
    found = dict.fromkeys(names, 0.0)
    for number, first, stop in _steps(frame, program.tables.places):

        def timed(last: int, count: int, number: int = number, first: int = first) -> None:
            call(addresses[number], frame.ctypes.data, first, last, present, kept, count)

        timed(stop, 1)
        start_s = process_time()
        timed(stop, 100)
        count = max(100, int(TURN_S / max(1e-8, (process_time() - start_s) / 100)))
        with_it, without = in_turns(partial(timed, stop, count), partial(timed, first, count))
        found[names[number]] += max(0.0, with_it - without) / count
    return found


def split(name: str) -> Result:
    """The time of all components of a scene, and the share of each, the largest first."""
    prepared = crowd_of(200) if name == SCENES[1] else prepare(name, execution="compiled")
    found = _split(prepared)
    total = sum(found.values())
    large = sorted(((t, n) for n, t in found.items() if t >= LEAST * total), reverse=True)
    return {
        "name": f"{name}, the machine code of all components",
        "value": 1e6 * total,
        "unit": "us/tick",
        "ratios": {f"share of {n}": t / total for t, n in large},
    }


BENCHMARKS = [partial(split, name) for name in SCENES]
