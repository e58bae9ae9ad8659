"""Goal: `auto` compiles runs that are long enough for it to pay, and interprets the others."""

import pytest

from project_ghost.engine import Block, Engine, Output
from tests.engine.loop import make_loop
from tests.engine.parts import Crowd, graph_of


def execution_for(expected: str, engine: Engine) -> str:
    """How an engine executes the first part of a run of this expected duration."""
    engine.expect(expected)
    engine.run("10ms")
    return engine.execution


class NeverCompiled(Block):
    y = Output()

    @staticmethod
    def output(sample: int) -> float:
        return 0.125 * sample


@pytest.mark.slow
def test_parts_of_a_long_run_are_compiled() -> None:
    long, short = Engine(make_loop(), seed=7), Engine(make_loop(), seed=7)
    long.expect("10h")
    for each in (long, short):
        for _ in range(3):
            each.run("10ms")
    assert long.execution == "compiled"
    assert short.execution == "interpreted"
    assert long.digest == short.digest


@pytest.mark.slow
def test_cached_machine_code_is_used_for_shorter_runs() -> None:
    """Method: a duration that does not repay a compilation, for two graphs of nearly one size.

    The second one has a component of a kind that no test compiles.
    """
    Engine(make_loop(), execution="compiled").run("10ms")
    assert execution_for("5min", Engine(make_loop())) == "compiled"
    assert execution_for("10s", Engine(make_loop())) == "interpreted"
    never_compiled = make_loop()
    never_compiled.add("Other", NeverCompiled(), "medium")
    assert execution_for("5min", Engine(never_compiled)) == "interpreted"


@pytest.mark.slow
def test_more_values_make_a_run_worth_compiling() -> None:
    def crowd(count: int) -> Engine:
        graph = graph_of(Crowd=Crowd(count=count))
        graph.expose("Crowd.target")
        return Engine(graph)

    assert execution_for("2s", crowd(10)) == "interpreted"
    assert execution_for("2s", crowd(10_000)) == "compiled"
