"""Open the results of a sweep, complete or not."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import (
    IDENTITY,
    METRICS,
    TABLES,
    TIMINGS,
    Compacted,
    Store,
    check_complete,
    commit,
    compact,
    completed,
    digest_of,
    open_store,
    read_parquet,
)
from project_ghost.runs import foreign_modules

from ._claim import PLAN, SCENES, read_claim, table_of
from ._plan import PLAN_FIELDS
from ._scene import Scene, scene_from
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
        where = f"{self.store.url}/{PLAN}"
        table = read_parquet(self.store.read_or_none(PLAN) or b"", where, PLAN_FIELDS)
        ids = "\n".join(table.column("id").to_pylist())
        if digest_of(ids.encode()) != self.document["plan_sha256"]:
            raise InputError(
                "the plan is not the one of sweep.json",
                where,
                f"a plan with the hash {self.document['plan_sha256']}",
                "copy it from elsewhere, or run the sweep into another store",
            )
        return table

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

    def planned(self, text: str) -> dict[str, Any]:
        """The row of the plan of a run: by its id, or by the first digits of it."""
        from pyarrow import compute

        ids = self.plan.column("id")
        found = self.plan.filter(compute.starts_with(ids, text)) if text else self.plan
        if found.num_rows == 1:
            return dict(found.to_pylist()[0])
        several = ", ".join(found.column("id").to_pylist()[:3])
        raise InputError(
            f"{found.num_rows:,} runs have an id that begins with {text!r}: {several}"
            if found.num_rows
            else f"no run has the id {text!r}",
            self.store.url,
            f"the id of a run, or its first digits, such as {ids[0].as_py()[:8]}",
            "runs.parquet and plan.parquet have the ids",
        )

    def row(self, run_id: str) -> dict[str, Any] | None:
        """The row of a run, by its whole id; None if it is not done."""
        from pyarrow import compute

        if self.is_complete:
            runs = self.runs()
            found = runs.filter(compute.equal(runs.column("id"), run_id)).to_pylist()
        else:
            found = compact(self.store, [run_id], table_of(self.document)).runs.to_pylist()
        return dict(found[0]) if found else None

    def modules(self, planned: Mapping[str, Any]) -> list[str]:
        """The modules of others than Ghost that a run of the plan would import, sorted."""
        definition = self.scene(planned["scene"]).definition
        texts = f"[{definition.text}, {planned['settings']}]"
        return foreign_modules(replace(definition, text=texts))

    def scene(self, key: str, folders: tuple[str, ...] = ()) -> Scene:
        """The scene of some runs; classes of the user's are imported from `folders` too."""
        name = f"{SCENES}/{key}.json"
        try:
            return scene_from(json.loads(self.store.read(name)), folders)
        except (ValueError, LookupError, TypeError, FileNotFoundError) as error:
            raise InputError(
                f"the scene cannot be read: {error!r}",
                f"{self.store.url}/{name}",
                "a scene that `ghost sweep` wrote",
                "run the sweep into another store",
            ) from None

    def recording(self, run_id: str) -> bytes:
        """The recording of a run, where recordings were kept."""
        return self.store.read(recording_name(run_id))

    def finish(self) -> None:
        """Write the tables of a sweep whose runs are all done; check those that are there."""
        if self.is_complete:
            check_complete(self.store)
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
            columns = table_of(self.document)
            fields = {
                "runs": columns.result,
                "metrics": METRICS,
                "timings": (IDENTITY[0], *TIMINGS),
            }
            data = self.store.read_or_none(file) or b""
            return read_parquet(data, f"{self.store.url}/{file}", fields[name])
        return getattr(self._compacted(), name)

    def _compacted(self) -> Compacted:
        return compact(self.store, self.plan.column("id").to_pylist(), table_of(self.document))


@checked_arguments
def open_sweep(place: str | Path) -> OpenSweep:
    """Open the sweep in a folder or at `s3://bucket/path`."""
    return OpenSweep(open_store(place, is_new=False))
