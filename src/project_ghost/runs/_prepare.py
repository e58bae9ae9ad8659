"""Prepare a run from any source: a scenario, a recording or a checkpoint."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.scenario import ScenarioFile, builtin_names
from project_ghost.telemetry import Recording, recording_path

from ._settings import Settings, settings_from
from .execute._prepared import PreparedRun
from .execute._result import RunResult
from .reopen._checkpoint_file import SUFFIX, Checkpoint, read_checkpoint
from .reopen._checkpoint_start import CheckpointStart, attached_checkpoint, checkpoint_file
from .reopen._recorded_plans import recorded_plans
from .reopen._recording import recorded_definition, recorded_file, recorded_seed
from .runnable._foreign import foreign_modules
from .runnable._graph import require_same_graph
from .runnable._load import RunFile, load_run_file, runnable_of
from .runnable._replacement import Replacement, replaced
from .runnable._runnable import Definition, Runnable
from .runnable._schedule import ScheduleFile

__all__ = ["Source", "is_recording", "load", "modules_in", "prepare", "run", "scenario_of"]

# A built-in scenario's name, or the path of a scenario, a recording, a run's folder or a
# checkpoint; or one of these, already open.
Source: TypeAlias = str | Path | RunFile | Recording | Checkpoint

_RECORDING_SUFFIXES = (".mcap", ".part")


@checked_arguments
def is_recording(source: str | Path) -> bool:
    """Whether a name or path is a recording: a run's folder, `.mcap` or `.mcap.part`."""
    path = Path(source)
    if str(source) in builtin_names():
        return False
    return path.suffix in _RECORDING_SUFFIXES or path.is_dir()


@checked_arguments
def load(source: Source, settings: Settings = (), *, trust: bool = False) -> RunFile:
    """Return the file of a source, with settings as in `--set`.

    The file of a recording has the recorded seed. The files that it names come from the recording
    unless they are built in; no other file is opened. Modules of others than Ghost that a recording
    or checkpoint names are imported only with `trust`.
    """
    if isinstance(source, ScenarioFile | ScheduleFile):
        _require_no_settings(source.name, settings_from(settings))
        return source
    if isinstance(source, Checkpoint):
        return checkpoint_file(source, settings_from(settings), trust=trust)
    if isinstance(source, Recording):
        return recorded_file(source, settings_from(settings), trust=trust)
    if Path(source).suffix == SUFFIX:
        return checkpoint_file(read_checkpoint(source), settings_from(settings), trust=trust)
    if is_recording(source):
        with Recording(recording_path(source)) as recording:
            return recorded_file(recording, settings_from(settings), trust=trust)
    return load_run_file(source, settings_from(settings))


@checked_arguments
def scenario_of(source: Source, settings: Settings = ()) -> ScenarioFile:
    """Return the scenario of a source, as `load` does; refuse a schedule."""
    file = load(source, settings)
    if not isinstance(file, ScenarioFile):
        raise InputError(
            f"{file.name} is a schedule, not a scenario",
            file.document.file,
            "a scenario, or a recording or checkpoint of one",
            "give another file",
        )
    return file


def _require_no_settings(name: str, settings: tuple[str, ...]) -> None:
    if settings:
        raise InputError(
            f"settings are given for a loaded file: {settings[0]}",
            name,
            "settings with a name or a path",
            "give them to the function that loads it",
        )


@checked_arguments
def prepare(
    source: Source | Runnable,
    settings: Settings = (),
    *,
    components: Mapping[str, Replacement] | None = None,
    runnable: Runnable | None = None,
    execution: Execution | str = Execution.AUTO,
    trust: bool = False,
    plans: str | Path | Recording | None = None,
) -> PreparedRun:
    """Prepare a run of a source; settings as in `--set`.

    `components` are other implementations of some of its components, by name. A run from a
    checkpoint, or from a recording that starts at one, starts there; settings make it a fork.
    `runnable` is what a recording or checkpoint was made of, if that was a graph in Python. A
    recording or checkpoint that names modules of others than Ghost is refused without `trust`.
    `plans` is a recording whose plans drive the cars that have planners, which are then not asked.
    """
    if isinstance(source, str | Path) and Path(source).suffix == SUFFIX:
        source = read_checkpoint(source)
    checkpoint = source if isinstance(source, Checkpoint) else None
    if isinstance(source, Runnable) or runnable is not None:
        _require_no_settings("prepare", settings_from(settings))
    if isinstance(source, Runnable):
        runnable = source
    elif runnable is not None:
        definition, seed, where = _stored(source)
        require_same_graph(definition, runnable, where)
        runnable = replace(runnable, seed=seed)
        checkpoint = checkpoint or attached_checkpoint(definition.attached, where)
    else:
        file = load(source, settings, trust=trust)
        runnable = runnable_of(file)
        where = file.document.file.partition(": ")[0]
        checkpoint = checkpoint or attached_checkpoint(file.attached, where)
    runnable = replaced(runnable, components or {})
    start = None if checkpoint is None else CheckpointStart(checkpoint, runnable, trust=trust)
    recorded = None if plans is None else recorded_plans(plans)
    return PreparedRun(runnable, execution=execution, start=start, plans=recorded)


def _stored(source: Source) -> tuple[Definition, int, str]:
    """The definition in a recording or checkpoint, its seed, and its place in errors."""
    if isinstance(source, Checkpoint):
        return source.definition, source.seed, source.where
    if isinstance(source, Recording):
        return recorded_definition(source), recorded_seed(source), str(source.path)
    if isinstance(source, str | Path) and is_recording(source):
        with Recording(recording_path(source)) as recording:
            return _stored(recording)
    raise InputError(
        "a runnable is given for something else than a recording or checkpoint",
        "prepare",
        "a recording or checkpoint of a graph that was made in Python",
        "leave out `runnable`",
    )


@checked_arguments
def modules_in(source: Recording | Checkpoint, *, planners: bool = True) -> list[str]:
    """Return the modules of others than Ghost that a run of the source would import, sorted.

    Without `planners` the recorded plans drive, and those of planners are not imported.
    """
    definition, _, where = _stored(source)
    start = attached_checkpoint(definition.attached, where)
    definitions = [definition] if start is None else [definition, start.definition]
    return sorted(
        {name for each in definitions for name in foreign_modules(each, planners=planners)}
    )


@checked_arguments
def run(
    source: Source | Runnable,
    settings: Settings = (),
    *,
    seed: int | None = None,
    execution: Execution | str = Execution.AUTO,
    keep_positions: bool = False,
    trust: bool = False,
) -> RunResult:
    """Prepare a source and run it once."""
    prepared = prepare(source, settings, execution=execution, trust=trust)
    return prepared.run(seed, keep_positions=keep_positions)
