"""Read traces from a CSV or Parquet table."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from project_ghost.analysis.traces import Traces, Variable, VariableKind, traces_from_rows
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError
from project_ghost.core.parquet import BOUNDS, TooLargeError, bounded_groups

from ._columns import (
    ACTOR,
    COLLISION,
    REPEAT,
    TIME,
    ColumnMapping,
    kind_and_scale,
    mapping_for,
    time_scale,
)

# Columns by name: strings from a CSV file, numbers or strings from a Parquet file.
Table: TypeAlias = Mapping[str, Sequence[Any] | NDArray[Any]]

_TRUE = frozenset({"1", "1.0", "true", "yes"})
_FALSE = frozenset({"", "0", "0.0", "false", "no"})


def read_csv(path: Path) -> Table:
    """Read all columns of a CSV file as strings."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file, skipinitialspace=True)
            header = [name.strip() for name in next(rows, [])]
            body = [row for row in rows if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"the file is not a text table: {error}", str(path), "CSV in UTF-8", "check the file"
        ) from None
    for number, row in enumerate(body, start=2):
        if len(row) != len(header):
            raise InputError(
                f"row {number} has {len(row)} fields",
                str(path),
                f"{len(header)} fields, as in the first row",
                "correct the row; a truncated file ends like this",
            )
    columns = list(zip(*body, strict=True)) if body else [()] * len(header)
    return dict(zip(header, columns, strict=True))


def read_parquet(path: Path) -> Table:
    """Read all columns of a Parquet file."""
    try:
        import pyarrow
    except ImportError:
        raise InputError(
            "pyarrow, which reads Parquet, is not installed",
            str(path),
            "the extra 'arrow'",
            "install ghost-sim[arrow], or give the trace as CSV",
        ) from None
    try:
        with path.open("rb") as file:
            table = pyarrow.concat_tables(bounded_groups(file, path.stat().st_size))
        return {name: table.column(name).to_numpy() for name in table.column_names}
    except TooLargeError as error:
        raise InputError(
            f"the table is too large: {error}", str(path), BOUNDS, "check the file"
        ) from None
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"the table cannot be read: {error}", str(path), "a Parquet file", "check the file"
        ) from None


def table_traces(
    table: Table, mapping: ColumnMapping | None, source: str, *, one_repeat: bool = False
) -> Traces:
    """Build traces from a table, by a mapping of its columns."""
    checked = mapping_for(list(table), mapping, source, one_repeat=one_repeat)
    columns = checked.columns
    count = len(table[columns[TIME].name])
    variables: dict[str, Variable] = {}
    for role, column in checked.variables().items():
        kind, unit, scale = kind_and_scale(role, column, source)
        if kind is VariableKind.CATEGORY:
            names, codes = np.unique(_strings(table[column.name]), return_inverse=True)
            variables[role] = Variable(
                codes.astype(float), kind, unit, scale, tuple(str(n) for n in names)
            )
        else:
            values = _numbers(table[column.name], column.name, source)
            variables[role] = Variable(values, kind, unit, scale)
    time = columns[TIME]
    collided = None
    if COLLISION in columns:
        collided = _flags(table[columns[COLLISION].name], columns[COLLISION].name, source)
    return traces_from_rows(
        source,
        _strings(table[columns[REPEAT].name]) if REPEAT in columns else ["1"] * count,
        _strings(table[columns[ACTOR].name]) if ACTOR in columns else ["1"] * count,
        _nanoseconds(table[time.name], time.name, time_scale(time, source), source),
        variables,
        collided,
    )


def _strings(column: Sequence[Any] | NDArray[Any]) -> list[str]:
    return [str(value).strip() for value in column]


def _numbers(column: Sequence[Any] | NDArray[Any], name: str, source: str) -> Floats:
    """Convert a column to numbers; an empty field is an error."""
    try:
        return np.asarray(column, dtype=float)
    except (TypeError, ValueError):
        bad = next(i for i, value in enumerate(column) if not _is_number(value))
        raise InputError(
            f"{column[bad]!r} in column {name!r} is not a number",
            f"{source}, sample {bad + 1}",
            "a number, or nan",
            "leave out the whole row of a missing sample",
        ) from None


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def _nanoseconds(
    column: Sequence[Any] | NDArray[Any], name: str, scale: int, source: str
) -> Integers:
    values = _numbers(column, name, source)
    bad = np.flatnonzero(~(np.abs(values) < 2.0**63 / scale))
    if len(bad):
        raise InputError(
            f"the time {column[bad[0]]!r} does not fit 64-bit nanoseconds",
            f"{source}, sample {bad[0] + 1}",
            "a finite time of less than 292 years",
            "check the unit of the time",
        )
    return np.rint(values * scale).astype(np.int64)


def _flags(column: Sequence[Any] | NDArray[Any], name: str, source: str) -> NDArray[np.bool_]:
    words = [text.lower() for text in _strings(column)]
    bad = next((i for i, word in enumerate(words) if word not in _TRUE | _FALSE), None)
    if bad is not None:
        raise InputError(
            f"{column[bad]!r} in column {name!r} is neither yes nor no",
            f"{source}, sample {bad + 1}",
            "0 or 1",
            "write 1 where there is a collision",
        )
    return np.array([word in _TRUE for word in words])
