"""Parts: the results of some runs, written while the others are running.

A run counts as done when its row is in a part below parts/runs. Its recording and its metrics were
written before, so a row is never without them. What was written for a row that then was not is
ignored: the metrics of a run are those of the part with the same name.

Why: ADR 31.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, final

from project_ghost.core.errors import InputError

from ._parquet import parquet_of, read_parquet
from ._schema import METRICS, Field, arrow_table
from ._store import Store, digest_of

__all__ = [
    "METRIC_PARTS",
    "RUN_PARTS",
    "WITHDRAWN",
    "Part",
    "PartWriter",
    "part_name",
    "parts_of",
    "withdrawals",
]

RUN_PARTS, METRIC_PARTS, WITHDRAWN = "parts/runs", "parts/metrics", "parts/withdrawn"
# A part is written after this time, or this fraction of the time so far if that is longer: so the
# number of parts grows with the logarithm of the time, and one loses at most one in a hundred. It
# has no more rows than these, of runs and of metrics, because it is in memory as a whole.
_EVERY_S, _EVERY_FRACTION = 2.0, 0.01
_ROWS_MAX, _METRICS_MAX = 1_024, 16_384
_NAME_DIGITS = 32
_SUFFIX = ".parquet"

Row = Sequence[object]


@final
class PartWriter:
    """Collects rows and writes them as parts.

    `flush` must be called at the end. Rows whose part cannot be written stay for the next attempt.
    """

    def __init__(
        self,
        store: Store,
        fields: Sequence[Field],
        now_s: Callable[[], float] = time.monotonic,  # ghost: allow[wall-clock] when to write
    ) -> None:
        self._store, self._fields, self._now_s = store, tuple(fields), now_s
        self._rows: list[Row] = []
        self._metrics: list[Row] = []
        self._begun_s = self._flushed_s = now_s()

    def add(self, row: Row, metrics: Sequence[Row] = ()) -> None:
        """Add the row of a run, and those of its metrics."""
        self._rows.append(row)
        self._metrics.extend(metrics)
        now_s = self._now_s()
        is_due = now_s - self._flushed_s >= max(_EVERY_S, _EVERY_FRACTION * (now_s - self._begun_s))
        if is_due or len(self._rows) >= _ROWS_MAX or len(self._metrics) >= _METRICS_MAX:
            self.flush()

    def flush(self) -> None:
        """Write what was added."""
        if self._rows:
            withdrawn = withdrawals(self._store)
            # So that a run that fails as before has another part than the one that was withdrawn.
            note = digest_of("\n".join(withdrawn).encode()) if withdrawn else ""
            data = parquet_of(arrow_table(self._rows, self._fields), note)
            name = part_name(data)
            if self._metrics:
                metrics = parquet_of(arrow_table(self._metrics, METRICS))
                self._store.write(f"{METRIC_PARTS}/{name}", metrics)
            self._store.write(f"{RUN_PARTS}/{name}", data)
            self._rows, self._metrics = [], []
        self._flushed_s = self._now_s()


@final
class Part:
    """Some rows, in an object below parts/runs, which is read when it is asked for."""

    def __init__(self, store: Store, file: str, data: bytes | None = None) -> None:
        self._store, self.file = store, file
        self._data = data

    def rows(self, fields: Sequence[Field], columns: Sequence[str] | None = None) -> Any:  # noqa: ANN401
        """Return its rows, a table of pyarrow; it must have these fields."""
        name = f"{RUN_PARTS}/{self.file}"
        data = self._data
        if data is None:
            data = self._store.read_or_none(name) or b""
        place = f"{self._store.url}/{name}"
        if part_name(data) != self.file:
            raise InputError(
                "the part is not the one that was written: its name is another hash",
                place,
                f"the content of {part_name(data)}",
                "remove it; the same command makes what is missing",
            )
        return read_parquet(data, place, fields, columns)

    def metrics(self) -> Any:  # noqa: ANN401 - a table of pyarrow
        """Return the metrics of its runs, None if it has none."""
        name = f"{METRIC_PARTS}/{self.file}"
        data = self._store.read_or_none(name)
        return None if data is None else read_parquet(data, f"{self._store.url}/{name}", METRICS)


def parts_of(store: Store) -> Iterator[Part]:
    """Yield all parts, sorted by name, each with its content."""
    names = (name for name in store.names(RUN_PARTS) if name.endswith(_SUFFIX))
    for name, data in store.read_each(names):
        yield Part(store, name.rpartition("/")[2], data)


def withdrawals(store: Store) -> list[str]:
    """Return the names of all objects that withdraw rows, sorted."""
    return [name for name in store.names(WITHDRAWN) if name.endswith(_SUFFIX)]


def part_name(data: bytes) -> str:
    """Return the name of the file of a part: the hash of its content."""
    return f"{digest_of(data)[:_NAME_DIGITS]}{_SUFFIX}"
