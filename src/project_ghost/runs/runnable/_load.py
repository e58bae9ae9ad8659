"""Load what can be run: by name or path, or from the text that a recording carries."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import read_document
from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.scenario import ScenarioFile, load_scenario, parse_canonical, scenario_path

from ._runnable import Definition, DefinitionKind, Runnable
from ._scenario import scenario_runnable
from ._schedule import ScheduleFile, load_schedule, schedule_runnable, stored_schedule

__all__ = ["RunFile", "graph_in", "load_run_file", "runnable_of", "stored_run_file"]

# A file that can be run, with the place of each of its keys.
RunFile: TypeAlias = ScenarioFile | ScheduleFile

# Keys that only schedule files have, and keys that only scenarios have.
_OF_SCHEDULES = frozenset(("scheduler", "connections", "publications", "graphs", "stop_when"))
_OF_SCENARIOS = frozenset(("version", "actors", "populations"))


def load_run_file(name_or_path: str | Path, settings: Sequence[str] = ()) -> RunFile:
    """Load a built-in scenario by name, or a file, with settings as in `--set`."""
    path = scenario_path(name_or_path)
    keys = set(read_document(path).entries())
    if keys & _OF_SCHEDULES and not keys & _OF_SCENARIOS:
        return load_schedule(path, settings)
    return load_scenario(name_or_path, settings)


@checked_arguments
def stored_run_file(
    definition: Definition,
    settings: Sequence[str] = (),
    *,
    name: str,
    folders: Sequence[Path] | None = None,
) -> RunFile:
    """Return the file of a stored definition, with settings as in `--set`.

    The files that it names come from the definition; no other file is opened. Classes of others
    than Ghost are looked for in installed modules and in `folders`, if the user trusts the file
    (those of a scenario also in the current folder); with None it may not name any. `name` is
    that of the file in errors.
    """
    if definition.kind is DefinitionKind.GRAPH:
        raise InputError(
            "the run was made from a graph in Python, which the file only describes",
            name,
            "the same graph again",
            "reopen it from Python, with the argument `runnable`: docs/reopen.md",
        )
    if definition.kind is DefinitionKind.SCHEDULE:
        return stored_schedule(definition, settings, name=name, folders=folders)
    file = parse_canonical(definition.text, settings, name=name, attached=definition.attached)
    return replace(file, class_folders=None if folders is None else (Path(), *folders))


@checked_arguments
def graph_in(name_or_path: str | Path, settings: Sequence[str] = ()) -> Graph:
    """Return the graph of a scenario or schedule file; a schedule needs no duration for that."""
    file = load_run_file(name_or_path, settings)
    return file.graph() if isinstance(file, ScheduleFile) else runnable_of(file).graph


@checked_arguments
def runnable_of(file: RunFile) -> Runnable:
    """Return the graph of a file with all that is needed to run it."""
    if isinstance(file, ScheduleFile):
        return schedule_runnable(file)
    return scenario_runnable(file)
