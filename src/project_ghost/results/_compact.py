"""All parts as one table of each kind, in the order of the plan, by windows of it.

First the ids of all parts are read: they say where the row of each run is. Then the rows of one
window of the plan after the other are taken from their parts. Parts hold neighbours of the plan, so
that each is read about twice; where they do not, windows are made larger.

Why: ADR 31.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np

from project_ghost.core.errors import GhostError

from ._aggregate import FAILED
from ._finished import rows_of_parts
from ._ids import Places, RunIds
from ._parts import Part
from ._schema import METRICS, RunTable, arrow_schema
from ._store import Store

__all__ = [
    "Compacted",
    "DifferentResultsError",
    "Window",
    "compact",
    "different_results",
    "differing_columns",
]

# Runs of the plan that are put together at once, at least, and how often a part may be read for it.
_WINDOW = 1_024
_READS = 3


class DifferentResultsError(GhostError):
    """Two results of one run differ."""

    is_difference = True


class Window(NamedTuple):
    """Tables of pyarrow with some runs that are done, in the order of the plan."""

    runs: Any
    metrics: Any
    timings: Any


class _Rows(NamedTuple):
    """Where rows are: their place in the plan, their part, and their place in that."""

    place: Places
    part: Places
    row: Places


@final
class Compacted:
    """The runs of a plan that are done, and the ids of those that are not."""

    def __init__(self, store: Store, ids: RunIds, table: RunTable) -> None:
        self._store, self._ids, self._table = store, ids, table
        self._parts: list[Part] = []
        self._rows = self._scanned()

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of runs that are not done."""
        is_missing = np.ones(len(self._ids), bool)
        is_missing[self._rows.place] = False
        return tuple(self._ids[place] for place in np.flatnonzero(is_missing).tolist())

    def windows(self) -> Iterator[Window]:
        """Yield the runs of one window after the other. Two results of one run must be the same."""
        place = self._rows.place
        size = self._size()
        for begin in range(0, len(self._ids), size):
            # Of the same type: otherwise each search makes a copy of all places.
            first, last = np.searchsorted(place, np.array((begin, begin + size), place.dtype))
            if last > first:
                yield self._window(_Rows(*(each[first:last] for each in self._rows)))

    @property
    def runs(self) -> Any:  # noqa: ANN401 - a pyarrow.Table
        """A row for each run that is done, in the order of the plan."""
        return self._whole.runs

    @property
    def metrics(self) -> Any:  # noqa: ANN401 - as above
        """Each number that each metric found."""
        return self._whole.metrics

    @property
    def timings(self) -> Any:  # noqa: ANN401 - as above
        """Host, process, attempts, times and traceback of each run."""
        return self._whole.timings

    @cached_property
    def _whole(self) -> Window:
        import pyarrow

        schemas = (self._table.result, METRICS, self._table.timings)
        empty = Window(*(arrow_schema(each).empty_table() for each in schemas))
        columns = zip(empty, *self.windows(), strict=True)
        return Window(*(pyarrow.concat_tables(each).combine_chunks() for each in columns))

    def _scanned(self) -> _Rows:
        """The rows of all parts that are of the plan, sorted by place and the names of parts."""
        found = [np.empty((3, 0), np.int32)]  # half of what places are: all are here at once
        for number, (part, _, places) in enumerate(
            rows_of_parts(self._store, self._table.part, self._ids)
        ):
            self._parts.append(Part(self._store, part.file))
            rows = np.flatnonzero(places >= 0)
            columns = (places[rows], np.full(len(rows), number), rows)
            found.append(np.stack(columns, dtype=np.int32, casting="same_kind"))
        whole = np.concatenate(found, axis=1)
        return _Rows(*whole[:, np.argsort(whole[0], kind="stable")])

    def _size(self) -> int:
        """The runs of a window: as few as parts need not be read often for."""
        size, count = _WINDOW, len(self._parts)
        while size < len(self._ids):
            window = self._rows.place.astype(np.int64) // size
            reads = np.unique(window * count + self._rows.part)
            if len(reads) <= _READS * count:
                break
            size *= 2
        return size

    def _window(self, where: _Rows) -> Window:
        import pyarrow

        by_part = np.argsort(where.part, kind="stable")
        numbers = np.unique(where.part).tolist()
        names = [field.name for field in self._table.part]
        pieces = [
            self._parts[number]
            .rows(self._table.part)
            .select(names)
            .take(where.row[where.part == number])
            for number in numbers
        ]
        back = np.empty_like(by_part)
        back[by_part] = np.arange(len(by_part))
        rows = pyarrow.concat_tables(pieces).take(back)
        kept = self._kept(rows, where)
        rows, where = rows.take(kept), _Rows(*(each[kept] for each in where))
        return Window(
            rows.select([field.name for field in self._table.result]),
            self._metrics_of(rows.column("id").combine_chunks(), where),
            rows.select([field.name for field in self._table.timings]),
        )

    def _kept(self, rows: Any, where: _Rows) -> Places:  # noqa: ANN401 - a pyarrow.Table
        """The first row of each run; the others must say the same."""
        is_first = np.diff(where.place, prepend=-1) != 0
        first = 0
        result = [field.name for field in self._table.result]
        for i in np.flatnonzero(~is_first).tolist():
            first = i - 1 if is_first[i - 1] else first
            pair = rows.take([first, i]).to_pylist()
            names = differing_columns(pair[0], pair[1], result)
            if names:
                for row, number in zip(pair, where.part[[first, i]].tolist(), strict=True):
                    row["part"] = self._parts[number].file
                raise different_results(pair[0], pair[1], names, self._store.url)
        return np.flatnonzero(is_first)

    def _metrics_of(self, ids: Any, where: _Rows) -> Any:  # noqa: ANN401 - of pyarrow
        """The metrics of these rows, each from the part of the row."""
        import pyarrow
        from pyarrow import compute

        schema = arrow_schema(METRICS)
        pieces = []
        for number in np.unique(where.part).tolist():
            metrics = self._parts[number].metrics()
            if metrics is None:
                continue
            own = np.flatnonzero(where.part == number)
            found = compute.index_in(metrics.column("id"), value_set=ids.take(own))
            place = pyarrow.array(where.place[own]).take(found.combine_chunks())
            metrics = metrics.select(schema.names).append_column("place", place)
            pieces.append(metrics.filter(compute.is_valid(place)))
        if not pieces:
            return schema.empty_table()
        # A stable sort, so that the metrics of a run stay in their order.
        return pyarrow.concat_tables(pieces).sort_by("place").select(schema.names)


def compact(store: Store, ids: Sequence[str], table: RunTable) -> Compacted:
    """Find the rows of these runs in the parts, to put them together in this order."""
    return Compacted(store, ids if isinstance(ids, RunIds) else RunIds.of(ids), table)


def differing_columns(
    first: Mapping[str, Any], second: Mapping[str, Any], columns: Sequence[str]
) -> list[str]:
    """The columns in which two rows differ in any bit."""
    return [name for name in columns if repr(first[name]) != repr(second[name])]


def different_results(
    first: Mapping[str, Any], second: Mapping[str, Any], names: Sequence[str], where: str
) -> DifferentResultsError:
    """The error about two results of one run."""
    shown = "; ".join(f"{name} is {first[name]!r} and {second[name]!r}" for name in names[:3])
    makers = " and ".join(
        f"process {each['pid']} of {each['host']}"
        + (f" (parts/runs/{each['part']})" if "part" in each else "")
        for each in (first, second)
    )
    is_failure = (first["status"] == FAILED) != (second["status"] == FAILED)
    return DifferentResultsError(
        f"two results of the run {first['id']} differ: {shown}",
        f"{where}, made by {makers}",
        "the same bits wherever a run is repeated",
        "if the run was not at fault, `ghost sweep --retry-failed` withdraws its failure"
        if is_failure
        else f"find the first difference: `ghost sweep rerun` it on both, then `ghost diff`; "
        f"`ghost lint` finds usual causes in a planner (scenario {first['scenario']})",
    )
