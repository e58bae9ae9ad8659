"""Graphs of many components: what an engine costs grows with their number, and no faster.

Growth is counted in calls of functions, which are the same on every machine, and not timed.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from project_ghost.engine import Engine, Graph
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
