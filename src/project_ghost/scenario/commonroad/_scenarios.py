"""A scenario for each planning problem of a CommonRoad file."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.scenario.drivers.planner import GoalState
from project_ghost.scenario.file._load import ScenarioFile, parse_scenario
from project_ghost.scenario.file.ranges import RAD_PER_DEGREE
from project_ghost.scenario.tracks import tracks_text

from ._problems import PlanningProblem
from ._read import CommonRoadFile, read_commonroad

__all__ = ["commonroad_scenarios", "commonroad_text"]

# The ego is vehicle 2 of the CommonRoad vehicle models.
_LENGTH_M, _WIDTH_M = 4.508, 1.61
_STEP_NS = 10_000_000
# Of a problem whose goals have no time, in a file without traffic.
_DURATION_NS = 10_000_000_000


def commonroad_scenarios(
    path: Path | str,
    *,
    planner: str = "simple",
    controller: str = "lqr",
    options: Mapping[str, Any] | None = None,
    traffic: Mapping[str, Any] | None = None,
    settings: Sequence[str] = (),
    data: bytes | None = None,
) -> tuple[ScenarioFile, ...]:
    """A scenario for each planning problem of a CommonRoad file, in file order.

    `planner`, `controller` and `options` are keys of the ego's driver, `traffic` those of the
    population of recorded actors, `settings` are `path=value` as in `load_scenario`. With `data`,
    the file's content, the file is not opened.
    """
    path = Path(path)
    content = _content(path) if data is None else data
    file = read_commonroad(path, content)
    result = []
    for problem in file.problems:
        driver = {"planner": planner, "controller": controller, "options": dict(options or {})}
        text = commonroad_text(file, problem, path.name, driver=driver, traffic=traffic)
        scenario = parse_scenario(text, settings, path.parent)
        attached = {path.name: content}
        if problem.start_ns:
            attached[_tracks_name(path.name)] = _shifted_tracks(file, problem.start_ns)
        result.append(replace(scenario, attached=attached))
    return tuple(result)


def commonroad_text(
    file: CommonRoadFile,
    problem: PlanningProblem,
    name: str,
    *,
    driver: Mapping[str, Any] | None = None,
    traffic: Mapping[str, Any] | None = None,
) -> str:
    """The text of a scenario file for a problem; `name` is that of the CommonRoad file."""
    tracks_name = name if problem.start_ns == 0 else _tracks_name(name)
    about = f"planning problem {problem.id} of CommonRoad's {file.name}"
    scenario: dict[str, Any] = {
        "version": 1,
        "name": _scenario_name(file, problem),
        "description": "; ".join([about, *file.warnings]),
        "step": f"{_step_ns(file.period_ns)}ns",
        "duration": f"{_duration_ns(file, problem)}ns",
        "map": name,
        # Recorded actors cannot be pushed, so contacts are only noted, with the plans.
        "on_collision": "ignore",
        "contacts_every": f"{file.period_ns}ns",
        "recording": {"pose": f"{file.period_ns}ns"},
        "actors": {
            "ego": {
                "kind": "car",
                "start": {
                    "x_m": problem.x_m,
                    "y_m": problem.y_m,
                    "yaw_deg": problem.yaw_rad / RAD_PER_DEGREE,
                    "speed_mps": problem.speed_mps,
                },
                "speed_mps": problem.speed_mps,
                "size": {"length_m": _LENGTH_M, "width_m": _WIDTH_M},
                "driver": {
                    "kind": "planner",
                    "period": f"{file.period_ns}ns",
                    "goal": [_goal(each) for each in problem.goal],
                    **(driver or {}),
                },
            }
        },
    }
    if file.tracks:
        population = {"kind": "tracks", "file": tracks_name, **(traffic or {})}
        scenario["populations"] = {"traffic": population}
    return _yaml(scenario)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"the file cannot be read: {error.strerror}",
            str(path),
            "a CommonRoad file",
            "check the path",
        ) from None


def _tracks_name(name: str) -> str:
    return f"{Path(name).stem}-tracks.csv"


def _shifted_tracks(file: CommonRoadFile, start_ns: int) -> bytes:
    """The tracks from a time on, which becomes time 0."""
    shifted = []
    for track in file.tracks:
        kept = track.stamps_ns >= start_ns
        if kept.any():
            stamps_ns = track.stamps_ns[kept] - start_ns
            shifted.append(replace(track, stamps_ns=stamps_ns, states=track.states[kept]))
    return tracks_text(shifted).encode()


def _scenario_name(file: CommonRoadFile, problem: PlanningProblem) -> str:
    name = f"{file.name}-{problem.id}" if len(file.problems) > 1 else file.name
    return "-".join(re.findall(r"[a-z0-9]+", name.lower())) or "commonroad"


def _step_ns(period_ns: int) -> int:
    """The longest step up to 10 ms of which a period is a multiple."""
    for count in range(max(1, -(-period_ns // _STEP_NS)), 10_000):
        if period_ns % count == 0:
            return period_ns // count
    return period_ns


def _duration_ns(file: CommonRoadFile, problem: PlanningProblem) -> int:
    """Up to the end of the last goal's time, else to the last recorded state."""
    ends = [goal.time[1] for goal in problem.goal if goal.time is not None]
    if not ends:
        lasts = [int(e.stamps_ns[-1]) for e in file.tracks if len(e.stamps_ns) > 2]
        ends = [max(lasts, default=_DURATION_NS) - problem.start_ns]
    return max(file.period_ns, *ends)


def _goal(goal: GoalState) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    if goal.time is not None:
        keys["time"] = [f"{each}ns" for each in goal.time]
    if goal.region:
        keys["region"] = [[list(corner) for corner in outline] for outline in goal.region]
    if goal.lanes:
        keys["lanes"] = list(goal.lanes)
    if goal.yaw_rad is not None:
        keys["yaw_rad"] = list(goal.yaw_rad)
    if goal.speed_mps is not None:
        keys["speed_mps"] = list(goal.speed_mps)
    return keys


def _yaml(document: Mapping[str, Any]) -> str:
    """The document as YAML: a line for each key of the first two levels, JSON below them."""
    lines = []
    for key, value in document.items():
        if not isinstance(value, dict):
            lines.append(f"{key}: {json.dumps(value)}")
            continue
        lines.append(f"{key}:")
        for name, section in value.items():
            if not isinstance(section, dict):
                lines.append(f"  {name}: {json.dumps(section)}")
                continue
            lines.append(f"  {name}:")
            lines += [f"    {each}: {json.dumps(content)}" for each, content in section.items()]
    return "\n".join(lines) + "\n"
