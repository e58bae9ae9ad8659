"""Graphs of many components: what an engine costs grows with their number, and no faster.

Growth is counted in calls of functions, which are the same on every machine, and not timed.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Gain
from project_ghost.engine.program._frame import OUTPUTS, SECTION_WIDTH, STEP_WIDTH
from project_ghost.engine.program._tables import Tables, tables
from proofs.engine.parts import Clocked, Lag, Mixer, Walk


def _chains(count: int) -> Graph:
    """Chains of four kinds of components, with delays, gains, noise and two rates."""
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.group("slow", period="2ms")
    graph.add("clock", Clocked(), "fast")
    before = "clock.y"
    for i in range(count // 4):
        graph.add(f"lag{i}", Lag(), "fast")
        graph.connect(before, f"lag{i}.u", delayed=True)
        graph.add(f"mixer{i}", Mixer(), "slow")
        graph.connect(f"lag{i}.y", f"mixer{i}.a")
        graph.connect("clock.y", f"mixer{i}.b", gain=0.5)
        graph.add(f"clock{i}", Clocked(), "slow")
        graph.add(f"walk{i}", Walk(), "fast")
        before = f"mixer{i}.y"
    return graph


def _calls(action: Callable[[], Any]) -> int:
    """How many functions an action calls, Python's own included."""
    count = 0

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


_PARTS: dict[str, Callable[[Graph, Engine, Engine], object]] = {
    "Engine": lambda graph, _engine, _other: Engine(graph, execution="interpreted"),
    "snapshot": lambda _graph, engine, _other: engine.snapshot(),
    "restore": lambda _graph, engine, other: engine.restore(other.snapshot()),
    "digest": lambda _graph, engine, _other: engine.digest,
    "take_over": lambda _graph, engine, other: engine.take_over(other),
}


@pytest.mark.parametrize("part", _PARTS)
def test_the_cost_of_an_engine_grows_with_the_number_of_components(part: str) -> None:
    counts = []
    for size in (4, 100, 200, 400):  # the first one reads the source of all functions
        graph = _chains(size)
        engine, other = (Engine(graph, execution="interpreted") for _ in range(2))
        counts.append(_calls(partial(_PARTS[part], graph, engine, other)))
    _, one, two, four = counts
    # Twice the components make twice the calls.
    assert four - two <= 2.1 * (two - one), counts


def test_the_tables_of_a_schedule_grow_with_its_components_and_its_entries_do_not() -> None:
    made = []
    for size in (40, 80, 160):
        engine = Engine(_chains(size), execution="interpreted")
        made.append(tables(engine.plan, engine.layout, chained=True))
    forty, eighty, more = (len(each.places) for each in made)
    assert more - eighty == 2 * (eighty - forty)
    assert made[0].entries == made[1].entries == made[2].entries


@pytest.mark.slow
def test_a_thousand_blocks_are_compiled_and_run_to_the_same_bits() -> None:
    steps: list[CompileStep] = []
    counts: list[int] = []
    runs: list[list[tuple[str, bytes]]] = []
    for size in (100, 1000):
        runs.append([])
        for execution in ("interpreted", "compiled"):
            engine = Engine(_chains(size), seed=5, execution=execution)
            with observed_compilation(steps.append):
                engine.run("20ms")
            assert engine.execution == execution
            runs[-1].append((engine.digest, engine.snapshot()))
        counts.append(len(steps))
    assert all(one == other for one, other in runs)
    # Ten times the components, and nothing more to compile.
    assert counts[0] == counts[1]


def test_instances_of_one_variant_in_a_row_are_one_step() -> None:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("clock", Clocked(), "fast")
    before = "clock.y"
    for i in range(50):
        graph.add(f"gain{i}", Gain(0.5), "fast")
        graph.connect(before, f"gain{i}.u")
        before = f"gain{i}.y"
    engine = Engine(graph, execution="interpreted")
    found = tables(engine.plan, engine.layout, chained=False)
    (section,) = _rows(found, OUTPUTS, SECTION_WIDTH)
    assert (section[2] - section[1]) // STEP_WIDTH == 2  # the clock, and one loop over all gains


def _rows(found: Tables, table: int, width: int) -> list[list[int]]:
    """The rows of a table."""
    places = found.places[found.frame[table] : found.frame[table + 1]]
    return places.reshape(-1, width).tolist()
