"""A run from a checkpoint on: as it was, or with a change."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from project_ghost.engine import Execution
from project_ghost.runs.execute._prepared import StagedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.scenario import ScenarioFile
from project_ghost.scenario.assembly import assemble

from ._checkpoint_file import Checkpoint, read_checkpoint
from ._checkpoint_start import Start, scenario_in_checkpoint

__all__ = ["continue_from", "scenario_of_checkpoint", "staged_from_checkpoint"]


def scenario_of_checkpoint(path: Path | str, settings: Iterable[str] = ()) -> ScenarioFile:
    """The scenario of a checkpoint, with settings put in as in `--set`."""
    return scenario_in_checkpoint(read_checkpoint(path), tuple(settings), str(path))


def staged_from_checkpoint(
    checkpoint: Checkpoint | Path | str,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
) -> StagedRun:
    """A run that begins at a checkpoint, ready to go on; settings as in `--set` make it a fork."""
    where = "checkpoint" if isinstance(checkpoint, Checkpoint) else str(checkpoint)
    found = checkpoint if isinstance(checkpoint, Checkpoint) else read_checkpoint(checkpoint)
    file = scenario_in_checkpoint(found, tuple(settings), where)
    assembly = assemble(file)
    return StagedRun(assembly, execution=execution, start=Start(found, where, assembly))


def continue_from(
    checkpoint: Checkpoint | Path | str,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
    **options: Any,  # noqa: ANN401 - as StagedRun.run takes them
) -> RunResult:
    """Go on from a checkpoint to the end of the run; settings, as in `--set`, make it a fork.

    The result is that of the whole run, but for contacts and positions: these are of what came
    after the checkpoint.
    """
    staged = staged_from_checkpoint(checkpoint, settings, execution=execution)
    return staged.run(**options)
