"""Where two runs of sweeps first differ, by their recordings; missing ones are made."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from project_ghost.analysis.divergence import Comparison, compare_recordings
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.telemetry import RECORDING_NAME, Recording

from ._open import OpenSweep
from ._rerun import rerun_of_sweep

__all__ = ["first_divergence", "recording_of"]


@checked_arguments
def first_divergence(
    a: OpenSweep,
    b: OpenSweep,
    ids: tuple[str, str],
    *,
    execution: str = "auto",
    code_folders: Sequence[Path | str] = (),
) -> Comparison:
    """Compare the recordings of two runs, of A and of B. What was not recorded is run again."""
    with tempfile.TemporaryDirectory(prefix="ghost-") as place:
        paths = [
            recording_of(opened, run_id, Path(place) / name, execution, code_folders)
            for name, opened, run_id in (("a", a, ids[0]), ("b", b, ids[1]))
        ]
        with Recording(paths[0]) as first, Recording(paths[1]) as second:
            return compare_recordings(first, second)


def recording_of(
    opened: OpenSweep,
    run_id: str,
    folder: Path,
    execution: str,
    code_folders: Sequence[Path | str] = (),
) -> Path:
    """Put the recording of a run into a folder: the one of the store, or a new one."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / RECORDING_NAME
    row: Mapping[str, Any] | None = opened.row(run_id)
    if row is not None and row["recording_sha256"] is not None:
        path.write_bytes(opened.recording(run_id))
        return path
    again = rerun_of_sweep(opened, run_id, folder, execution=execution, code_folders=code_folders)
    if again.error is not None and not path.exists():
        raise InputError(
            f"the run {run_id} leaves no recording: {again.error.what}",
            opened.store.url,
            "a run that starts",
            "`ghost sweep rerun` shows its error",
        )
    return path
