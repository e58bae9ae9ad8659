"""Neighbour search: a grid over the plane, rows within a radius, overlapping pairs of circles.

The grid has square cells and is rebuilt each tick by a counting sort. Cells are hashed into a
fixed number of buckets by their integer coordinates, so the plane has no edge and a single
actor far away costs nothing. Cells that follow each other along y have buckets that follow
each other, so a query reads each column of cells at once. Two cells may share a bucket, so a
query compares the cells too. Kernels may call all of it; results are in ascending order of rows.
"""

from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import borrowing, inlined

__all__ = ["Grid", "bucket_count", "grid_of", "pairs_of_circles", "rows_within"]

# The product of both stays far below 2**63, so compiled code cannot overflow. The factor was
# found by search: for 32 to 131,072 buckets, cells of the same bucket are at least 0.64 times
# the square root of the number of buckets apart, along x or y.
_LARGEST_CELL = 1_000_000_000.0
_X_FACTOR = 101_894_519

# Tables of so few rows are searched without a grid.
FEW = 12

# Reading a column of cells costs about as much as scanning this many rows.
_ROWS_PER_COLUMN = 4


class Grid(NamedTuple):
    """Points in the plane, sorted by the square cell that they lie in.

    `used` is not 0 for the rows that count. `cells` (rows, 2) has each row's cell; `members`
    (rows,) the rows sorted by bucket, ascending within each; `starts` (buckets + 1,) the index
    in `members` at which each bucket begins, then the end.
    """

    xs: Floats
    ys: Floats
    used: Floats
    cell_m: float
    cells: Integers
    starts: Integers
    members: Integers


@inlined
def grid_of(xs: Floats, ys: Floats, used: Floats, cell_m: float) -> Grid:
    """The grid of the rows where `used` is not 0; tables of a few rows have none."""
    rows = xs.shape[0] if xs.shape[0] > FEW else 0
    # One allocation for all.
    memory = np.empty(3 * rows + bucket_count(rows) + 1, np.int64)
    cells, members = memory[: 2 * rows].reshape((rows, 2)), memory[2 * rows : 3 * rows]
    starts = memory[3 * rows :]
    if rows > 0:
        _fill(xs, ys, used, cell_m, cells, starts, members)
    return Grid(xs, ys, used, cell_m, cells, starts, members)


def bucket_count(rows: int) -> int:
    """The number of buckets for a table: the least power of two of at least twice its rows."""
    count = 1
    while count < 2 * rows:
        count *= 2
    return count


def cell_of(coordinate: float, cell_m: float) -> int:
    """The integer coordinate of a cell, limited to +-1e9."""
    cell = coordinate / cell_m
    if cell > _LARGEST_CELL:
        cell = _LARGEST_CELL
    if cell < -_LARGEST_CELL:
        cell = -_LARGEST_CELL
    whole = int(cell)  # towards 0
    return whole - 1 if cell < whole else whole


def bucket_of(cell_x: int, cell_y: int, buckets: int) -> int:
    """The bucket of a cell; `buckets` is a power of two."""
    return (cell_x * _X_FACTOR + cell_y) & (buckets - 1)


@borrowing
def _fill(
    xs: Floats,
    ys: Floats,
    used: Floats,
    cell_m: float,
    cells: Integers,
    starts: Integers,
    members: Integers,
) -> None:
    """Sort the rows into buckets, by a counting sort."""
    buckets = starts.shape[0] - 1
    for i in range(starts.shape[0]):
        starts[i] = 0
    for row in range(xs.shape[0]):
        if used[row] != 0.0:
            cells[row, 0] = cell_of(xs[row], cell_m)
            cells[row, 1] = cell_of(ys[row], cell_m)
            starts[bucket_of(cells[row, 0], cells[row, 1], buckets) + 1] += 1
    for i in range(buckets):
        starts[i + 1] += starts[i]
    # Each row is placed at its bucket's start, which then advances to the start of the next.
    for row in range(xs.shape[0]):
        if used[row] != 0.0:
            bucket = bucket_of(cells[row, 0], cells[row, 1], buckets)
            members[starts[bucket]] = row
            starts[bucket] += 1
    for i in range(buckets, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0


@borrowing
def sort_ascending(values: Integers, count: int) -> None:
    """Insertion sort of the first `count` values; fast for sorted runs, as from a grid."""
    for i in range(1, count):
        value = values[i]
        j = i
        while j > 0 and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


@borrowing
@inlined
def rows_within(grid: Grid, x: float, y: float, radius_m: float, near: Integers) -> int:
    """Write the rows with a centre at most `radius_m` from (x, y), ascending; return how many.

    `near` has room for all rows. If there is no grid, or if the radius covers many columns of
    cells, all rows are scanned instead.
    """
    xs, ys, used, cell_m = grid.xs, grid.ys, grid.used, grid.cell_m
    cells, starts, members = grid.cells, grid.starts, grid.members
    rows = members.shape[0]
    radius2 = radius_m * radius_m
    count = 0
    low_x, high_x, low_y, high_y = 0, 0, 0, 0
    if rows > 0:
        low_x, high_x = cell_of(x - radius_m, cell_m), cell_of(x + radius_m, cell_m)
        low_y, high_y = cell_of(y - radius_m, cell_m), cell_of(y + radius_m, cell_m)
    columns, height = high_x - low_x + 1, high_y - low_y + 1
    if _ROWS_PER_COLUMN * columns > rows or height >= starts.shape[0]:
        for row in range(xs.shape[0]):
            dx, dy = xs[row] - x, ys[row] - y
            if used[row] != 0.0 and dx * dx + dy * dy <= radius2:
                near[count] = row
                count += 1
        return count
    buckets = starts.shape[0] - 1
    for cell_x in range(low_x, high_x + 1):
        # The buckets of a column follow each other, up to the last one and on from the first.
        first = bucket_of(cell_x, low_y, buckets)
        end = first + height
        for part in range(1 if end <= buckets else 2):
            begin = starts[first] if part == 0 else 0
            stop = starts[min(end, buckets) if part == 0 else end - buckets]
            for k in range(begin, stop):
                row = members[k]
                dx, dy = xs[row] - x, ys[row] - y
                if (
                    dx * dx + dy * dy <= radius2
                    and cells[row, 0] == cell_x
                    and low_y <= cells[row, 1] <= high_y
                ):
                    near[count] = row
                    count += 1
    sort_ascending(near, count)
    return count


def pairs_of_circles(
    xs: Floats, ys: Floats, used: Floats, radii: Floats, cell_m: float
) -> Integers:
    """All pairs of used rows whose circles overlap, as (n, 2): first < second, sorted.

    Each circle searches for smaller ones only, so it visits the cells within its own diameter.
    Small circles visit few cells, and a few large circles among many small ones cost little.
    """
    rows = xs.shape[0]
    grid = grid_of(xs, ys, used, cell_m)
    memory = np.empty(2 * rows + 16, np.int64)
    near, keys = memory[:rows], memory[rows:]
    count = _overlapping(grid, radii, near, keys)
    if count > keys.shape[0]:
        keys = np.empty(count, np.int64)
        count = _overlapping(grid, radii, near, keys)
    return _in_order(keys, count, rows)


@borrowing
def _overlapping(grid: Grid, radii: Floats, near: Integers, keys: Integers) -> int:
    """The number of overlapping pairs. As many as fit are written as first * rows + second."""
    xs, ys, used = grid.xs, grid.ys, grid.used
    rows = xs.shape[0]
    count = 0
    for i in range(rows):
        if used[i] == 0.0:
            continue
        x, y, radius = xs[i], ys[i], radii[i]
        for n in range(rows_within(grid, x, y, 2.0 * radius, near)):
            j = near[n]
            # Each pair once: the larger circle finds the smaller, or the later of two equals.
            if radii[j] > radius or (radii[j] == radius and j <= i):
                continue
            dx, dy, together = xs[j] - x, ys[j] - y, radius + radii[j]
            if dx * dx + dy * dy <= together * together:
                if count < keys.shape[0]:
                    keys[count] = i * rows + j if i < j else j * rows + i
                count += 1
    return count


def _in_order(keys: Integers, count: int, rows: int) -> Integers:
    """The pairs of keys `first * rows + second`, sorted by the first, then by the second.

    A few are sorted in place; more by two counting sorts: linear time, and much faster to compile
    than numpy's sort.
    """
    pairs = np.empty((count, 2), np.int64)
    ordered = keys
    if count <= FEW:
        sort_ascending(keys, count)
    else:
        ordered = np.empty(2 * count + rows + 1, np.int64)
        by_second, ends = ordered[count : 2 * count], ordered[2 * count :]
        _counting_sort(keys, count, 1, by_second, ends)
        _counting_sort(by_second, count, rows, ordered, ends)
    _split(ordered, rows, pairs)
    return pairs


@borrowing
def _split(keys: Integers, rows: int, pairs: Integers) -> None:
    """The first and the second of each key."""
    for k in range(pairs.shape[0]):
        pairs[k, 0] = keys[k] // rows
        pairs[k, 1] = keys[k] % rows


@borrowing
def _counting_sort(
    keys: Integers, count: int, divisor: int, ordered: Integers, ends: Integers
) -> None:
    """Stable sort by key // divisor % rows; `ends` has room for one more than all rows."""
    rows = ends.shape[0] - 1
    for i in range(ends.shape[0]):
        ends[i] = 0
    for k in range(count):
        ends[keys[k] // divisor % rows + 1] += 1
    for i in range(rows):
        ends[i + 1] += ends[i]
    for k in range(count):
        digit = keys[k] // divisor % rows
        ordered[ends[digit]] = keys[k]
        ends[digit] += 1
