"""Integrator, FirstOrderLag, Delay, SampleAndHold: blocks that remember."""

from math import exp

import pytest

from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import (
    Clock,
    Constant,
    Delay,
    FirstOrderLag,
    Integrator,
    SampleAndHold,
)

from .rig import traced


def test_an_integrator_of_a_slow_group_reaches_one_after_a_second() -> None:
    """Its period is that of its group, not the step: 1, not 0.1."""
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=100)
    graph.add("one", Constant(1.0), "fast")
    graph.add("slow_x", Integrator(), "slow")
    graph.add("fast_x", Integrator(), "fast")
    graph.connect("one.y", "slow_x.u")
    graph.connect("one.y", "fast_x.u")
    engine = Engine(graph)
    engine.run("1s")
    assert engine.value("slow_x.y") == pytest.approx(1.0, abs=1e-13)
    assert engine.value("fast_x.y") == pytest.approx(1.0, abs=1e-13)


def test_an_integrator_holds_its_input_between_samples() -> None:
    """The integral of time in steps: dt**2 * n * (n - 1) / 2."""
    graph = Graph("10ms")
    graph.group("all", rate_hz=100)
    graph.add("clock", Clock(), "all")
    graph.add("x", Integrator(3.0, input_unit="s", output_unit="s2"), "all")
    graph.connect("clock.y", "x.u")
    engine = Engine(graph)
    engine.run("1s")
    assert engine.value("x.y") == pytest.approx(3.0 + 1e-4 * 100 * 99 / 2, abs=1e-13)


def test_an_integrator_stops_at_its_limits_and_leaves_them_at_once() -> None:
    inputs = [100.0, 100.0, 100.0, 100.0, -100.0, -1e6, -1.0, 50.0]
    expected = [0.0, 1.0, 2.0, 2.5, 2.5, 1.5, -1.0, -1.0, -0.5]
    assert traced(Integrator(low=-1.0, high=2.5), 9, u=inputs) == expected


@pytest.mark.parametrize("rate_hz", [10, 100, 1000])
def test_a_lag_follows_the_exact_step_response_at_every_rate(rate_hz) -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=rate_hz)
    graph.add("one", Constant(5.0), "all")
    graph.add("lag", FirstOrderLag(0.5, initial=1.0), "all")
    graph.connect("one.y", "lag.u")
    engine = Engine(graph)
    for tenth in range(1, 11):
        engine.run("100ms")
        expected = 5.0 + (1.0 - 5.0) * exp(-tenth * 0.1 / 0.5)
        assert engine.value("lag.y") == pytest.approx(expected, rel=1e-14)


def test_a_lag_much_faster_than_its_rate_is_stable() -> None:
    assert traced(FirstOrderLag(1e-9), 4, u=[1.0, 1.0, 3.0, 3.0]) == [0.0, 1.0, 1.0, 3.0]


def test_a_delay_is_so_many_samples_late() -> None:
    ramp = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert traced(Delay(3, initial=-1.0), 6, u=ramp) == [-1.0, -1.0, -1.0, 1.0, 2.0, 3.0]
    assert traced(Delay(), 3, u=ramp) == [0.0, 1.0, 2.0]


def test_a_delay_breaks_an_algebraic_cycle() -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("a", Delay(2, initial=1.0), "all")
    graph.add("b", Delay(1, initial=2.0), "all")
    graph.connect("a.y", "b.u")
    graph.connect("b.y", "a.u")
    engine = Engine(graph)
    result = []
    for tick in range(6):
        engine.run("1ms" if tick else 0)
        result.append(engine.value("a.y"))
    assert result == [1.0, 1.0, 2.0, 1.0, 1.0, 2.0]


def test_sample_and_hold_follows_while_triggered() -> None:
    trigger = [0.0, 1.0, 0.0, -1.0, 0.5, 2.0, 0.0]
    result = traced(
        SampleAndHold(initial=9.0), 7, u=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], trigger=trigger
    )
    assert result == [9.0, 2.0, 2.0, 2.0, 5.0, 6.0, 6.0]


def test_a_long_delay_is_not_folded_into_the_chain_and_is_in_the_digest() -> None:
    engines = []
    for past in (0.0, 5.0):
        graph = Graph("1ms")
        graph.group("all", rate_hz=1000)
        graph.add("ramp", Clock(), "all")
        graph.add("late", Delay(1000, initial=past), "all")
        graph.connect("ramp.y", "late.u")
        engines.append(Engine(graph))
    one, two = engines
    two._store.values[two.layout.signals["late.y"].start] = 0.0
    two._store.values[two.layout.states["late.past"].start] = 0.0
    one.run("0ms")
    two.run("0ms")
    assert one.link == two.link, "only the outputs are in the link, which are the same"
    assert one.digest != two.digest
    two.run("1ms")
    one.run("1ms")
    assert one.link != two.link, "and differ as soon as the memory shows"
