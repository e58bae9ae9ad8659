"""Interpreted and compiled are one: the same bits at every tick, hosts and messages included."""

from typing import Any

import pytest

from project_ghost.core.bus import Message
from project_ghost.engine import Engine, Execution
from tests.engine.loop import Planner, make_loop
from tests.engine.parts import EXECUTIONS


@pytest.mark.slow
def test_the_whole_loop_gives_the_same_bits_compiled() -> None:
    runs = {}
    for execution in (Execution.INTERPRETED, Execution.COMPILED):
        messages: list[Message] = []
        engine = Engine(make_loop(), seed=3, execution=execution)
        engine.bus.subscribe("recorder", messages.append)
        engine.run("333ms")
        engine.run("1ms")
        engine.run("166ms")
        assert engine.execution is execution
        runs[execution] = (engine.digest, engine.snapshot(), messages)
    assert runs[Execution.INTERPRETED] == runs[Execution.COMPILED]


@EXECUTIONS
def test_callbacks_of_the_clock_come_in_between_at_their_time(execution: Execution) -> None:
    seen: list[Any] = []
    engine = Engine(make_loop(), seed=3, execution=execution)
    engine.clock.schedule_periodic(
        7_000_000,
        lambda: seen.append((engine.now_ns, engine.value("Cart.px"), engine.state("Cart.x"))),
    )
    engine.run("30ms")
    times = [time_ns for time_ns, _, _ in seen]
    assert times == [0, 7_000_000, 14_000_000, 21_000_000, 28_000_000]
    # The updates of the tick before are done, the outputs of this one are not.
    assert all(signal < state for _, signal, state in seen[1:])


@pytest.mark.slow
def test_a_run_switches_to_compiled_code_without_a_trace() -> None:
    mixed = Engine(make_loop(), seed=3, execution=Execution.INTERPRETED)
    mixed.run("50ms")
    mixed = Engine.restored(make_loop(), mixed.snapshot(), execution=Execution.COMPILED)
    mixed.run("50ms")
    plain = Engine(make_loop(), seed=3, execution=Execution.INTERPRETED)
    plain.run("100ms")
    assert mixed.digest == plain.digest


def test_short_runs_are_interpreted_and_long_ones_compiled() -> None:
    engine = Engine(make_loop(Planner()), seed=3)
    engine.run("20ms")
    executions = [engine.execution]
    engine.expect("28h")
    engine.run("20ms")
    executions.append(engine.execution)
    assert executions == [Execution.INTERPRETED, Execution.COMPILED]


@EXECUTIONS
def test_messages_are_numbered_alike_with_and_without_subscribers(execution: Execution) -> None:
    numbers = []
    for listens_from_the_start in (True, False):
        messages: list[Message] = []
        engine = Engine(make_loop(), seed=3, execution=execution)
        if listens_from_the_start:
            engine.bus.subscribe("recorder", messages.append)
        engine.run("50ms")
        if not listens_from_the_start:
            engine.bus.subscribe("recorder", messages.append)
        engine.run("50ms")
        numbers.append([(m.stamp_sim_ns, m.sequence) for m in messages][-5:])
    assert numbers[0] == numbers[1]
