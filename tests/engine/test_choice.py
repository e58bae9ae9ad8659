"""Goal: `auto` compiles what repays it, also where a run is asked for in parts."""

import pytest

from project_ghost.engine import Engine
from project_ghost.engine.codegen import _execution
from tests.engine.loop import make_loop


@pytest.fixture
def _cheap_compilation(monkeypatch):
    monkeypatch.setattr(_execution, "_COMPILATION_S", 0.0)
    monkeypatch.setattr(_execution, "_COMPILATION_PER_COMPONENT_S", 0.0)
    monkeypatch.setattr(_execution, "_LOADING_S", 0.01)


@pytest.mark.slow
@pytest.mark.usefixtures("_cheap_compilation")
def test_parts_of_a_long_run_are_compiled():
    engine, short = Engine(make_loop(), seed=7), Engine(make_loop(), seed=7)
    engine.expect("10min")
    for each in (engine, short):
        for _ in range(3):
            each.run("10ms")
    assert engine.execution == "compiled"
    assert short.execution == "interpreted"
    assert engine.digest == short.digest


def test_machine_code_that_is_there_is_used_earlier_than_it_would_be_made():
    plan = Engine(make_loop(), seed=7).plan
    ticks = [2**k for k in range(30)]
    used = [_execution.pays_to_compile(plan, 500, each, cached=True) for each in ticks]
    made = [_execution.pays_to_compile(plan, 500, each, cached=False) for each in ticks]
    assert sorted(used) == used
    assert sorted(made) == made
    assert sum(used) > sum(made) > 0


def test_many_values_make_a_run_long():
    plan = Engine(make_loop(), seed=7).plan
    assert not _execution.pays_to_compile(plan, 100, 2_000, cached=True)
    assert _execution.pays_to_compile(plan, 100_000, 2_000, cached=True)
