"""Messages as table columns: the paths of their values, and arrays of the values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import InputError
from project_ghost.core.unique_names import UniqueNames

from ._encoding import DEPTH_MAX

Array: TypeAlias = NDArray[Any]
Row: TypeAlias = dict[str, Any]

STAMP, SEQUENCE = "stamp_sim_ns", "sequence"
COLUMNS_MAX = 10_000
_ARRAY_KEYS = {"__dtype", "__array"}


class TooManyColumnsError(InputError):
    """Messages have more values than a table should have columns."""


def flattened(payload: Mapping[str, Any], where: str) -> Row:
    """Return a message's values by path: `pose.position_enu_m`, `poses[0].position.x`.

    A list of numbers, however nested, is one value. A field whose name is already a column of
    every table becomes `payload.sequence`; the second of two equal paths gets the suffix `_2`.
    """
    row: Row = {}
    unique: UniqueNames | None = None
    for path, value in _walk(payload, "", where, DEPTH_MAX):
        name = f"payload.{path}" if path in (STAMP, SEQUENCE) else path
        if name in row:
            if unique is None:
                unique = UniqueNames()
                for each in row:
                    unique.add(each)
            name = unique.add(name)
        elif unique is not None:
            unique.add(name)
        row[name] = value
    return row


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
    """Return the row with one column for each number: `p[0]`, `p[1]`, `bodies[0][2]`."""
    return dict(pair for path, value in row.items() for pair in _numbers(value, path))


def _numbers(value: Any, path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if isinstance(value, list):
        for i, each in enumerate(value):
            yield from _numbers(each, f"{path}[{i}]")
    else:
        yield path, value


def union_of_columns(rows: Iterable[Row], where: str) -> list[str]:
    """Return all column names in the order of their first appearance."""
    columns: dict[str, None] = {}
    for row in rows:
        columns.update(dict.fromkeys(row))
        if len(columns) > COLUMNS_MAX:
            raise TooManyColumnsError(
                f"its messages have more than {COLUMNS_MAX:,} columns",
                where,
                "messages of similar structure and moderate length",
                "read them one by one; in Parquet a list is one column",
            )
    return list(columns)


def as_array(values: Sequence[Any]) -> Array:
    """Return a column as an array of numbers or booleans where possible, otherwise of objects."""
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
