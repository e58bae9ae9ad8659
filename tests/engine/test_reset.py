"""Goal: after a reset an engine is like a new one."""

import numpy as np
import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import RunError
from project_ghost.engine import Engine
from tests.engine.loop import Planner, SavingPlanner, make_loop
from tests.engine.parts import EXECUTIONS
from tests.engine.test_failures import RaisesInUpdate, with_bad


@EXECUTIONS
def test_a_reset_engine_is_a_new_one(execution):
    engine = Engine(make_loop(), seed=7, execution=execution)
    engine.run("70ms")
    engine.set_parameter("Cart.speed_mps", 2.5)
    for seed, expected in ((None, 7), (8, 8), (None, 8), (7, 7)):
        engine.reset(seed)
        fresh = Engine(make_loop(), seed=expected)
        assert engine.now_ns == 0
        assert engine.snapshot() == fresh.snapshot()
        heard: list[list[Message]] = [[], []]
        for each, messages in zip((engine, fresh), heard, strict=True):
            each.bus.subscribe("all", messages.append)
            each.run("100ms")
        assert heard[0] == heard[1] != []
        assert engine.digest == fresh.digest
        assert engine.snapshot() == fresh.snapshot()


@pytest.mark.parametrize("planner", [SavingPlanner, Planner])
def test_hosts_begin_again_too(planner):
    engine, fresh = (Engine(make_loop(planner()), seed=7) for _ in range(2))
    engine.run("70ms")
    engine.reset()
    for each in (engine, fresh):
        each.run("70ms")
    assert engine.snapshot() == fresh.snapshot()


@EXECUTIONS
def test_a_failed_run_can_be_reset(execution):
    engine = with_bad(RaisesInUpdate(at=4.0), execution)
    for _ in range(2):
        with pytest.raises(RunError, match="tick 8"):
            engine.run("1s")
        engine.reset()
        engine.run("5ms")
        assert engine.now_ns == 5_000_000


def test_a_fork_can_be_reset_to_the_start_of_its_run():
    first = Engine(make_loop(), seed=7)
    first.run("30ms")
    fork = Engine.restored(make_loop(), first.snapshot())
    fork.reset()
    first.reset()
    for each in (first, fork):
        each.run("30ms")
    assert np.array_equal(first._store.values, fork._store.values)
    assert first.digest == fork.digest
