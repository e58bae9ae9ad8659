"""The numbers are distributed as their names say. All of it is deterministic: no flaky test.

Each bound is a quantile of the statistic far out (about one in a million), so that a
wrong distribution fails and this one, fixed for ever, passes.
"""

import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from mpmath import mp, mpf

from project_ghost.core.randomness import RandomSource
from project_ghost.core.randomness._normal import normal_quantile

MANY = 100_000


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def kolmogorov(sorted_probabilities: np.ndarray) -> float:
    """sqrt(n) times the largest distance to the uniform distribution; 2.7 is one in a million."""
    n = sorted_probabilities.size
    steps = np.arange(n + 1) / n
    above = np.max(steps[1:] - sorted_probabilities)
    below = np.max(sorted_probabilities - steps[:-1])
    return float(math.sqrt(n) * max(above, below))


def test_uniform_numbers_are_uniform() -> None:
    numbers = RandomSource(1).child("u").uniforms(0, MANY, 1)[:, 0]
    assert 0.0 < numbers.min() < numbers.max() < 1.0
    assert kolmogorov(np.sort(numbers)) < 2.7


def test_normal_numbers_are_normal() -> None:
    numbers = RandomSource(1).child("n").normals(0, MANY, 1)[:, 0]
    probabilities = np.array([0.5 * math.erfc(-x / math.sqrt(2.0)) for x in np.sort(numbers)])
    assert kolmogorov(probabilities) < 2.7
    assert abs(numbers.mean()) < 5.0 / math.sqrt(MANY)
    assert abs(numbers.std() - 1.0) < 5.0 / math.sqrt(2.0 * MANY)


def test_neighbouring_draws_steps_lanes_and_children_are_independent() -> None:
    root = RandomSource(1)
    grid = root.child("grid").normals(0, 20_000, 4)
    other = root.child("grid2").normals(0, 20_000, 1)[:, 0]
    lane = RandomSource(1).child("grid").lane(0).normals(0, 20_000, 1)[:, 0]
    pairs = [
        (grid[:, 0], grid[:, 1]),
        (grid[:, 1], grid[:, 2]),
        (grid[:-1, 0], grid[1:, 0]),
        (grid[:, 0], other),
        (grid[:, 0], lane),
    ]
    for x, y in pairs:
        correlation = float((x * y).mean() / (x.std() * y.std()))
        assert abs(correlation) < 5.0 / math.sqrt(x.size)


@pytest.mark.parametrize(("span", "bound"), [(2, 24.0), (6, 36.0), (7, 38.0), (100, 190.0)])
def test_integers_have_no_bias(span: int, bound: float) -> None:
    draws = RandomSource(2).child(f"dice {span}").at(0)
    counts = Counter(draws.integers(10, 10 + span) for _ in range(20_000))
    assert sorted(counts) == list(range(10, 10 + span))
    assert chi_square(list(counts.values()), 20_000 / span) < bound


def test_integers_over_a_span_just_above_a_power_of_two_are_not_favoured_below() -> None:
    """Where a modulus would draw the low third twice as often."""
    span = 3 * 2**61
    draws = RandomSource(2).child("wide").at(0)
    thirds = Counter(draws.integers(0, span) * 3 // span for _ in range(20_000))
    assert chi_square([thirds[i] for i in range(3)], 20_000 / 3) < 28.0


@pytest.mark.slow
def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    source = RandomSource(2).child("cards")
    counts: Counter[tuple[int, ...]] = Counter()
    for step in range(12_000):
        cards = [0, 1, 2, 3]
        source.at(step).shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(list(counts.values()), 12_000 / 24) < 73.0


def test_choice_takes_every_option_alike() -> None:
    draws = RandomSource(2).child("choice").at(0)
    counts = Counter(draws.choice(["a", "b", "c"]) for _ in range(12_000))
    assert chi_square([counts[option] for option in "abc"], 4_000) < 28.0


def test_scaled_numbers_keep_to_their_bounds() -> None:
    draws = RandomSource(2).child("scaled").at(0)
    numbers = [draws.uniform(-3.0, -2.0) for _ in range(2000)]
    assert -3.0 < min(numbers) < -2.99
    assert -2.01 < max(numbers) < -2.0
    assert draws.normal(5.0, 0.0) == 5.0


def test_the_normal_quantile_is_accurate_over_its_whole_range() -> None:
    probabilities = [2.0**-k for k in range(1, 54)] + [1.0 - 2.0**-k for k in range(2, 53)]
    probabilities += [0.5 + 0.425, 0.5 - 0.425, 0.0749999, 0.9250001, 0.3, 0.61]
    with mp.workdps(40):
        for p in probabilities:
            # By the derivative: the error in x is the error in probability over the density.
            x = normal_quantile(p)
            density = mp.npdf(mpf(x))
            error = (mp.ncdf(mpf(x)) - mpf(p)) / density
            assert abs(error) <= 1e-15 * max(abs(x), 0.01), p
