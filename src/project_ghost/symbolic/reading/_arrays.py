"""Elements of arrays: numpy arrays of objects, each a value or a `Cell`; views work as usual.

A view at a place that an expression names is a `Picked`: reads select, writes go to every place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, final

import casadi
import numpy as np
from casadi import SX

from ._algebra import Scalar, binary
from ._paths import UNDEFINED, Cell, Path, exclude_each_other

if TYPE_CHECKING:
    from ._reader import Reader

# Tables that a signal looks something up in, entry by entry.
MOST_ENTRIES = 1024


@final
class Picked:
    """One of some views of the same shape; an expression says which."""

    def __init__(self, views: list[Any], index: SX) -> None:
        self.views = views
        self.index = index
        self.shape: tuple[int, ...] = views[0].shape

    def __len__(self) -> int:
        return self.shape[0]


def is_array(value: object) -> bool:
    """Whether a value has elements that can be read and written at an index."""
    return isinstance(value, np.ndarray | Picked)


def made(shape: Any, value: Any) -> Any:  # noqa: ANN401 - a shape as numpy takes it
    """A new array of one value."""
    array = np.empty(shape, dtype=object)
    array.fill(value)
    return array


def resolved(reader: Reader, found: Any, path: Path) -> Any:  # noqa: ANN401 - a value
    """The value of a variable or an element, read on a path."""
    choices: list[tuple[Scalar, Any]] = []  # a condition and the value where it holds, last first
    while isinstance(found, Cell):
        if path.is_below(found.path):
            found = found.value
            break
        common, its_below, my_below = found.path.parting(path)
        before = found.before
        if not exclude_each_other(its_below, my_below):
            choices.append((found.path.relative(common), found.value))
            # The other side of the same branch has assigned it too.
            if isinstance(before, Cell) and its_below is found.path:
                other = before.path if before.path.depth == found.path.depth else None
                if exclude_each_other(its_below, other):
                    found = before.value
                    break
        found = before
    for condition, value in reversed(choices):
        found = value if found is UNDEFINED else reader.select(condition, value, found)
    return found


def joined(reader: Reader, found: Any, path: Path) -> Any:  # noqa: ANN401 - a value or cell
    """What is stored, for a reader on a path: what parted since the last common path is one value.

    So a value that many branches read is selected once.
    """
    if not isinstance(found, Cell) or path.is_below(found.path):
        return found
    common, its_below, my_below = found.path.parting(path)
    if exclude_each_other(its_below, my_below):
        return found
    tail: Any = found
    while isinstance(tail, Cell) and tail.path is not common and tail.path.is_below(common):
        tail = tail.before
    value = resolved(reader, found, common)
    return value if common.parent is None else Cell(value, common, tail)


def assigned(value: Any, path: Path, before: Any) -> Any:  # noqa: ANN401 - values
    """What is stored after an assignment on a path."""
    if path.parent is None:
        return value
    # What was assigned on this path, or below it, is gone.
    while isinstance(before, Cell) and before.path.is_below(path):
        before = before.before
    return Cell(value, path, before)


def number(value: Any) -> Any:  # noqa: ANN401 - a value
    """A number of numpy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


def elements(reader: Reader, values: Any, path: Path) -> Iterator[Any]:  # noqa: ANN401
    """The elements of an array, as views or values, or of anything else."""
    if not is_array(values):
        yield from values
        return
    for index in range(len(values)):
        yield read(reader, values, index, path)


def read(reader: Reader, array: Any, index: Any, path: Path) -> Any:  # noqa: ANN401
    """An element or a view at a known place."""
    if isinstance(array, Picked):
        return _one_of(reader, [read(reader, v, index, path) for v in array.views], array.index)
    found = array[index]
    if isinstance(found, np.ndarray):
        return found
    if isinstance(found, Cell):
        found = joined(reader, found, path)
        array[index] = found
        return resolved(reader, found, path)
    return number(found)


def write(reader: Reader, array: Any, index: Any, value: Any, path: Path) -> None:  # noqa: ANN401
    """Store a value, or many in a view, at a known place."""
    if isinstance(array, Picked):
        for which, view in enumerate(array.views):
            write(reader, view, index, value, _where(reader, array.index, which, path))
        return
    if array.dtype != object:
        raise NotImplementedError("a constant array is written to")
    target = array[index]
    if not isinstance(target, np.ndarray):
        array[index] = assigned(value, path, target)
        return
    # First all values: the arrays may overlap.
    if is_array(value):
        given = np.empty(value.shape, dtype=object)
        for place in np.ndindex(value.shape):
            given[place] = read(reader, value, place, path)
        given = np.broadcast_to(given, target.shape)
    elif isinstance(value, tuple | list):
        given = np.broadcast_to(np.array(value, dtype=object), target.shape)
    else:
        given = np.broadcast_to(made((), value), target.shape)
    for place in np.ndindex(target.shape):
        target[place] = assigned(given[place], path, target[place])


def symbolic_axes(index: Any) -> list[int]:  # noqa: ANN401
    """Which of the indices are expressions."""
    indices = index if isinstance(index, tuple) else (index,)
    return [axis for axis, each in enumerate(indices) if isinstance(each, SX)]


def looked_up(reader: Reader, table: Any, index: Any, path: Path) -> Any:  # noqa: ANN401
    """The element or the view at a place that an expression names."""
    indices = index if isinstance(index, tuple) else (index,)
    (axis, *more) = symbolic_axes(index)
    count = table.shape[axis] if is_array(table) else len(table)
    if count > MOST_ENTRIES:
        raise NotImplementedError(f"a signal names one of {count:,} places")
    entries: list[Any] = []
    for place in range(count):
        at = tuple(place if each == axis else index for each, index in enumerate(indices))
        if more:
            entries.append(looked_up(reader, table, at, path))
        elif is_array(table):
            entries.append(read(reader, table, at, path))
        else:
            entries.append(table[place])
    return _one_of(reader, entries, indices[axis])


def _one_of(reader: Reader, entries: list[Any], index: SX) -> Any:  # noqa: ANN401
    """The entry at a symbolic place: a view of all, or a value."""
    return Picked(entries, index) if is_array(entries[0]) else _chosen(reader, entries, 0, index)


def _chosen(reader: Reader, entries: list[Any], first: int, index: SX) -> Any:  # noqa: ANN401
    """One of some entries by halving."""
    if len(entries) == 1:
        return entries[0]
    half = len(entries) // 2
    low = _chosen(reader, entries[:half], first, index)
    high = _chosen(reader, entries[half:], first + half, index)
    return reader.select(binary(casadi.OP_LT, index, first + half), low, high)


def scatter(reader: Reader, array: Any, index: Any, value: Scalar, path: Path) -> None:  # noqa: ANN401
    """Store a value at a place that an expression names: each place is selected."""
    indices = index if isinstance(index, tuple) else (index,)
    (axis, *_) = symbolic_axes(index)
    count = array.shape[axis]
    if count > MOST_ENTRIES:
        raise NotImplementedError(f"a signal names one of {count:,} places to write to")
    for place in range(count):
        at = tuple(place if each == axis else index for each, index in enumerate(indices))
        here = _where(reader, indices[axis], place, path)
        if symbolic_axes(at):
            scatter(reader, array, at, value, here)
        else:
            write(reader, array, at, value, here)


def _where(reader: Reader, index: SX, place: int, path: Path) -> Path:
    """The path on which an expression names a place."""
    reader.count_selection()
    return path.child(binary(casadi.OP_EQ, index, float(place)))


def resolved_elements(reader: Reader, places: dict[int, tuple[Any, Any]]) -> dict[int, Any]:
    """What elements hold in the end, after all paths have met again."""
    root = reader.root
    return {
        number: resolved(reader, joined(reader, array[index], root), root)
        for number, (array, index) in places.items()
    }
