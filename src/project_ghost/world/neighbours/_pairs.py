"""Which circles meet: the pairs that are worth a closer look."""

import numpy as np

from project_ghost.core.arrays import Floats, Integers

from ._grid import bucket_count, bucket_of, cell_of, fill_grid


def _longer(keys: Integers) -> Integers:
    """A copy with twice the room."""
    longer = np.empty(2 * keys.shape[0], np.int64)
    for i in range(keys.shape[0]):
        longer[i] = keys[i]
    return longer


def _meet(i: int, j: int, xs: Floats, ys: Floats, radii: Floats) -> bool:
    """Whether j is the smaller circle (or equal, and later) and meets i."""
    if radii[j] > radii[i] or (radii[j] == radii[i] and j <= i):
        return False
    x, y, together = xs[j] - xs[i], ys[j] - ys[i], radii[i] + radii[j]
    return bool(x * x + y * y <= together * together)


def pairs_of_circles(
    xs: Floats, ys: Floats, used: Floats, radii: Floats, cell_m: float
) -> Integers:
    """All pairs of used rows whose circles meet, as (n, 2): first < second, in that order.

    Each circle looks only for smaller ones, so it visits the cells within its own diameter:
    few for a small one, and a few large ones among many cost little.
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
        whole = (high_x - low_x + 1) * (high_y - low_y + 1) > alive
        if whole:
            # Over more cells than there are others: one look at all of them.
            low_x = high_x = low_y = high_y = 0
        for cell_x in range(low_x, high_x + 1):
            for cell_y in range(low_y, high_y + 1):
                bucket = bucket_of(cell_x, cell_y, buckets)
                begin = 0 if whole else starts[bucket]
                end = alive if whole else starts[bucket + 1]
                for k in range(begin, end):
                    j = members[k]
                    here = whole or (cells[j, 0] == cell_x and cells[j, 1] == cell_y)
                    if here and _meet(i, j, xs, ys, radii):
                        if count == keys.shape[0]:
                            keys = _longer(keys)
                        keys[count] = i * rows + j if i < j else j * rows + i
                        count += 1
    return _in_order(keys, count, rows)


def _in_order(keys: Integers, count: int, rows: int) -> Integers:
    """The pairs of keys `first * rows + second`, sorted by the first, then by the second.

    Two counting sorts: linear, and far quicker to compile than numpy's.
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
    """Sort by key // divisor % rows; equal ones keep their order."""
    ends = np.zeros(rows + 1, np.int64)
    for k in range(count):
        ends[keys[k] // divisor % rows + 1] += 1
    for i in range(rows):
        ends[i + 1] += ends[i]
    for k in range(count):
        digit = keys[k] // divisor % rows
        ordered[ends[digit]] = keys[k]
        ends[digit] += 1
