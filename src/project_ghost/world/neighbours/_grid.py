"""A grid of square cells over the plane, rebuilt each tick by a counting sort.

Cells go into a fixed number of buckets by their whole coordinates, so the plane has no edge
and a lone actor far away costs nothing. Two cells may share a bucket; whoever looks into one
compares the cell itself.
"""

from project_ghost.core.arrays import Floats, Integers

# Products of these with cells stay far below 2**63, where compiled code would wrap around.
_LARGEST_CELL = 1_000_000_000.0
_X_FACTOR = 73_856_093
_Y_FACTOR = 19_349_663

UNUSED = -1


def bucket_count(rows: int) -> int:
    """How many buckets suit a table: the power of two that is at least twice its rows."""
    count = 1
    while count < 2 * rows:
        count *= 2
    return count


def cell_of(coordinate: float, cell_m: float) -> int:
    """The whole number of the cell at a coordinate; cells beyond 1e9 count as the last."""
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

    Written are `cells` (rows, 2), each row's cell; `starts` (buckets + 1,), where each
    bucket's rows begin in `members` (rows,) and, last, where they end.
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
    # Each row goes to its bucket's start, which then moves on: to the start of the next.
    for row in range(xs.shape[0]):
        if used[row] != 0.0:
            bucket = bucket_of(cells[row, 0], cells[row, 1], buckets)
            members[starts[bucket]] = row
            starts[bucket] += 1
    for i in range(buckets, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0


def sort_ascending(values: Integers, count: int) -> None:
    """Sort the first values in place; quick where they come in runs, as from a grid."""
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
    found: Integers,
) -> int:
    """Write the rows whose centre is at most `radius_m` from (x, y), ascending; how many.

    `found` has room for all rows. A radius over more cells than there are rows looks at the
    rows themselves.
    """
    low_x, high_x = cell_of(x - radius_m, cell_m), cell_of(x + radius_m, cell_m)
    low_y, high_y = cell_of(y - radius_m, cell_m), cell_of(y + radius_m, cell_m)
    count = 0
    if (high_x - low_x + 1) * (high_y - low_y + 1) > xs.shape[0]:
        for row in range(xs.shape[0]):
            if used[row] != 0.0 and _is_near(xs[row] - x, ys[row] - y, radius_m):
                found[count] = row
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
                    found[count] = row
                    count += 1
    sort_ascending(found, count)
    return count


def _is_near(x: float, y: float, radius_m: float) -> bool:
    return x * x + y * y <= radius_m * radius_m
