"""Messages as columns: the paths of their values, and arrays of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import InputError

from ._encoding import DEPTH_MAX

Array: TypeAlias = NDArray[Any]
Row: TypeAlias = dict[str, Any]

STAMP, SEQUENCE = "stamp_sim_ns", "sequence"
COLUMNS_MAX = 10_000
_ARRAY_KEYS = {"__dtype", "__array"}


class TooManyColumnsError(InputError):
    """Messages have more values than a table should have columns."""


def flattened(payload: Mapping[str, Any], where: str) -> Row:
    """A message's values by their paths: `pose.position_enu_m`, `poses[0].position.x`.

    A list of numbers, however nested, is one value. A field that is called as the columns of
    every table are is `payload.sequence`, and of two with one path the second has a 2.
    """
    found: Row = {}
    for path, value in _walk(payload, "", where, DEPTH_MAX):
        name = f"payload.{path}" if path in (STAMP, SEQUENCE) else path
        unique, number = name, 2
        while unique in found:
            unique, number = f"{name}_{number}", number + 1
        found[unique] = value
    return found


def _walk(value: Any, path: str, where: str, levels: int) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if isinstance(value, Mapping):
        if value.keys() == _ARRAY_KEYS:
            yield path, value["__array"]
            return
        inner = ((f"{path}.{key}" if path else str(key), each) for key, each in value.items())
    elif isinstance(value, list) and not _is_numbers(value, levels):
        inner = ((f"{path}[{i}]", each) for i, each in enumerate(value))
    else:
        yield path, value
        return
    if not levels:
        raise InputError("a message is nested too deeply", where, f"at most {DEPTH_MAX} levels")
    for name, each in inner:
        yield from _walk(each, name, where, levels - 1)


def _is_numbers(value: Any, levels: int) -> bool:  # noqa: ANN401 - what JSON holds
    if isinstance(value, list):
        return levels > 0 and all(_is_numbers(each, levels - 1) for each in value)
    return type(value) in (int, float)


def expanded(row: Row) -> Row:
    """The same with a column for each number: `p[0]`, `p[1]`, `bodies[0][2]`."""
    return dict(pair for path, value in row.items() for pair in _numbers(value, path))


def _numbers(value: Any, path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if isinstance(value, list):
        for i, each in enumerate(value):
            yield from _numbers(each, f"{path}[{i}]")
    else:
        yield path, value


def union_of_columns(rows: Iterable[Row], where: str) -> list[str]:
    """All columns, in the order in which they first appear."""
    found: dict[str, None] = {}
    for row in rows:
        found.update(dict.fromkeys(row))
        if len(found) > COLUMNS_MAX:
            raise TooManyColumnsError(
                f"its messages have more than {COLUMNS_MAX:,} columns",
                where,
                "messages that are alike, and not very long",
                "read them one by one; in Parquet a list is one column",
            )
    return list(found)


def as_array(values: Sequence[Any]) -> Array:
    """A column of numbers, truth values or texts as such; otherwise of objects."""
    kinds = {type(value) for value in values}
    try:
        if kinds and kinds <= {int, float, list}:
            array = np.array(values)
            is_whole = array.dtype.kind in "iu"
            if is_whole or (array.dtype.kind == "f" and kinds != {int}):
                return array
        elif kinds == {bool}:
            return np.array(values)
    except (ValueError, OverflowError):
        pass  # lists of different lengths, numbers beyond 64 bits
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
