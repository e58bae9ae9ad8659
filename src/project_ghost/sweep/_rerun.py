"""Run one run of a sweep again, here, and record it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from project_ghost import __version__
from project_ghost.batch import InProcess, Task
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputError
from project_ghost.results import IDENTITY, differing_columns
from project_ghost.runs import settings_from

from ._claim import table_of
from ._open import OpenSweep
from ._row import row_of
from ._work import RunOptions, execute_run

__all__ = ["Rerun", "rerun_of_sweep"]


@final
@dataclass(frozen=True)
class Rerun:
    """A run that was run again: its row, and the row in the store, None if it is not done there.

    `differing` are the columns in which the two differ. `note` says that the code is not that of
    the sweep, so that they may. `error` is what ended a run that failed.
    """

    row: Mapping[str, Any]
    stored: Mapping[str, Any] | None
    differing: tuple[str, ...]
    note: str = ""
    error: GhostError | None = None

    @property
    def is_same(self) -> bool:
        """Whether the result is the one in the store, bit for bit."""
        return self.stored is not None and not self.differing


@checked_arguments
def rerun_of_sweep(
    opened: OpenSweep,
    run_id: str,
    folder: Path | str,
    *,
    execution: str = "auto",
    code_folders: Sequence[Path | str] = (),
) -> Rerun:
    """Run one run of a sweep in this process; its recording stays in the folder.

    Classes that the sweep names are imported, from installed modules and from `code_folders`.
    """
    planned = opened.planned(run_id)
    table = table_of(opened.document)
    scene = opened.scene(planned["scene"], tuple(str(Path(each)) for each in code_folders))
    settings = settings_from(_point(opened, planned))
    note = "" if scene.is_unchanged() else _note(opened)
    Path(folder).mkdir(parents=True, exist_ok=True)
    options = RunOptions(execution, folder=str(folder))
    arguments = (scene, settings, planned["seed"], planned["id"], options)
    (outcome,) = InProcess().finished([Task(execute_run, arguments, f"run {planned['id']}")])
    names = [field.name for field in (*IDENTITY, *table.parameters)]
    cells, _ = row_of([planned[name] for name in names], scene, table, outcome)
    row = dict(zip((field.name for field in table.part), cells, strict=True))
    stored = opened.row(planned["id"])
    differing: list[str] = []
    if stored is not None:
        columns = [field.name for field in table.result]
        if stored["recording_sha256"] is None:  # recordings were not kept
            columns.remove("recording_sha256")
        differing = differing_columns(stored, row, columns)
    return Rerun(row, stored, tuple(differing), note, outcome.error)


def _point(opened: OpenSweep, planned: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a run; its id must be theirs."""
    try:
        point = dict(json.loads(planned["settings"]))
    except (ValueError, LookupError, TypeError):
        point = None
    if point is not None:
        text = json.dumps(point, sort_keys=True, ensure_ascii=False)
        whole = f"{planned['scene']}\n{text}\n{planned['seed']}"
        if hashlib.sha256(whole.encode()).hexdigest().startswith(planned["id"]):
            return point
    raise InputError(
        f"the plan does not say of what the run {planned['id']} is made",
        f"{opened.store.url}/plan.parquet",
        "a plan that `ghost sweep` wrote, unchanged",
        "run the sweep into another store",
    )


def _note(opened: OpenSweep) -> str:
    version = opened.document["ghost"]
    if version != __version__:
        return f"the sweep was made with Ghost {version}, this is {__version__}"
    return "the source of a planner or component is not that of the sweep"
