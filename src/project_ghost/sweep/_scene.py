"""Scenes: a scenario with its planner, as a worker gets it, and all that determines its runs."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from project_ghost import __version__
from project_ghost.closed_loop.challenges import CHALLENGES, OBSERVATIONS
from project_ghost.core.errors import GhostError, InputError
from project_ghost.runs import (
    Definition,
    DefinitionKind,
    RunFile,
    ScheduleFile,
    code_of,
    load,
    runnable_of,
    settings_from,
    source_digest,
    stored_run_file,
)
from project_ghost.scenario import ScenarioFile, builtin_names
from project_ghost.scenario.drivers.planner import PlannerDriver
from project_ghost.telemetry import RECORDING_NAME

from .file._sweep import PlannerChoice, Sweep

if TYPE_CHECKING:
    from project_ghost.runs import Runnable

__all__ = ["Scene", "scene_from", "scenes_of"]


@final
@dataclass(frozen=True)
class Scene:
    """What all runs of one scenario with one planner share. Its `key` covers all of that.

    The definition holds the files that the scenario names, so a worker opens none of them. Classes
    of the user's are imported from `folders`, or where Python finds them. Scenes with the same
    `code` need the same machine code; it is empty where that is not known.
    """

    key: str
    scenario: str
    planner: str | None
    definition: Definition
    folders: tuple[str, ...] = ()
    is_planned: bool = False
    is_open_loop: bool = False
    nuplan_names: bool = False
    scenario_type: str = ""
    code: str = ""

    def file(self, settings: tuple[str, ...]) -> RunFile:
        """The file with settings as in `--set`."""
        folders = [Path(each) for each in self.folders if Path(each).is_dir()]
        return stored_run_file(self.definition, settings, name=self.scenario, folders=folders)

    def is_unchanged(self) -> bool:
        """Whether a run here is made of what the key covers: the same code of the same version."""
        file = self.file(())
        found = _key(runnable_of(file), _drivers(file), is_open_loop=self.is_open_loop)
        return found == self.key

    def document(self) -> dict[str, Any]:
        """The scene as JSON, from which `scene_from` makes it again."""
        attached = {
            name: base64.b64encode(data).decode() for name, data in self.definition.attached.items()
        }
        return {
            "attached": attached,
            "is_open_loop": self.is_open_loop,
            "is_planned": self.is_planned,
            "key": self.key,
            "kind": str(self.definition.kind),
            "nuplan_names": self.nuplan_names,
            "planner": self.planner,
            "scenario": self.scenario,
            "scenario_type": self.scenario_type,
            "text": self.definition.text,
        }


def scene_from(document: Mapping[str, Any], folders: tuple[str, ...] = ()) -> Scene:
    """Return the scene of a stored document."""
    attached = {name: base64.b64decode(text) for name, text in document["attached"].items()}
    return Scene(
        document["key"],
        document["scenario"],
        document["planner"],
        Definition(DefinitionKind(document["kind"]), document["text"], attached),
        folders,
        document["is_planned"],
        document["is_open_loop"],
        document["nuplan_names"],
        document["scenario_type"],
    )


def scenes_of(sweep: Sweep) -> list[Scene]:
    """Return the scenes of a sweep: its scenarios, each with each of its planners."""
    if sweep.nuplan_names:
        from project_ghost.closed_loop import nuplan_names

        nuplan_names.install()
    folders = (sweep.folder, Path.cwd())
    if not sweep.planners:
        return [_scene(file, None, sweep) for file in _files(sweep)]
    from project_ghost.closed_loop.planner import check_options, planner_class

    for planner in sweep.planners:  # mistakes show before the first run
        with _at(sweep, f"planners, {planner.name}"):
            planner_class(planner.planner, folders)
            check_options(planner.planner, folders, planner.options)
    return [
        _scene(_planned(file, planner, sweep), planner, sweep)
        for file in _files(sweep)
        for planner in sweep.planners
    ]


def _files(sweep: Sweep) -> Iterator[RunFile]:
    """The files of the scenarios, with the settings of all runs."""
    from project_ghost.closed_loop.scenario import scenario_files

    settings = settings_from(sweep.settings)
    for name in sweep.scenarios:
        beside = sweep.folder / name
        place = name if name in builtin_names() or not beside.exists() else str(beside)
        with _at(sweep, f"scenarios, {name}"):
            if Path(place).suffix.lower() == ".xml" or _is_folder_of_files(place):
                files: list[RunFile] = list(scenario_files(place, settings))
            else:
                files = [load(place, settings)]
        if not files:
            raise InputError(
                "there is no scenario in this folder",
                f"{sweep.source}: scenarios, {name}",
                "files of scenarios: .yaml or .xml",
                "correct the path",
            )
        folders = (sweep.folder, Path.cwd())
        for file in files:
            if isinstance(file, ScenarioFile):
                yield replace(file, class_folders=(*(file.class_folders or ()), *folders))
            else:
                yield file


def _is_folder_of_files(place: str) -> bool:
    """Whether a place is a folder of scenarios, not that of a run."""
    return (
        place not in builtin_names()
        and Path(place).is_dir()
        and not (Path(place) / RECORDING_NAME).exists()
    )


def _planned(file: RunFile, planner: PlannerChoice, sweep: Sweep) -> ScenarioFile:
    """The file with the planner in its car."""
    from project_ghost.closed_loop.scenario import planned_file

    if isinstance(file, ScheduleFile):
        raise InputError(
            f"{file.name} is a schedule, and planners drive cars of scenarios",
            f"{sweep.source}: scenarios",
            "scenarios only, where there are planners",
            "sweep the schedule in a file of its own",
        )
    driver: dict[str, Any] = {"planner": planner.planner}
    traffic: dict[str, Any] = {}
    controller = sweep.controller
    if sweep.challenge is not None:
        controller, traffic["reacting"], _ = CHALLENGES[sweep.challenge]
    elif sweep.observation is not None:
        traffic |= OBSERVATIONS[sweep.observation]
    if controller is not None:
        driver["controller"] = controller
    if sweep.period is not None:
        driver["period"] = sweep.period
    if planner.options:
        driver["options"] = dict(planner.options)
    return planned_file(file, driver, traffic)


def _scene(file: RunFile, planner: PlannerChoice | None, sweep: Sweep) -> Scene:
    runnable = runnable_of(file)
    drivers = _drivers(file)
    name = planner.name if planner is not None else next((d.planner for d in drivers), None)
    is_open_loop = sweep.challenge is not None and CHALLENGES[sweep.challenge].is_open_loop
    return Scene(
        _key(runnable, drivers, is_open_loop=is_open_loop),
        file.name,
        name,
        runnable.definition,
        tuple(dict.fromkeys(str(each.resolve()) for each in runnable.code_folders)),
        bool(drivers),
        is_open_loop,
        sweep.nuplan_names,
        _type_of(runnable),
        _code(file, runnable),
    )


def _code(file: RunFile, runnable: "Runnable") -> str:
    """The hash of what is compiled: the classes of a scenario, or the whole of a schedule."""
    if isinstance(file, ScheduleFile):
        return runnable.definition.sha256
    classes = json.dumps(code_of(runnable.graph).classes)
    return hashlib.sha256(classes.encode()).hexdigest()


def _type_of(runnable: "Runnable") -> str:
    """The type of a scenario with a planner, if it has one; else its name."""
    scene = runnable.scene
    if scene is None or not scene.planners:
        return runnable.name
    from project_ghost.closed_loop.scenario import AssembledScenario

    found = AssembledScenario(scene, next(iter(scene.planners))).scenario_type
    return runnable.name if found == "unknown" else found


def _drivers(file: RunFile) -> list[PlannerDriver]:
    if isinstance(file, ScheduleFile):
        return []
    found = (getattr(actor, "driver", None) for actor in file.spec.actors.values())
    return [driver for driver in found if isinstance(driver, PlannerDriver)]


def _key(runnable: "Runnable", drivers: list[PlannerDriver], *, is_open_loop: bool) -> str:
    """The hash of all that determines the runs beside seed and parameters."""
    from project_ghost.closed_loop.planner import planner_class

    definition = runnable.definition
    planners = {
        driver.planner: source_digest(planner_class(driver.planner, runnable.code_folders))
        for driver in drivers
    }
    parts = {
        "attached": {
            name: hashlib.sha256(data).hexdigest() for name, data in definition.attached.items()
        },
        "classes": code_of(runnable.graph).classes,
        "definition": definition.sha256,
        "ghost": __version__,
        "is_open_loop": is_open_loop,
        "planners": planners,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


class _at:  # noqa: N801 - reads as a word where it is used
    """Add the place in the sweep's file to an error that does not know it."""

    def __init__(self, sweep: Sweep, key: str) -> None:
        self._where = f"{sweep.source}: {key}"

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Change the place of the error."""
        if isinstance(error, GhostError) and self._where not in error.where:
            where = f"{self._where}: {error.where}" if error.where else self._where
            raise type(error)(error.what, where, error.expected, error.fix) from error.__cause__
