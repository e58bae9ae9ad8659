"""Actors that spawn and despawn in a table of fixed capacity: functions for Kernels.

A table's columns are arrays; `alive` is 1.0 in the rows of living actors and 0.0 in the
others, and `serial` the number of the row's actor. Serials count up from the first actor to
the last and are never used again. The same functions interpreted and compiled.

Why: ADR 11.
"""

from typing import TypeAlias

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import RunError

__all__ = ["despawn", "rows_in_serial_order", "spawned_row"]

Column: TypeAlias = Floats
Rows: TypeAlias = Floats | Integers


def spawned_row(alive: Column, serial: Column, next_serial: Column) -> int:
    """Give a new actor the lowest free row and the next serial; returns the row.

    `next_serial` is an array of one number, which counts up.
    """
    for row in range(alive.shape[0]):
        if alive[row] == 0.0:
            alive[row] = 1.0
            serial[row] = next_serial[0]
            next_serial[0] += 1.0
            return row
    raise RunError("the table is full")


def despawn(alive: Column, row: int) -> None:
    """Free a row. Its other columns stay as they are until it is used again."""
    alive[row] = 0.0


def rows_in_serial_order(alive: Column, serial: Column, order: Rows) -> int:
    """Fill `order` with the rows of the living actors, by serial; returns their number."""
    count = 0
    is_sorted = True
    for row in range(alive.shape[0]):
        if alive[row] != 0.0:
            order[count] = row
            if count > 0 and serial[row] < serial[int(order[count - 1])]:
                is_sorted = False
            count += 1
    if not is_sorted:
        _sort_by_serial(serial, order, count)
    return count


def _sort_by_serial(serial: Column, order: Rows, count: int) -> None:
    """Heapsort: in place, never slower than n log n. Serials are unique, so no ties."""
    for start in range(count // 2 - 1, -1, -1):
        _sift_down(serial, order, start, count)
    for end in range(count - 1, 0, -1):
        top = order[0]
        order[0] = order[end]
        order[end] = top
        _sift_down(serial, order, 0, end)


def _sift_down(serial: Column, order: Rows, start: int, end: int) -> None:
    """Sink the row at `start` below all later ones, within the heap that ends at `end`."""
    parent = start
    while 2 * parent + 1 < end:
        child = 2 * parent + 1
        if child + 1 < end and serial[int(order[child])] < serial[int(order[child + 1])]:
            child += 1
        if serial[int(order[parent])] >= serial[int(order[child])]:
            break
        sinking = order[parent]
        order[parent] = order[child]
        order[child] = sinking
        parent = child
