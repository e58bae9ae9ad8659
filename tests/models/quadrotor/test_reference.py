"""Goal: the figure eight is one curve: each signal is the derivative of the one before."""

import math
from typing import Any

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.models.quadrotor import FigureEight, Steps
from project_ghost.testing import check_component
from tests.models.reading import value

EIGHT = FigureEight(centre_m=(1.0, -2.0, 3.0), length_m=5.0, width_m=3.0, yaw_rad=0.5)


def at(time_ns: int):
    parameters: Any = EIGHT.parameters
    return EIGHT.output(time_ns, **parameters)


@pytest.mark.parametrize("time_s", [0.5, 1.9, 3.5, 4.5, 7.3, 22.0])
def test_each_is_the_derivative_of_the_one_before(time_s) -> None:
    now, step_ns = int(time_s * 1e9), 100_000
    before, here, after = (at(now + k * step_ns) for k in (-1, 0, 1))
    for order in range(3):
        slope = [
            (a - b) / (2 * step_ns / 1e9) for a, b in zip(after[order], before[order], strict=True)
        ]
        assert here[order + 1] == pytest.approx(slope, abs=1e-5)


def test_it_starts_from_rest_at_the_centre() -> None:
    position, velocity, acceleration, _, yaw = at(0)
    assert position == (1.0, -2.0, 3.0)
    assert velocity == acceleration == (0.0, 0.0, 0.0)
    assert yaw == 0.5


def test_it_closes_after_a_period_and_crosses_itself() -> None:
    start = 10_000_000_000
    assert at(start)[0] == pytest.approx(at(start + 10_000_000_000)[0], abs=1e-12)
    points = [at(start + k * 10_000_000)[0] for k in range(1000)]
    assert max(p[0] for p in points) == pytest.approx(6.0, abs=1e-4)
    assert max(p[1] for p in points) == pytest.approx(-2.0 + 1.5, abs=1e-4)
    assert sum(math.dist(p, (1.0, -2.0, 3.0)) < 0.05 for p in points) > 2


def test_steps_change_at_their_time_and_want_whole_nanoseconds() -> None:
    graph = Graph("10ms")
    graph.group("all", period="10ms")
    steps = Steps(first_m=(0.0, 0.0, 1.0), second_m=(1.0, 0.0, 1.0), at_ns=30_000_000)
    graph.add("steps", steps, "all")
    engine = Engine(graph, execution="interpreted")
    seen = []
    for k in range(5):
        engine.run("10ms" if k else 0)
        seen.append(value(engine, "steps.position")[0])
    assert seen == [0.0, 0.0, 0.0, 1.0, 1.0]
    with pytest.raises(InputError, match="at_ns"):
        Steps(at_ns=0.5)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(EIGHT, samples=500)
    check_component(Steps(at_ns=100_000_000))
