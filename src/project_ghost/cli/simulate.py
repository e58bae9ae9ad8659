"""Let planners drive scenarios, and judge how they drive.

Each scenario is run with each planner and recorded; metrics judge the runs. A scenario is a
built-in one, a scenario file, a CommonRoad file (a run for each of its planning problems), or a
folder of such files. One without a planner's car gets a planner for its first car. A planner is
a built-in one (simple, idm, ...), `package.module:Class`, or `file.py:Class`. A run that fails
scores 0, and leaves failed.ghost, the moment before, beside its recording. Exit code 1 if one has
failed, or misses a requirement.

The folder receives the recordings, and the tables metrics, scores and runner_report (Parquet, or
CSV without pyarrow).

  ghost simulate --scenario urban-crossing --planner mine.py:Mine
  ghost simulate --scenario recorded/ --planner idm --challenge reactive --jobs 2
  ghost simulate --scenario a.xml --planner idm --require goal_reached --require "score>=0.8"
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from project_ghost.closed_loop.challenges import CHALLENGES, NUPLAN_CHALLENGES, OBSERVATIONS
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted, did_you_mean

from ._class_flags import (
    POLICY_FLAG,
    check_policy_flags,
    class_of,
    controller_of,
    policy_keys,
    require_recorded_actors,
)
from ._exit_codes import DIFFERENT, INTERRUPTED, OK
from ._run_flags import add_execution
from .terminal._output import add_written, put_document

if TYPE_CHECKING:
    from project_ghost.batch import Simulated, SimulationTask
    from project_ghost.closed_loop.metrics import Requirement
    from project_ghost.scenario import ScenarioFile

_SHOWN_MAX = 40
_REMARK_MAX = 300


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("--scenario", nargs="+", required=True, metavar="SCENARIO",
        help="built-in scenarios, scenario files, CommonRoad files, folders of them")  # fmt: skip
    add("--planner", nargs="+", required=True, metavar="FILE.py:CLASS",
        help="planners: a built-in one, package.module:Class, or file.py:Class")  # fmt: skip
    add("--option", dest="options", action="append", default=[], metavar="KEY=VALUE",
        help="an option of the planners, such as max_velocity=12; may be repeated")  # fmt: skip
    add("--controller", metavar="FILE.py:CLASS",
        help="how the car drives a plan: lqr, tracker, perfect, log, or a class of yours, "
             "FILE.py:CLASS (default: that of the scenario, else lqr)")  # fmt: skip
    add("--observation", nargs="+", choices=list(OBSERVATIONS), metavar="WHO",
        help="what recorded actors do: tracks, as recorded; idm, vehicles react; pedestrians, "
             "people react; policy, a class of yours moves vehicles (default: as the scenario "
             "says)")  # fmt: skip
    add("--policy", metavar="FILE.py:CLASS",
        help="the class of yours that moves recorded vehicles, with --observation "
             "policy")  # fmt: skip
    add("--challenge", choices=list(CHALLENGES),
        type=lambda name: NUPLAN_CHALLENGES.get(name, name),
        help="controller and observation of a challenge of nuPlan's, also by its name "
             "there")  # fmt: skip
    add("--period", metavar="TIME", help="the time between two plans (default: of the scenario)")
    add("--duration", metavar="TIME", help="change the duration, such as 5s")
    add("--filter", dest="patterns", action="append", default=[], metavar="PATTERN",
        help="only scenarios with a name like this, such as 'USA_*'; may be repeated")  # fmt: skip
    add("--scenario-filter", type=Path, metavar="FILE",
        help="only scenarios that a ScenarioFilter of nuPlan's chooses, in YAML")  # fmt: skip
    add("--limit", type=int, metavar="N", help="at most so many scenarios")
    add("--seed", metavar="N", help="change the seed")
    add("--jobs", type=int, default=1, metavar="N", help="number of parallel runs [1]")
    add("--no-record", action="store_true", help="write tables only, no recordings")
    add("--require", dest="requirements", action="append", default=[], metavar="METRIC>=N",
        help="exit code 1 if a run misses it: goal_reached, 'score>=0.8'; may be "
             "repeated")  # fmt: skip
    add("--exit-on-failure", action="store_true", help="end with the first run that fails")
    add("--nuplan-names", action="store_true",
        help="let planners import from nuplan.*, where nuPlan is not installed")  # fmt: skip
    add_execution(parser)
    add("--force", action="store_true", help="overwrite results in that folder")
    add_written(parser, "DIR", "the folder of results (default: a new one under runs/)")


def run(arguments: argparse.Namespace) -> int:
    """Simulate, write the tables, print the scores."""
    _check_flags(arguments)
    from project_ghost.batch import InProcess, ProcessPool, simulate
    from project_ghost.closed_loop.metrics import Requirement
    from project_ghost.closed_loop.runner import AggregationCallback
    from project_ghost.runs import new_run_folder

    required = {text: Requirement.parse(text, "--require") for text in arguments.requirements}
    if arguments.nuplan_names:
        from project_ghost.closed_loop import nuplan_names

        nuplan_names.install()
    tasks = _tasks(arguments)
    folder: Path = arguments.output or new_run_folder(None, "simulations")
    _require_no_results(folder, force=arguments.force)
    tables = AggregationCallback(folder)
    tables.on_run_simulation_start()
    tasks = _placed(tasks, None if arguments.no_record else folder)
    executor = InProcess() if arguments.jobs == 1 else ProcessPool(arguments.jobs)
    results: list[Simulated] = []
    is_interrupted = False
    try:
        with _bar(len(tasks)) as advance:
            for result in simulate(tasks, executor):
                results.append(result)
                advance(result)
                if arguments.exit_on_failure and not result.report.succeeded:
                    break
    except KeyboardInterrupt:
        is_interrupted = True
        done = f"{len(results)} of {counted(len(tasks), 'run')}"
        print(f"ghost simulate: interrupted; the results have {done}", file=sys.stderr)
    tables.on_run_simulation_end([each.report for each in results])
    if arguments.json:
        put_document(_document(results, required, folder))
    else:
        _show(results, required, folder, tables.files)
    if is_interrupted:
        return INTERRUPTED
    is_good = all(each.report.succeeded and not _missed(each, required) for each in results)
    return OK if is_good else DIFFERENT


def _check_flags(arguments: argparse.Namespace) -> None:
    if arguments.jobs < 1:
        raise InputError(f"--jobs is {arguments.jobs}", "--jobs", "1 or more")
    if arguments.limit is not None and arguments.limit < 1:
        raise InputError(f"--limit is {arguments.limit}", "--limit", "1 or more")
    if arguments.challenge is not None and (arguments.controller or arguments.observation):
        raise InputError(
            f"--challenge {arguments.challenge} has a controller and an observation",
            "--challenge",
            "one of --challenge, and --controller with --observation",
            "leave out --challenge",
        )
    given = arguments.observation or ()
    if len(given) > 1 and ("tracks" in given or {"idm", "policy"} <= {*given}):
        raise InputError(
            f"--observation is {' '.join(given)}",
            "--observation",
            "tracks alone; or one of idm and policy, and pedestrians",
            "leave one out",
        )
    check_policy_flags(given, arguments.policy)


def _require_no_results(folder: Path, *, force: bool) -> None:
    found = sorted(path.name for path in folder.glob("scores.*"))
    if found and not force:
        raise InputError(
            f"{folder} already contains results: {', '.join(found)}",
            str(folder),
            "a folder without results",
            "choose another with -o, or overwrite them with --force",
        )


def _tasks(arguments: argparse.Namespace) -> "list[SimulationTask]":
    """A task for each scenario and planner."""
    from project_ghost.batch import SimulationTask
    from project_ghost.closed_loop.planner import planner_class
    from project_ghost.closed_loop.scenario import planned_file

    for planner in arguments.planner:
        planner_class(planner)  # a mistake shows before the first run
    driver, traffic, is_open_loop = _keys(arguments)
    files, folders = _files(arguments), [Path.cwd()]
    if arguments.policy is not None:
        policy = class_of(arguments.policy, POLICY_FLAG)
        require_recorded_actors(files)
        traffic, folders = {**traffic, **policy_keys(policy)}, [*policy.folders, *folders]
    if arguments.controller is not None:
        controller = controller_of(arguments.controller)
        driver["controller"], folders = controller.type, [*controller.folders, *folders]
    tasks = [
        SimulationTask(
            planned_file(_with_folders(file, folders), {"planner": planner, **driver}, traffic),
            planner,
            is_open_loop=is_open_loop,
            execution=arguments.execution,
            nuplan_names=arguments.nuplan_names,
        )
        for planner in arguments.planner
        for file in files
    ]
    _check_own_options(tasks)
    return tasks


def _check_own_options(tasks: "Sequence[SimulationTask]") -> None:
    """Refuse options in a scenario file that its planner does not take."""
    from project_ghost.closed_loop.planner import check_options
    from project_ghost.scenario.drivers.planner import PlannerDriver

    checked = set()
    for task in tasks:
        for actor in task.file.spec.actors.values():
            driver = getattr(actor, "driver", None)
            if not isinstance(driver, PlannerDriver):
                continue
            key = driver.planner, json.dumps(driver.options, sort_keys=True)
            if key not in checked:
                checked.add(key)
                check_options(driver.planner, task.file.class_folders or (), driver.options)


def _with_folders(file: "ScenarioFile", folders: Sequence[Path]) -> "ScenarioFile":
    """The file with more folders of classes; in the current one a rerun looks for them too."""
    return replace(file, class_folders=(*(file.class_folders or ()), *folders))


def _keys(arguments: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any], bool]:
    """The keys of the driver and of recorded actors, and whether the loop is open."""
    controller, is_open_loop = arguments.controller, False
    traffic: dict[str, Any] = {}
    for name in arguments.observation or ():
        traffic |= OBSERVATIONS[name]
    if arguments.challenge is not None:
        controller, traffic["reacting"], is_open_loop = CHALLENGES[arguments.challenge]
    driver: dict[str, Any] = {}
    if controller is not None:
        driver["controller"] = controller
    if arguments.period is not None:
        driver["period"] = arguments.period
    options = dict(_option(text) for text in arguments.options)
    if options:
        driver["options"] = options
    return driver, traffic, is_open_loop


def _option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise InputError(
            f"{text!r} is not an option", "--option", "a name and a value: max_velocity=12"
        )
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _files(arguments: argparse.Namespace) -> "list[ScenarioFile]":
    """The scenarios that are asked for, in order."""
    from project_ghost.closed_loop.scenario import scenario_files

    settings = [
        f"--{key}={value}"
        for key in ("seed", "duration")
        if (value := getattr(arguments, key)) is not None
    ]
    files = [
        file for name in arguments.scenario for file in scenario_files(name, settings, _note_empty)
    ]
    patterns = arguments.patterns
    chosen = [
        file
        for file in files
        if not patterns or any(fnmatchcase(file.name, pattern) for pattern in patterns)
    ]
    if not chosen:
        names = [file.name for file in files]
        raise InputError(
            "No scenarios found to simulate!",
            "--filter" if files else "--scenario",
            f"a pattern that fits one of {', '.join(names[:8])}" if names else "scenarios",
            f"correct the pattern{did_you_mean(patterns[0], names)}" if patterns else "",
        )
    if arguments.scenario_filter is not None:
        chosen = _filtered(chosen, arguments.scenario_filter)
    return chosen[: arguments.limit]


def _filtered(files: "Sequence[ScenarioFile]", path: Path) -> "list[ScenarioFile]":
    """The scenarios that a ScenarioFilter chooses."""
    from project_ghost.closed_loop.scenario import AssembledScenario, ScenarioFilter, planned_file

    chooser = ScenarioFilter.from_file(path)
    by_id = {}
    for file in files:
        # Which planner drives is not known here, and no filter asks for it.
        scenario = AssembledScenario.from_file(planned_file(file, {"planner": "simple"}))
        by_id[id(scenario)] = scenario, file
    chosen = chooser.chosen(scenario for scenario, _ in by_id.values())
    if not chosen:
        raise InputError(
            "No scenarios found to simulate!",
            "--scenario-filter",
            f"a filter that one of {len(files)} scenarios passes",
            f"change {path}",
        )
    return [by_id[id(scenario)][1] for scenario in chosen]


def _note_empty(path: Path) -> None:
    print(f"ghost simulate: note: {path} has no planning problem; left out", file=sys.stderr)


def _placed(tasks: "list[SimulationTask]", folder: Path | None) -> "list[SimulationTask]":
    """The tasks with folders of their own below the folder: planner, then scenario."""
    if folder is None:
        return tasks
    used: dict[Path, int] = {}
    placed = []
    for task in tasks:
        label = "".join(c if c.isalnum() or c in "-_." else "_" for c in task.planner)
        place = folder / label / task.file.name
        used[place] = used.get(place, 0) + 1
        if used[place] > 1:
            place = place.with_name(f"{place.name}-{used[place]}")
        placed.append(replace(task, folder=place))
    return placed


@contextmanager
def _bar(total: int) -> "Iterator[Any]":
    """Show how many simulations are done and how many failed, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from .terminal._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("simulating", total=total)
        failed = 0

        def advance(result: "Simulated") -> None:
            nonlocal failed
            failed += not result.report.succeeded
            note = f", {failed} failed" if failed else ""
            bar.update(task, advance=1, description=f"{result.report.scenario_name}{note}")

        yield advance


def _missed(result: "Simulated", required: "Mapping[str, Requirement]") -> list[str]:
    """The requirements that a run misses; one that failed misses all."""
    report = result.report
    score = report.metrics if report.succeeded else None
    return [text for text, each in required.items() if not each.is_met(score)]


def _show(
    results: "Sequence[Simulated]",
    required: "Mapping[str, Requirement]",
    folder: Path,
    files: Sequence[Path],
) -> None:
    from rich.markup import escape

    from .terminal._console import console
    from .terminal._recordings import table

    output = console()
    numbers = ("score", "steps", "steps/s")
    shown = table(None, "planner", "scenario", *numbers, "remarks", right=numbers)
    missed = {id(each): _missed(each, required) for each in results}
    ordered = sorted(
        results,
        key=lambda each: (each.report.succeeded, not missed[id(each)], each.report.score),
    )
    for each in ordered[:_SHOWN_MAX]:
        report = each.report
        score = f"{report.score:.3f}"
        shown.add_row(
            escape(report.planner_name),
            escape(report.scenario_name),
            score if report.succeeded else f"[bold red]{score}[/]",
            f"{each.iterations:,}",
            f"{each.steps_per_s:,.0f}",
            escape(_remarks(each, missed[id(each)])),
        )
    output.print(shown)
    if len(ordered) > _SHOWN_MAX:
        output.print(f"and {len(ordered) - _SHOWN_MAX} more, with better scores")
    for planner in dict.fromkeys(each.report.planner_name for each in results):
        own = [each.report for each in results if each.report.planner_name == planner]
        failed = sum(not each.succeeded for each in own)
        mean = sum(each.score for each in own) / len(own)
        note = f", [bold red]{failed} failed[/]" if failed else ""
        output.print(f"{escape(planner)}: {mean:.4f}, {counted(len(own), 'scenario')}{note}")
    for text in required:
        count = sum(text in each for each in missed.values())
        verdict = f"[bold red]missed by {count} of {len(results)}[/]" if count else "met by all"
        output.print(f"required {escape(text)}: {verdict}")
    output.print(f"written: {folder}: {', '.join(path.name for path in files)}")


def _remarks(result: "Simulated", missed: Sequence[str]) -> str:
    """Why it failed, or what it misses, or which metrics cost it most."""
    report = result.report
    if not report.succeeded:
        lines = (report.error_message or "failed").strip().splitlines()
        return "\n".join(filter(None, (f"failed: {lines[0][:_REMARK_MAX]}", report.checkpoint)))
    if missed:
        return f"misses {', '.join(missed)}"
    if report.metrics is None:
        return ""
    low = [
        name
        for name, each in report.metrics.results.items()
        if each.score is not None and each.score < 0.5
    ]
    return ", ".join(low[:3])


def _document(
    results: "Sequence[Simulated]", required: "Mapping[str, Requirement]", folder: Path
) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "simulations": [
            {
                "checkpoint": each.report.checkpoint,
                "digest": each.digest,
                "error": each.report.error_message,
                "iterations": each.iterations,
                "metrics": {}
                if each.report.metrics is None
                else {name: one.score for name, one in each.report.metrics.results.items()},
                "missed": _missed(each, required),
                "planner": each.report.planner_name,
                "scenario": each.report.scenario_name,
                "score": each.report.score,
                "succeeded": each.report.succeeded,
            }
            for each in results
        ],
    }
