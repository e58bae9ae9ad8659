"""The grid against brute force: the same rows, in ascending order, wherever they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from project_ghost.world.neighbours import (
    FEW,
    Grid,
    bucket_count,
    bucket_of,
    grid_of,
    pairs_of_circles,
    rows_within,
)

Floats = NDArray[np.float64]

# Many on few places, so that cells are shared; some far away, beyond any bounded grid.
# Rounded, because the square of a tiny distance underflows to 0 in the brute force.
places = st.one_of(
    st.integers(-6, 6).map(float),
    st.floats(-30.0, 30.0).map(lambda x: round(x, 9)),
    st.floats(-1e13, 1e13).map(lambda x: round(x, 9)),
)
radii = st.one_of(st.floats(0.0, 2.0), st.floats(0.0, 40.0))
row = st.tuples(places, places, st.sampled_from([1.0, 1.0, 0.0]), radii)
tables = st.lists(row, min_size=1, max_size=40).map(lambda rows: np.array(rows).T.copy())
cell_sizes = st.floats(0.1, 20.0)


def within(grid: Grid, x: float, y: float, radius_m: float) -> list[int]:
    result = np.empty(len(grid.xs), np.int64)
    count = rows_within(grid, x, y, radius_m, result)
    return [int(each) for each in result[:count]]


@pytest.mark.slow
@given(tables, cell_sizes, places, places, radii)
def test_rows_within_a_radius_are_those_of_brute_force(table, cell_m, x, y, radius_m):
    xs, ys, used, _ = table
    expected = [
        i
        for i in range(len(xs))
        if used[i] and (xs[i] - x) * (xs[i] - x) + (ys[i] - y) * (ys[i] - y) <= radius_m * radius_m
    ]
    assert within(grid_of(xs, ys, used, cell_m), x, y, radius_m) == expected


@pytest.mark.slow
@given(tables, cell_sizes)
def test_pairs_are_those_of_brute_force_in_order(table, cell_m):
    xs, ys, used, radius = table
    expected = [
        (i, j)
        for i in range(len(xs))
        for j in range(i + 1, len(xs))
        if used[i]
        and used[j]
        # The larger circle's sum comes first, as it does there: rounding must not decide.
        and (xs[j] - xs[i]) * (xs[j] - xs[i]) + (ys[j] - ys[i]) * (ys[j] - ys[i])
        <= (radius[i] + radius[j]) * (radius[i] + radius[j])
    ]
    result = pairs_of_circles(xs, ys, used, radius, cell_m)
    assert [(int(i), int(j)) for i, j in result] == expected


@pytest.mark.slow
@given(tables, cell_sizes)
def test_buckets_hold_each_used_row_once_and_ascending(table, cell_m):
    xs, ys, used, _ = table
    grid = grid_of(xs, ys, used, cell_m)
    if len(xs) <= FEW:
        assert len(grid.members) == 0
        return
    assert grid.starts[0] == 0
    assert grid.starts[-1] == used.sum()
    runs = [
        grid.members[begin:end].tolist()
        for begin, end in zip(grid.starts, grid.starts[1:], strict=False)
    ]
    assert all(run == sorted(run) for run in runs)
    assert sorted(each for run in runs for each in run) == np.flatnonzero(used).tolist()


@pytest.mark.parametrize("rows", [1, 2, 3, 1000])
def test_there_are_about_twice_as_many_buckets_as_rows(rows):
    assert 2 * rows <= bucket_count(rows) < 4 * rows


def looks(xs: Floats, ys: Floats, cell_m: float) -> int:
    """How many rows the 3 x 3 cells around each row hold: what all queries look at."""
    used = np.ones(len(xs))
    grid = grid_of(xs, ys, used, cell_m)
    sizes = np.diff(grid.starts)
    total = 0
    buckets = len(sizes)
    for row in range(len(xs)):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                x, y = grid.cells[row, 0] + dx, grid.cells[row, 1] + dy
                total += int(sizes[bucket_of(x, y, buckets)])
    return total


@pytest.mark.parametrize("scene", ["square", "road", "outlier"])
def test_work_grows_with_the_number_of_rows_not_with_its_square(scene):
    """Counted, not timed: at the same density, four times as many rows are about that much."""

    def places_of(count: int) -> tuple[Floats, Floats]:
        generator = np.random.default_rng(5)
        if scene == "road":
            return np.arange(0.0, count) * 10.0, generator.uniform(0.0, 7.0, count)
        side = 5.0 * count**0.5
        xs, ys = generator.uniform(0.0, side, (2, count))
        if scene == "outlier":
            xs[0] = 1e8
        return xs, ys

    few, many = (looks(*places_of(count), 5.0) for count in (250, 1000))
    assert many < 5.0 * few
