"""Goal: fewer samples, and nothing that one would see is lost."""

from project_ghost.drawing import thinned


def test_extremes_and_ends_stay() -> None:
    values: list[float | None] = [0.0] * 10_000
    values[4321], values[7000] = 5.0, -3.0
    kept = thinned(values, 100)
    assert {0, 4321, 7000, 9999} <= set(kept)
    assert len(kept) <= 202
    assert kept == sorted(kept)


def test_a_gap_stays_a_gap() -> None:
    values: list[float | None] = [1.0] * 1000
    values[500] = None
    assert 500 in thinned(values, 10)


def test_short_series_are_left_alone() -> None:
    assert thinned([1.0, 2.0, 3.0], 2) == [0, 1, 2]
