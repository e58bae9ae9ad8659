"""Neighbour search: a grid over the plane, rows within a radius, overlapping pairs of circles.

The grid has square cells and is rebuilt each tick by a counting sort. Cells are hashed into a
fixed number of buckets by their integer coordinates, so the plane has no edge and a single
actor far away costs nothing. Two cells may share a bucket, so a query compares the cells too.
Kernels may call all of it; results are in ascending order of rows.
"""

import numpy as np

from project_ghost.core.arrays import Floats, Integers

__all__ = ["bucket_count", "fill_grid", "pairs_of_circles", "rows_within"]

# Products of these with cell coordinates stay far below 2**63, so compiled code cannot overflow.
_LARGEST_CELL = 1_000_000_000.0
_X_FACTOR = 73_856_093
_Y_FACTOR = 19_349_663

UNUSED = -1


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
    """The bucket of a cell."""
    return (cell_x * _X_FACTOR + cell_y * _Y_FACTOR) % buckets


def fill_grid(
    xs: Floats,
    ys: Floats,
    used: Floats,
    cell_m: float,
    cells: Integers,
    starts: Integers,
    members: Integers,
) -> None:
    """Sort the rows where `used` is not 0 into buckets, ascending within each.

    Writes `cells` (rows, 2), each row's cell; `members` (rows,), the rows sorted by bucket; and
    `starts` (buckets + 1,), the index in `members` at which each bucket begins, then the end.
    """
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


def sort_ascending(values: Integers, count: int) -> None:
    """Insertion sort of the first `count` values; fast for sorted runs, as from a grid."""
    for i in range(1, count):
        value = values[i]
        j = i
        while j > 0 and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


def rows_within(
    xs: Floats,
    ys: Floats,
    used: Floats,
    cell_m: float,
    cells: Integers,
    starts: Integers,
    members: Integers,
    x: float,
    y: float,
    radius_m: float,
    near: Integers,
) -> int:
    """Write the rows with a centre at most `radius_m` from (x, y), ascending; return how many.

    `near` has room for all rows. If the radius covers more cells than there are rows, all
    rows are scanned instead.
    """
    low_x, high_x = cell_of(x - radius_m, cell_m), cell_of(x + radius_m, cell_m)
    low_y, high_y = cell_of(y - radius_m, cell_m), cell_of(y + radius_m, cell_m)
    count = 0
    if (high_x - low_x + 1) * (high_y - low_y + 1) > xs.shape[0]:
        for row in range(xs.shape[0]):
            if used[row] != 0.0 and _is_near(xs[row] - x, ys[row] - y, radius_m):
                near[count] = row
                count += 1
        return count
    buckets = starts.shape[0] - 1
    for cell_x in range(low_x, high_x + 1):
        for cell_y in range(low_y, high_y + 1):
            bucket = bucket_of(cell_x, cell_y, buckets)
            for k in range(starts[bucket], starts[bucket + 1]):
                row = members[k]
                if (
                    cells[row, 0] == cell_x
                    and cells[row, 1] == cell_y
                    and _is_near(xs[row] - x, ys[row] - y, radius_m)
                ):
                    near[count] = row
                    count += 1
    sort_ascending(near, count)
    return count


def _is_near(x: float, y: float, radius_m: float) -> bool:
    return x * x + y * y <= radius_m * radius_m


def _longer(keys: Integers) -> Integers:
    """A copy with twice the capacity."""
    longer = np.empty(2 * keys.shape[0], np.int64)
    for i in range(keys.shape[0]):
        longer[i] = keys[i]
    return longer


def _overlap(i: int, j: int, xs: Floats, ys: Floats, radii: Floats) -> bool:
    """Whether circle j overlaps circle i and is the smaller one (if equal, the later row)."""
    if radii[j] > radii[i] or (radii[j] == radii[i] and j <= i):
        return False
    x, y, together = xs[j] - xs[i], ys[j] - ys[i], radii[i] + radii[j]
    return bool(x * x + y * y <= together * together)


def pairs_of_circles(
    xs: Floats, ys: Floats, used: Floats, radii: Floats, cell_m: float
) -> Integers:
    """All pairs of used rows whose circles overlap, as (n, 2): first < second, sorted.

    Each circle searches for smaller ones only, so it visits the cells within its own diameter.
    Small circles visit few cells, and a few large circles among many small ones cost little.
    """
    rows = xs.shape[0]
    cells = np.empty((rows, 2), np.int64)
    starts = np.empty(bucket_count(rows) + 1, np.int64)
    members = np.empty(rows, np.int64)
    fill_grid(xs, ys, used, cell_m, cells, starts, members)
    buckets = starts.shape[0] - 1
    alive = starts[buckets]
    keys = np.empty(rows + 16, np.int64)
    count = 0
    for i in range(rows):
        if used[i] == 0.0:
            continue
        around = 2.0 * radii[i]
        low_x, high_x = cell_of(xs[i] - around, cell_m), cell_of(xs[i] + around, cell_m)
        low_y, high_y = cell_of(ys[i] - around, cell_m), cell_of(ys[i] + around, cell_m)
        scan_all = (high_x - low_x + 1) * (high_y - low_y + 1) > alive
        if scan_all:
            # More cells than rows: scan all rows once instead.
            low_x = high_x = low_y = high_y = 0
        for cell_x in range(low_x, high_x + 1):
            for cell_y in range(low_y, high_y + 1):
                bucket = bucket_of(cell_x, cell_y, buckets)
                begin = 0 if scan_all else starts[bucket]
                end = alive if scan_all else starts[bucket + 1]
                for k in range(begin, end):
                    j = members[k]
                    in_cell = scan_all or (cells[j, 0] == cell_x and cells[j, 1] == cell_y)
                    if in_cell and _overlap(i, j, xs, ys, radii):
                        if count == keys.shape[0]:
                            keys = _longer(keys)
                        keys[count] = i * rows + j if i < j else j * rows + i
                        count += 1
    return _in_order(keys, count, rows)


def _in_order(keys: Integers, count: int, rows: int) -> Integers:
    """The pairs of keys `first * rows + second`, sorted by the first, then by the second.

    Two counting sorts: linear time, and much faster to compile than numpy's sort.
    """
    by_second = np.empty(count, np.int64)
    _counting_sort(keys, count, rows, 1, by_second)
    ordered = np.empty(count, np.int64)
    _counting_sort(by_second, count, rows, rows, ordered)
    pairs = np.empty((count, 2), np.int64)
    for k in range(count):
        pairs[k, 0] = ordered[k] // rows
        pairs[k, 1] = ordered[k] % rows
    return pairs


def _counting_sort(keys: Integers, count: int, rows: int, divisor: int, ordered: Integers) -> None:
    """Stable sort by key // divisor % rows."""
    ends = np.zeros(rows + 1, np.int64)
    for k in range(count):
        ends[keys[k] // divisor % rows + 1] += 1
    for i in range(rows):
        ends[i + 1] += ends[i]
    for k in range(count):
        digit = keys[k] // divisor % rows
        ordered[ends[digit]] = keys[k]
        ends[digit] += 1
