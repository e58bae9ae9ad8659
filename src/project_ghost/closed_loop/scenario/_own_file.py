"""A scenario of the user's own data as a scenario file, which the engine runs."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.core.dmath import cos, sin
from project_ghost.models.plans import EGO_VX, EGO_X, EGO_Y, EGO_YAW
from project_ghost.scenario import ScenarioFile, parse_canonical
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.maps import native_text
from project_ghost.world.objects import TRACK_YAW, RecordedTrack

from ._lights import recorded_phases
from ._resampling import even_times_ns, interpolated, require_rising

if TYPE_CHECKING:
    from ._abstract import AbstractScenario

__all__ = ["EGO", "own_scenario_file"]

EGO = "ego"
_TRAFFIC = "traffic"
_DEGREES_PER_RAD = 57.29577951308232
_DECIMALS = 6
_ITERATIONS_MIN = 3
_FINE_STEP_NS = 10_000_000


def own_scenario_file(
    scenario: "AbstractScenario", driver: Mapping[str, Any], traffic: Mapping[str, Any]
) -> ScenarioFile:
    """The file of a scenario; `driver` and `traffic` are keys of its ego and of its tracks."""
    period_ns, iterations = scenario.period_ns, scenario.get_number_of_iterations()
    if iterations < _ITERATIONS_MIN:
        raise ClosedLoopValueError(
            f"the scenario has {iterations} iterations",
            scenario.scenario_name,
            f"{_ITERATIONS_MIN} iterations or more, one every {period_ns:_} ns",
            "give a longer expert or longer tracks, or define get_number_of_iterations",
        )
    attached: dict[str, bytes] = {}
    document: dict[str, Any] = {
        "version": 1,
        "name": file_name_of(scenario.scenario_name),
        "step": _step_ns(period_ns, {**driver, **traffic}),
        "duration": (iterations - 2) * period_ns,
        "recording": {"pose": period_ns},
        "actors": [{"name": EGO, **_ego(scenario, {**_expert(scenario, attached), **driver})}],
    }
    if scenario.road_map is not None:
        attached["map.yaml"] = native_text(scenario.road_map, _DECIMALS).encode()
        document["map"] = "map.yaml"
        document["lights"] = [
            {"name": light, **_light(changes)} for light, changes in scenario.lights.items()
        ]
    tracks = _from_start(scenario.tracks, period_ns)
    if tracks:
        attached["tracks.csv"] = tracks_text(tracks).encode()
        document["populations"] = [
            {"name": _TRAFFIC, "kind": "tracks", "file": "tracks.csv", **traffic}
        ]
    return parse_canonical(json.dumps(document), name=scenario.scenario_name, attached=attached)


def file_name_of(name: str) -> str:
    """A name as scenario files have them: small letters, digits and single hyphens."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)
    return "-".join(word.lower() for word in words) or "scenario"


def _step_ns(period_ns: int, keys: Mapping[str, Any]) -> int:
    """The step of the engine: finer than the period where it moves vehicles by their models."""
    has_models = keys.get("controller") == "tracker" or keys.get("reacting") == "idm"
    return gcd(period_ns, _FINE_STEP_NS) if has_models else period_ns


def _ego(scenario: "AbstractScenario", driver: Mapping[str, Any]) -> dict[str, Any]:
    vehicle = scenario.ego_vehicle_parameters
    row = scenario.ego.at(np.array([0]))[0].tolist()
    ahead_m = vehicle.rear_axle_to_center  # a file has the place of the centre
    return {
        "kind": "car",
        "start": {
            "x_m": row[EGO_X] + ahead_m * cos(row[EGO_YAW]),
            "y_m": row[EGO_Y] + ahead_m * sin(row[EGO_YAW]),
            "yaw_deg": row[EGO_YAW] * _DEGREES_PER_RAD,
            "speed_mps": max(0.0, row[EGO_VX]),
        },
        "speed_mps": max(0.0, row[EGO_VX]),
        "size": {
            "length_m": vehicle.length,
            "width_m": vehicle.width,
            "wheelbase_m": vehicle.wheel_base,
            "rear_axle_m": ahead_m,
        },
        "driver": {
            "kind": "planner",
            "planner": "simple",
            "period": scenario.period_ns,
            **driver,
        },
    }


def _expert(scenario: "AbstractScenario", attached: dict[str, bytes]) -> dict[str, Any]:
    """The key of the recorded drive, if there is one."""
    if not scenario.ego.has_expert:
        return {}
    drive = scenario.ego.resampled(scenario.period_ns)
    track = drive.as_track(EGO, scenario.ego_vehicle_parameters)
    attached["expert.csv"] = tracks_text([track]).encode()
    return {"expert": {"file": "expert.csv", "track": EGO}}


def _light(changes: Sequence[tuple[int, str]]) -> dict[str, Any]:
    phases = [
        {"state": phase.shows[0], "duration": phase.duration_ns}
        for phase in recorded_phases(changes)
    ]
    return {"phases": phases, "offset": changes[0][0]}


def _from_start(tracks: Sequence[RecordedTrack], period_ns: int) -> list[RecordedTrack]:
    """The tracks from time 0 on, at multiples of the period; those that end before are left out."""
    kept = []
    for track in tracks:
        require_rising(track.stamps_ns, f"track {track.name}")
        times_ns = even_times_ns(track.stamps_ns, period_ns)
        times_ns = times_ns[times_ns >= 0]
        if len(times_ns):
            states = interpolated(track.stamps_ns, track.states, times_ns, (TRACK_YAW,))
            kept.append(replace(track, stamps_ns=times_ns, states=states))
    return kept
