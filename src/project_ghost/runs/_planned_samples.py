"""Short scenarios with a planner's car among recorded actors: every kind of closed loop.

No built-in scenario has a planner of its own; these say what machine code closed loops need.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from project_ghost.scenario import ScenarioFile, parse_scenario
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.maps import Lane, builtin_maps, read_map
from project_ghost.world.objects import ObjectKind, RecordedTrack

__all__ = ["planned_samples"]

_MAP = "motorway"
_TRACKS = "tracks.csv"
_SECONDS = 3
# The keys of the driver, of the car, and of the recorded actors; None for nobody.
_KINDS: tuple[tuple[dict[str, str], dict[str, str], dict[str, str] | None], ...] = (
    ({"controller": "lqr"}, {}, {"reacting": "replay"}),
    ({"controller": "lqr"}, {}, {"reacting": "idm"}),
    ({"controller": "lqr"}, {}, None),
    ({"controller": "perfect"}, {}, {"reacting": "replay"}),
    ({"controller": "tracker"}, {}, {"reacting": "idm"}),
    ({"controller": "tracker"}, {"model": "single_track"}, {"reacting": "replay"}),
    ({"controller": "log"}, {}, {"reacting": "replay"}),
)


def planned_samples() -> Iterator[ScenarioFile]:
    """A scenario for each controller, with recorded actors that repeat their tracks or react."""
    lanes = read_map(builtin_maps()[_MAP]).lanes
    lane = max((each for each in lanes if each.is_drivable), key=lambda each: each.length_m)
    recorded = [
        _track(lane, "ego", 20.0, ObjectKind.EGO),
        _track(lane, "7", 60.0, ObjectKind.VEHICLE),
        _track(lane, "9", 90.0, ObjectKind.BICYCLE),
    ]
    tracks = tracks_text(recorded)
    for driver, car, traffic in _KINDS:
        text = json.dumps(_scenario(lane, driver, car, traffic))
        yield replace(parse_scenario(text), attached={_TRACKS: tracks.encode()})


def _scenario(
    lane: Lane,
    driver: dict[str, str],
    car: dict[str, str],
    traffic: dict[str, str] | None,
) -> dict[str, Any]:
    expert = {"expert": {"file": _TRACKS, "track": "ego"}} if driver["controller"] == "log" else {}
    recorded = {"kind": "tracks", "file": _TRACKS, **(traffic or {})}
    return {
        "version": 1,
        "name": "planned-sample",
        "step": "100ms",
        "duration": f"{_SECONDS}s",
        "map": _MAP,
        "actors": {
            "ego": {
                "kind": "car",
                "start": {"lane": lane.id, "at_m": 20.0, "speed_mps": 10.0},
                "speed_mps": 10.0,
                "driver": {"kind": "planner", "planner": "simple", **driver, **expert},
                **car,
            }
        },
        "populations": {} if traffic is None else {"traffic": recorded},
        "on_collision": "ignore",
    }


def _track(lane: Lane, name: str, at_m: float, kind: ObjectKind) -> RecordedTrack:
    """A drive along a lane at 10 m/s."""
    stamps_ns = np.arange(10 * _SECONDS + 1, dtype=np.int64) * 100_000_000
    states = []
    for stamp_ns in stamps_ns.tolist():
        station_m = at_m + 10.0 * stamp_ns * 1e-9
        x_m, y_m, _ = lane.point_at(station_m)
        states.append([x_m, y_m, lane.heading_at(station_m), 10.0, 0.0])
    return RecordedTrack(name, kind, 4.5, 1.8, stamps_ns, np.array(states))
