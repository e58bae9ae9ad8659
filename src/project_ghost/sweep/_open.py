"""Open the results of a sweep, complete or not."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import (
    METRICS,
    TABLES,
    Compacted,
    Field,
    RunIds,
    Store,
    check_complete,
    commit,
    compact,
    completed,
    open_store,
    read_groups,
)
from project_ghost.runs import foreign_modules

from ._claim import PLAN, SCENES, read_claim, table_of
from ._plan import PLAN_FIELDS
from ._scene import Scene, scene_from
from ._work import recording_name

__all__ = ["OpenSweep", "open_sweep"]

# Ids in an error about several.
_NAMED_MAX = 3


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

    @property
    def plan(self) -> Any:  # noqa: ANN401 - a pyarrow.Table
        """All runs, in order."""
        import pyarrow

        return pyarrow.concat_tables(self._planned(None))

    @cached_property
    def ids(self) -> RunIds:
        """The ids of all runs, in the order of the plan, which must be that of sweep.json."""
        try:
            ids = RunIds.of(
                each for group in self._groups(PLAN, PLAN_FIELDS, ["id"])
                for each in group.column("id").to_pylist()
            )  # fmt: skip
        except ValueError:
            ids = RunIds(b"")
        if ids.digest() != self.document["plan_sha256"]:
            raise InputError(
                "the plan is not the one of sweep.json",
                f"{self.store.url}/{PLAN}",
                f"a plan with the hash {self.document['plan_sha256']}",
                "copy it from elsewhere, or run the sweep into another store",
            )
        return ids

    def _planned(self, columns: Sequence[str] | None) -> Iterator[Any]:
        """The plan, group by group."""
        assert len(self.ids)  # they are checked
        return self._groups(PLAN, PLAN_FIELDS, columns)

    def runs(self) -> Any:  # noqa: ANN401 - as above
        """A row for each run that is done, in the order of the plan."""
        return self._table("runs")

    def metrics(self) -> Any:  # noqa: ANN401 - as above
        """Each number that each metric found."""
        return self._table("metrics")

    def timings(self) -> Any:  # noqa: ANN401 - as above
        """Host, process, attempts, times and traceback of each run."""
        return self._table("timings")

    def windows(self, columns: Sequence[str]) -> Iterator[Any]:
        """Yield these columns of `runs()`, some rows after the others: few are in memory."""
        if self.is_complete:
            yield from self._groups("runs.parquet", table_of(self.document).result, columns)
            return
        for window in self._compacted().windows():
            yield window.runs.select(list(columns))

    def missing(self) -> tuple[str, ...]:
        """The ids of runs that are not done."""
        return () if self.is_complete else self._compacted().missing

    def planned(self, text: str) -> dict[str, Any]:
        """The row of the plan of a run: by its id, or by the first digits of it."""
        from pyarrow import compute

        found: list[dict[str, Any]] = []
        count = 0
        for group in self._planned(None):
            some = group.filter(compute.starts_with(group.column("id"), text)) if text else group
            count += some.num_rows
            found += some.slice(0, _NAMED_MAX).to_pylist()
        if count == 1:
            return found[0]
        several = ", ".join(each["id"] for each in found[:_NAMED_MAX])
        raise InputError(
            f"{count:,} runs have an id that begins with {text!r}: {several}"
            if count
            else f"no run has the id {text!r}",
            self.store.url,
            f"the id of a run, or its first digits, such as {self.ids[0][:8]}",
            "runs.parquet and plan.parquet have the ids",
        )

    def row(self, run_id: str) -> dict[str, Any] | None:
        """The row of a run, by its whole id; None if it is not done."""
        from pyarrow import compute

        if not self.is_complete:
            found = compact(self.store, [run_id], table_of(self.document)).runs.to_pylist()
            return dict(found[0]) if found else None
        for group in self.windows([field.name for field in table_of(self.document).result]):
            for row in group.filter(compute.equal(group.column("id"), run_id)).to_pylist():
                return dict(row)
        return None

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
            import pyarrow

            table = table_of(self.document)
            fields = {"runs": table.result, "metrics": METRICS, "timings": table.timings}
            return pyarrow.concat_tables(self._groups(f"{name}.parquet", fields[name], None))
        return getattr(self._compacted(), name)

    def _groups(
        self, file: str, fields: Sequence[Field], columns: Sequence[str] | None
    ) -> Iterator[Any]:
        """A table of the store, group by group."""
        where = f"{self.store.url}/{file}"
        try:
            opened = self.store.open(file)
        except FileNotFoundError:
            raise InputError(
                "the table is missing", where, "a Parquet file of `ghost sweep`", "copy it"
            ) from None
        yield from read_groups(opened, opened.size, where, fields, columns)

    def _compacted(self) -> Compacted:
        return compact(self.store, self.ids, table_of(self.document))


@checked_arguments
def open_sweep(place: str | Path) -> OpenSweep:
    """Open the sweep in a folder or at `s3://bucket/path`."""
    return OpenSweep(open_store(place, is_new=False))
