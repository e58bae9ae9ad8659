"""Goal: no rate ever drifts. Method: an hour, compared with exact rationals.

The engine counts its own samples; after an hour of compiled ticks the count, the last due
step and every due step on the way are those of the rational instants.
"""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.engine import Block, Engine, Graph, Output, State, schedule
from tests.engine.parts import Counter

HOUR_MS = 3_600_000


def watch(rate_hz, step_ns):
    """A block that counts its samples, and those that are not where they should be.

    The k-th belongs at the first step at or after k * top / bottom; all in whole numbers.
    """
    interval = Fraction(1_000_000_000) / Fraction(rate_hz)
    top, bottom = interval.numerator, interval.denominator * step_ns

    def output(count, shifted):
        return (count, shifted)

    def update(count, shifted, time_ns, sample):
        ideal = -(-(sample * top) // bottom) * step_ns
        return count + 1.0, shifted + (0.0 if time_ns == ideal and sample == count else 1.0)

    functions = {"output": staticmethod(output), "update": staticmethod(update)}
    declared = {"count": State(), "shifted": State(), "y": Output(shape=(2,))}
    return type("Watch", (Block,), {**declared, **functions})()


def watched(step, step_ns, rates, on_grid):
    graph = Graph(step)
    for i, rate_hz in enumerate(rates):
        graph.group(f"g{i}", rate_hz=rate_hz, on_grid=on_grid)
        graph.add(f"W{i}", watch(rate_hz, step_ns), f"g{i}")
    return graph


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "step_ns", "rates", "on_grid"),
    [
        ("500us", 500_000, (400, 40), False),
        ("1ms", 1_000_000, (1000, 20), False),
        ("1ms", 1_000_000, (1000, 100, 10), False),
        ("1ms", 1_000_000, (30, 60, 300, "29.97"), True),
    ],
)
def test_no_tick_is_shifted_in_a_simulated_hour(step, step_ns, rates, on_grid):
    graph = watched(step, step_ns, rates, on_grid)
    engine = Engine(graph, execution="compiled", chained=False)
    engine.run("1h")
    for i, rate_hz in enumerate(rates):
        # The state before the update of the last tick: samples at 0 .. 1 h, exclusive.
        assert engine.value(f"W{i}.y") == (ceil(Fraction(rate_hz) * 3600), 0.0)


@given(st.data())
@settings(max_examples=100)
def test_any_legal_rates_are_exact_for_an_hour(data):
    """By the schedule's own arithmetic: due steps of the engine's source, without running it."""
    step_us = data.draw(st.sampled_from((100, 125, 250, 500, 1000, 2000)))
    multiples = data.draw(st.lists(st.integers(1, 2000), min_size=1, max_size=4))
    graph = Graph(f"{step_us}us")
    for i, multiple in enumerate(multiples):
        graph.group(f"g{i}", rate_hz=Fraction(1_000_000, step_us * multiple))
    steps = HOUR_MS * 1000 // step_us
    plan = schedule(graph)
    for i, multiple in enumerate(multiples):
        pattern = plan.groups[f"g{i}"].pattern
        assert (pattern.interval, pattern.denominator) == (multiple, 1)
        assert pattern.count_before(steps) == ceil(Fraction(steps, multiple))
        assert plan.hyperperiod_steps % multiple == 0


@given(
    multiples=st.lists(st.integers(1, 50), min_size=2, max_size=3),
    phases=st.lists(st.integers(0, 60), min_size=3, max_size=3),
)
@settings(max_examples=30)
def test_the_engine_samples_when_the_pattern_says(multiples, phases):
    graph = Graph("1ms")
    for i, multiple in enumerate(multiples):
        graph.group(f"g{i}", period=f"{multiple}ms", phase=f"{phases[i]}ms")
        graph.add(f"C{i}", Counter(), f"g{i}")
    engine = Engine(graph, chained=False)
    engine.run("300ms")
    for i, multiple in enumerate(multiples):
        due = len(range(phases[i], 301, multiple))
        assert engine.value(f"C{i}.y") == due - 1


def test_hyperperiods():
    graph = Graph("1ms")
    graph.group("a", rate_hz=1000)
    assert schedule(graph).hyperperiod_steps == 1
    graph.group("b", period="4ms")
    graph.group("c", period="6ms")
    assert schedule(graph).hyperperiod_steps == 12
    graph.group("camera", rate_hz=30, on_grid=True)
    assert schedule(graph).hyperperiod_steps == 300
