"""A* over grid cells, and smoothing of its paths: on arrays, so that it can be compiled.

A step leads to one of the eight adjacent cells and never cuts the corner of a blocked one. A
path's cost is two integers, its straight and its diagonal steps, so that equal costs compare
exactly equal; only comparisons use floats. The queue is ordered by (f, h, insertion number),
as in `_search`.
"""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers

Flags = NDArray[np.bool_]

ROOT_2 = 1.4142135623730951
# Twice the rounding error of coordinates below 2**23 cells.
NEARLY_0 = 4e-9

__all__ = ["line_is_free", "search_cells", "smoothed_cells"]


def is_before(keys: Floats, numbers: Integers, a: int, b: int) -> bool:
    """Whether heap entry a comes before b: by f, then h, then insertion number."""
    if keys[a, 0] != keys[b, 0]:
        return bool(keys[a, 0] < keys[b, 0])
    if keys[a, 1] != keys[b, 1]:
        return bool(keys[a, 1] < keys[b, 1])
    return bool(numbers[a, 0] < numbers[b, 0])


def exchange(keys: Floats, numbers: Integers, a: int, b: int) -> None:
    """Swap two heap entries."""
    for i in range(2):
        key = keys[a, i]
        keys[a, i] = keys[b, i]
        keys[b, i] = key
        number = numbers[a, i]
        numbers[a, i] = numbers[b, i]
        numbers[b, i] = number


def sift_up(keys: Floats, numbers: Integers, size: int) -> None:
    """Restore the heap order after the last entry was added."""
    child = size - 1
    while child > 0:
        parent = (child - 1) // 2
        if not is_before(keys, numbers, child, parent):
            return
        exchange(keys, numbers, child, parent)
        child = parent


def sift_down(keys: Floats, numbers: Integers, size: int) -> None:
    """Restore the heap order after the first entry was replaced."""
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= size:
            return
        if child + 1 < size and is_before(keys, numbers, child + 1, child):
            child += 1
        if not is_before(keys, numbers, child, parent):
            return
        exchange(keys, numbers, child, parent)
        parent = child


def step_is_free(free: Flags, row: int, column: int, down: int, right: int) -> bool:
    """Whether a step to an adjacent cell is free; a diagonal one needs both cells it passes."""
    to_row, to_column = row + down, column + right
    if to_row < 0 or to_column < 0 or to_row >= free.shape[0] or to_column >= free.shape[1]:
        return False
    if not free[to_row, to_column]:
        return False
    if down != 0 and right != 0:
        return bool(free[to_row, column] and free[row, to_column])
    return True


def search_cells(
    free: Flags,
    start: int,
    goal: int,
    straight: Integers,
    diagonal: Integers,
    parent: Integers,
    keys: Floats,
    numbers: Integers,
    path: Integers,
) -> int:
    """Write the cells of a cheapest path from start to goal into `path`; return their number.

    The number is 0 if there is no path. A cell is row * columns + column. `straight` must be
    filled with -1; the other buffers need no initial values. Neighbours are visited
    counter-clockwise from the east.
    """
    columns = free.shape[1]
    goal_row, goal_column = goal // columns, goal % columns
    straight[start] = 0
    diagonal[start] = 0
    parent[start] = -1
    keys[0, 0] = 0.0
    keys[0, 1] = 0.0
    numbers[0, 0] = 0
    numbers[0, 1] = start
    size = 1
    inserted = 1
    while size > 0:
        cell = numbers[0, 1]
        size -= 1
        exchange(keys, numbers, 0, size)
        sift_down(keys, numbers, size)
        if cell == goal:
            return written_path(parent, goal, path)
        # The heuristic is consistent, so a cell's first visit is its cheapest: close it.
        if diagonal[cell] < 0:
            continue
        steps_straight = straight[cell]
        steps_diagonal = diagonal[cell]
        diagonal[cell] = -1 - steps_diagonal
        row, column = cell // columns, cell % columns
        for direction in range(8):
            right = (1, 1, 0, -1, -1, -1, 0, 1)[direction]
            down = (0, 1, 1, 1, 0, -1, -1, -1)[direction]
            if not step_is_free(free, row, column, down, right):
                continue
            other = (row + down) * columns + column + right
            a = steps_straight + 1 - direction % 2
            b = steps_diagonal + direction % 2
            if straight[other] >= 0:
                if diagonal[other] < 0:
                    continue
                if not a + b * ROOT_2 < straight[other] + diagonal[other] * ROOT_2:
                    continue
            straight[other] = a
            diagonal[other] = b
            parent[other] = cell
            far = abs(goal_row - row - down)
            near = abs(goal_column - column - right)
            if near > far:
                far, near = near, far
            keys[size, 0] = (a + far - near) + (b + near) * ROOT_2
            keys[size, 1] = (far - near) + near * ROOT_2
            numbers[size, 0] = inserted
            numbers[size, 1] = other
            inserted += 1
            size += 1
            sift_up(keys, numbers, size)
    return 0


def written_path(parent: Integers, goal: int, path: Integers) -> int:
    """Write the cells from the start to the goal; return their number."""
    count = 0
    cell = goal
    while cell >= 0:
        path[count] = cell
        count += 1
        cell = parent[cell]
    for i in range(count // 2):
        other = path[i]
        path[i] = path[count - 1 - i]
        path[count - 1 - i] = other
    return count


def line_is_free(free: Flags, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether all cells that a line touches are free; coordinates are in cells from the corner.

    A line through the corner of a cell touches all four cells there.
    """
    if x1 < x0:
        x0, y0, x1, y1 = x1, y1, x0, y0
    first = int(np.floor(x0 - NEARLY_0))
    last = int(np.floor(x1 + NEARLY_0))
    slope = (y1 - y0) / (x1 - x0) if x1 > x0 else 0.0
    for column in range(first, last + 1):
        left = max(x0, float(column))
        right = min(x1, column + 1.0)
        ya = y0 + slope * (left - x0)
        yb = y0 + slope * (right - x0)
        if x1 - x0 <= NEARLY_0:
            ya, yb = y0, y1
        low = int(np.floor(min(ya, yb) - NEARLY_0))
        high = int(np.floor(max(ya, yb) + NEARLY_0))
        for row in range(low, high + 1):
            if row < 0 or column < 0 or row >= free.shape[0] or column >= free.shape[1]:
                return False
            if not free[row, column]:
                return False
    return True


def smoothed_cells(free: Flags, points: Floats, count: int, kept: Integers) -> int:
    """Write into `kept` the indexes of the points that remain after line-of-sight smoothing.

    After each kept point follows the last point up to which all lines of sight are free.
    Returns their number.
    """
    kept[0] = 0
    size = 1
    here = 0
    while here < count - 1:
        ahead = here + 1
        while ahead + 1 < count and line_is_free(
            free, points[here, 0], points[here, 1], points[ahead + 1, 0], points[ahead + 1, 1]
        ):
            ahead += 1
        kept[size] = ahead
        size += 1
        here = ahead
    return size
