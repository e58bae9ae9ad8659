"""Prepare a run from any source: a scenario, a recording or a checkpoint."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.scenario import ScenarioFile, builtin_names, load_scenario
from project_ghost.scenario.assembly import assemble
from project_ghost.telemetry import Recording, recording_path

from .execute._prepared import PreparedRun
from .execute._result import RunResult
from .reopen._checkpoint_file import SUFFIX, Checkpoint, read_checkpoint
from .reopen._checkpoint_start import CheckpointStart, attached_checkpoint, checkpoint_scenario
from .reopen._recording import recorded_scenario

__all__ = ["Source", "is_recording", "prepare", "run", "scenario_of"]

# A built-in scenario's name, or the path of a scenario, a recording, a run's folder or a
# checkpoint; or one of these, already open.
Source: TypeAlias = str | Path | ScenarioFile | Recording | Checkpoint

_RECORDING_SUFFIXES = (".mcap", ".part")


def is_recording(source: str | Path) -> bool:
    """Whether a name or path is a recording: a run's folder, `.mcap` or `.mcap.part`."""
    path = Path(source)
    if str(source) in builtin_names():
        return False
    return path.suffix in _RECORDING_SUFFIXES or path.is_dir()


def scenario_of(source: Source, settings: Iterable[str] = ()) -> ScenarioFile:
    """Return the scenario of a source, with settings as in `--set`.

    The scenario of a recording has the recorded seed. Its map comes from the recording unless it
    is built in; no other file is opened.
    """
    if isinstance(source, ScenarioFile):
        return _unchanged(source, tuple(settings))
    if isinstance(source, Checkpoint):
        return checkpoint_scenario(source, tuple(settings))
    if isinstance(source, Recording):
        return recorded_scenario(source, settings)
    if Path(source).suffix == SUFFIX:
        return checkpoint_scenario(read_checkpoint(source), tuple(settings))
    if is_recording(source):
        with Recording(recording_path(source)) as recording:
            return recorded_scenario(recording, settings)
    return load_scenario(source, tuple(settings))


def _unchanged(file: ScenarioFile, settings: tuple[str, ...]) -> ScenarioFile:
    if settings:
        raise InputError(
            f"settings are given for a loaded scenario: {settings[0]}",
            file.spec.name,
            "settings with a name or a path",
            "give them to load_scenario",
        )
    return file


def prepare(
    source: Source,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
) -> PreparedRun:
    """Prepare a run of a source; settings as in `--set`.

    A run from a checkpoint, or from a recording that starts at one, starts there; settings make
    it a fork.
    """
    if isinstance(source, str | Path) and Path(source).suffix == SUFFIX:
        source = read_checkpoint(source)
    file = scenario_of(source, settings)
    assembly = assemble(file)
    checkpoint = source if isinstance(source, Checkpoint) else attached_checkpoint(file)
    start = None if checkpoint is None else CheckpointStart(checkpoint, assembly)
    return PreparedRun(assembly, execution=execution, start=start)


def run(
    source: Source,
    settings: Iterable[str] = (),
    *,
    seed: int | None = None,
    execution: Execution | str = Execution.AUTO,
    keep_positions: bool = False,
) -> RunResult:
    """Prepare a source and run it once."""
    return prepare(source, settings, execution=execution).run(seed, keep_positions=keep_positions)
