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

__all__ = ["METRIC_PARTS", "RUN_PARTS", "PartWriter", "finished_runs", "read_parts"]

RUN_PARTS, METRIC_PARTS = "parts/runs", "parts/metrics"
# A part is written after this time, or this fraction of the time so far if that is longer: so the
# number of parts grows with the logarithm of the time, and one loses at most one in a hundred.
_EVERY_S, _EVERY_FRACTION = 2.0, 0.01
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
        if now_s - self._flushed_s >= max(_EVERY_S, _EVERY_FRACTION * (now_s - self._begun_s)):
            self.flush()

    def flush(self) -> None:
        """Write what was added."""
        if self._rows:
            data = parquet_of(arrow_table(self._rows, self._fields))
            name = _name_of(data)
            if self._metrics:
                metrics = parquet_of(arrow_table(self._metrics, METRICS))
                self._store.write(f"{METRIC_PARTS}/{name}", metrics)
            self._store.write(f"{RUN_PARTS}/{name}", data)
            self._rows, self._metrics = [], []
        self._flushed_s = self._now_s()


def finished_runs(store: Store, fields: Sequence[Field]) -> dict[str, str]:
    """Return the status of all runs that have a row, by id. Parts must have these columns."""
    found: dict[str, str] = {}
    for place, data in _data_of(store, RUN_PARTS):
        table = read_parquet(data, place, fields, ["id", "status"])
        pairs = zip(table.column("id").to_pylist(), table.column("status").to_pylist(), strict=True)
        found.update(pairs)
    return found


def read_parts(store: Store, fields: Sequence[Field], folder: str = RUN_PARTS) -> dict[str, Any]:
    """Return the parts below a folder as tables, by the names of their files, sorted."""
    return {
        place.rpartition("/")[2]: read_parquet(data, place, fields)
        for place, data in _data_of(store, folder)
    }


def _data_of(store: Store, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the place of each part and its content, which must be that of its name."""
    names = [name for name in store.names(folder) if name.endswith(_SUFFIX)]
    for name, data in store.read_all(names).items():
        place = f"{store.url}/{name}"
        if folder == RUN_PARTS and not name.endswith(f"/{_name_of(data)}"):
            raise InputError(
                "the part is not the one that was written: its name is another hash",
                place,
                f"the content of {_name_of(data)}",
                "remove it; the same command makes what is missing",
            )
        yield place, data


def _name_of(data: bytes) -> str:
    return f"{digest_of(data)[:_NAME_DIGITS]}{_SUFFIX}"
