"""Continue a run from a checkpoint, unchanged or as a fork."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from project_ghost.engine import Execution
from project_ghost.runs.execute._prepared import StagedRun
from project_ghost.runs.execute._result import RunResult
from project_ghost.scenario import ScenarioFile
from project_ghost.scenario.assembly import assemble

from ._checkpoint_file import Checkpoint, read_checkpoint
from ._checkpoint_start import CheckpointStart, scenario_in_checkpoint

__all__ = ["continue_from", "scenario_of_checkpoint", "staged_from_checkpoint"]


def scenario_of_checkpoint(path: Path | str, settings: Iterable[str] = ()) -> ScenarioFile:
    """Return the scenario of a checkpoint file, with settings as in `--set`."""
    return scenario_in_checkpoint(read_checkpoint(path), tuple(settings), str(path))


def staged_from_checkpoint(
    checkpoint: Checkpoint | Path | str,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
) -> StagedRun:
    """Prepare a run that starts at a checkpoint; settings as in `--set` make it a fork."""
    where = "checkpoint" if isinstance(checkpoint, Checkpoint) else str(checkpoint)
    moment = checkpoint if isinstance(checkpoint, Checkpoint) else read_checkpoint(checkpoint)
    file = scenario_in_checkpoint(moment, tuple(settings), where)
    assembly = assemble(file)
    return StagedRun(assembly, execution=execution, start=CheckpointStart(moment, where, assembly))


def continue_from(
    checkpoint: Checkpoint | Path | str,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
    **options: Any,  # noqa: ANN401 - the options of StagedRun.run
) -> RunResult:
    """Run from a checkpoint to the end; settings as in `--set` make it a fork.

    The result describes the whole run, except that contacts and positions are those after the
    checkpoint.
    """
    staged = staged_from_checkpoint(checkpoint, settings, execution=execution)
    return staged.run(**options)
