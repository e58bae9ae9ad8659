"""Constant, Clock, NoiseSource, RandomWalk: what comes from nowhere."""

from fractions import Fraction
from math import sqrt

from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.randomness import RandomSource
from project_ghost.engine import Engine
from project_ghost.engine.blocks import Clock, Constant, NoiseSource, RandomWalk
from project_ghost.engine.component._declarations import Value

from .rig import graph_of, traced


def test_a_constant_is_a_number_or_a_vector() -> None:
    assert traced(Constant(2.5), 2) == [2.5, 2.5]
    assert traced(Constant((1.0, 2.0)), 1) == [(1.0, 2.0)]
    assert traced(Constant((1.0,)), 1) == [(1.0,)]
    assert Constant(1.0, unit="m").outputs()["y"].unit == "m"


def test_the_clock_gives_seconds() -> None:
    assert traced(Clock(), 4) == [0.0, 0.01, 0.02, 0.03]
    assert Clock().outputs()["y"].unit == "s"


@given(st.integers(0, 2**53))
def test_the_clock_rounds_once(time_ns: int) -> None:
    assert Clock.output(time_ns) == float(Fraction(time_ns, 10**9))


def drawn(count: int, seed: int) -> list[float]:
    stream = RandomSource(seed).child("block")
    return [stream.at(k).normal() for k in range(count)]


def run_of(block: NoiseSource | RandomWalk, count: int, seed: int) -> list[Value]:
    engine = Engine(graph_of(block), seed)
    result = []
    for k in range(count):
        engine.run("10ms" if k else 0)
        result.append(engine.value("block.y"))
    return result


def test_noise_is_the_draws_of_its_own_stream_scaled() -> None:
    expected = [5.0 + 2.0 * w for w in drawn(50, seed=3)]
    assert run_of(NoiseSource(5.0, 2.0), 50, seed=3) == expected
    assert run_of(NoiseSource(5.0, 2.0), 50, seed=4) != expected
    assert traced(NoiseSource(5.0, 0.0), 2) == [5.0, 5.0]


def test_noise_has_the_given_mean_and_deviation() -> None:
    values = [float(v) for v in run_of(NoiseSource(5.0, 2.0), 2000, seed=1)]  # type: ignore[arg-type]
    mean = sum(values) / 2000
    deviation = sqrt(sum((v - mean) ** 2 for v in values) / 1999)
    assert abs(mean - 5.0) < 4.0 * 2.0 / sqrt(2000)
    assert abs(deviation - 2.0) < 4.0 * 2.0 / sqrt(4000)


def test_a_random_walk_adds_up_its_draws_by_the_root_of_the_period() -> None:
    expected, x = [], 7.0
    for w in drawn(50, seed=3):
        expected.append(x)
        x = x + 3.0 * 0.1 * w  # sqrt(0.01) is 0.1
    assert run_of(RandomWalk(3.0, initial=7.0), 50, seed=3) == expected
