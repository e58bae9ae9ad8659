"""Which runs are done: the rows that parts hold, less those that were withdrawn.

A start that tries failed runs again withdraws their rows first: an object below parts/withdrawn
names each by its id and its part. From then on the run has no row, for everybody, so that it is
missing until it has another. Nothing is removed, and withdrawing a row twice changes nothing.

Why: ADR 31.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import InputError

from ._aggregate import FAILED
from ._ids import Places, RunIds
from ._parquet import parquet_of, read_parquet
from ._parts import WITHDRAWN, Part, part_name, parts_of, withdrawals
from ._schema import Field, arrow_table
from ._store import Store

__all__ = [
    "Finished",
    "PartRows",
    "finished_runs",
    "rows_of_parts",
    "withdraw",
]

_WITHDRAWAL = (Field("id", "string"), Field("part", "string"))


class PartRows(NamedTuple):
    """A part, the columns of it that were asked for, and the place of each row in the plan.

    The place of a row that does not count is -1: of another plan, or withdrawn.
    """

    part: Part
    table: Any
    places: Places


@final
@dataclass(frozen=True)
class Finished:
    """Of each run of a plan, in order, whether it has a row, and whether that says it failed."""

    done: NDArray[np.bool_]
    failed: NDArray[np.bool_]


def finished_runs(store: Store, fields: Sequence[Field], ids: RunIds) -> Finished:
    """Return which of these runs have a row. Parts must have these columns."""
    found = Finished(np.zeros(len(ids), bool), np.zeros(len(ids), bool))
    for _, table, places in rows_of_parts(store, fields, ids, ("id", "status")):
        is_failed = np.array([status == FAILED for status in table.column("status").to_pylist()])
        found.done[places[places >= 0]] = True
        found.failed[places[(places >= 0) & is_failed]] = True
    return found


def rows_of_parts(
    store: Store, fields: Sequence[Field], ids: RunIds, columns: Sequence[str] = ("id",)
) -> Iterator[PartRows]:
    """Yield the rows of all parts, sorted by the names of these. Parts must have these fields."""
    import pyarrow

    withdrawn = _withdrawn(store)
    for part in parts_of(store):
        table = part.rows(fields, columns)
        places = ids.places(table.column("id"))
        if part.file in withdrawn:
            gone = ids.places(pyarrow.array(withdrawn[part.file], pyarrow.string()))
            places[np.isin(places, gone)] = -1
        yield PartRows(part, table, places)


def withdraw(store: Store, fields: Sequence[Field], ids: RunIds, chosen: Places) -> int:
    """Withdraw the rows of chosen runs that failed; returns how many runs that were."""
    rows: list[tuple[str, str]] = []
    runs: set[int] = set()
    is_chosen = np.zeros(len(ids), bool)
    is_chosen[chosen] = True
    for part, table, places in rows_of_parts(store, fields, ids, ("id", "status")):
        for place, status in zip(places.tolist(), table.column("status").to_pylist(), strict=True):
            if status == FAILED and place >= 0 and is_chosen[place]:
                rows.append((ids[place], part.file))
                runs.add(place)
    if rows:
        data = parquet_of(arrow_table(rows, _WITHDRAWAL))
        store.write(_name_of(data), data)
    return len(runs)


def _withdrawn(store: Store) -> dict[str, list[str]]:
    """The ids whose rows do not count, by the names of their parts."""
    found: dict[str, list[str]] = {}
    for name, data in store.read_each(withdrawals(store)):
        where = f"{store.url}/{name}"
        if name != _name_of(data):
            raise InputError(
                "the list of withdrawn rows is not the one that was written: its name is another "
                "hash",
                where,
                f"the content of {_name_of(data)}",
                "remove it, and run the sweep with --retry-failed",
            )
        table = read_parquet(data, where, _WITHDRAWAL)
        columns = (table.column(field.name).to_pylist() for field in _WITHDRAWAL)
        for run_id, part in zip(*columns, strict=True):
            found.setdefault(part, []).append(run_id)
    return found


def _name_of(data: bytes) -> str:
    return f"{WITHDRAWN}/{part_name(data)}"
