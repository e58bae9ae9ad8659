"""Read a CommonRoad file: map, recorded obstacles, planning problems."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.world.maps import RoadMap, read_map, within_reach
from project_ghost.world.maps.commonroad import map_of, open_commonroad
from project_ghost.world.objects import RecordedTrack

from ._obstacles import read_obstacles
from ._problems import PlanningProblem, read_problems

__all__ = ["CommonRoadFile", "commonroad_map", "commonroad_tracks", "read_commonroad"]

# A scenario names one file for its map, its tracks and its problem: it is parsed once.
_FILES_KEPT = 4


@final
@dataclass(frozen=True, eq=False)
class CommonRoadFile:
    """A file's content; `period_ns` is its time step.

    `warnings` tell what is not as in the file, such as obstacles without a trajectory.
    """

    name: str
    period_ns: int
    road_map: RoadMap
    tracks: tuple[RecordedTrack, ...]
    problems: tuple[PlanningProblem, ...]
    warnings: tuple[str, ...]


def read_commonroad(path: Path | str, data: bytes | None = None) -> CommonRoadFile:
    """A CommonRoad file (.xml) of version 2018b or 2020a; with `data`, it is not opened."""
    known = None if data is None else _known(path, data)
    return _read(path, data) if known is None else known


def commonroad_map(path: Path | str, data: bytes) -> RoadMap:
    """The map of a CommonRoad file, whatever else is wrong with the file."""
    known = _known(path, data)
    return read_map(path, data) if known is None else known.road_map


def commonroad_tracks(path: Path | str, data: bytes) -> tuple[RecordedTrack, ...]:
    """The obstacles of a CommonRoad file, whatever else is wrong with the file."""
    known = _known(path, data)
    return read_obstacles(open_commonroad(path, data), []) if known is None else known.tracks


def _known(path: Path | str, data: bytes) -> CommonRoadFile | None:
    """A file that was read before or can be read as a whole; None if it cannot.

    Who needs a part of it then reads that part alone, and names the file as its reader knows it.
    """
    try:
        return _kept(Path(path).name, data)
    except InputError:
        return None


@lru_cache(_FILES_KEPT)
def _kept(name: str, data: bytes) -> CommonRoadFile:
    file = _read(name, data)
    for track in file.tracks:  # shared by all who read the file
        track.stamps_ns.flags.writeable = track.states.flags.writeable = False
    within_reach(file.road_map, name)
    return file


def _read(path: Path | str, data: bytes | None) -> CommonRoadFile:
    document = open_commonroad(path, data)
    warnings: list[str] = []
    road_map = map_of(document)
    tracks = read_obstacles(document, warnings)
    problems = read_problems(document, road_map)
    return CommonRoadFile(
        document.name, document.period_ns, road_map, tracks, problems, tuple(warnings)
    )
