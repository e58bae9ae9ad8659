"""Open the results of a sweep, complete or not."""

from functools import cached_property
from pathlib import Path
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import (
    TABLES,
    Compacted,
    Store,
    commit,
    compact,
    completed,
    open_store,
    read_parquet,
)

from ._claim import PLAN, read_claim, table_of
from ._work import recording_name

__all__ = ["OpenSweep", "open_sweep"]


@final
class OpenSweep:
    """The results of a sweep, as tables of pyarrow. Those of one that is running grow."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.document = read_claim(store) or {}

    def __repr__(self) -> str:
        return f"<OpenSweep {self.document['name']}, {self.document['runs']:,} runs planned>"

    @property
    def is_complete(self) -> bool:
        """Whether all runs are done, and the tables are written."""
        return completed(self.store) is not None

    @cached_property
    def plan(self) -> Any:  # noqa: ANN401 - a pyarrow.Table
        """All runs, in order."""
        return read_parquet(self.store.read(PLAN), f"{self.store.url}/{PLAN}")

    def runs(self) -> Any:  # noqa: ANN401 - as above
        """A row for each run that is done, in the order of the plan."""
        return self._table("runs")

    def metrics(self) -> Any:  # noqa: ANN401 - as above
        """Each number that each metric found."""
        return self._table("metrics")

    def timings(self) -> Any:  # noqa: ANN401 - as above
        """Host, process, attempts, times and traceback of each run."""
        return self._table("timings")

    def missing(self) -> tuple[str, ...]:
        """The ids of runs that are not done."""
        return () if self.is_complete else self._compacted().missing

    def recording(self, run_id: str) -> bytes:
        """The recording of a run, where recordings were kept."""
        return self.store.read(recording_name(run_id))

    def finish(self) -> None:
        """Write the tables of a sweep whose runs are all done."""
        if self.is_complete:
            return
        found = self._compacted()
        if found.missing:
            raise InputError(
                f"{len(found.missing):,} of {self.document['runs']:,} runs are missing",
                self.store.url,
                "all runs of the plan",
                "run the sweep again: it does what is missing",
            )
        commit(self.store, found, table_of(self.document))

    def _table(self, name: str) -> Any:  # noqa: ANN401 - as above
        assert name in TABLES
        if self.is_complete:
            file = f"{name}.parquet"
            return read_parquet(self.store.read(file), f"{self.store.url}/{file}")
        return getattr(self._compacted(), name)

    def _compacted(self) -> Compacted:
        return compact(self.store, self.plan.column("id").to_pylist(), table_of(self.document))


@checked_arguments
def open_sweep(place: str | Path) -> OpenSweep:
    """Open the sweep in a folder or at `s3://bucket/path`."""
    return OpenSweep(open_store(place))
