"""Read a CommonRoad file: map, recorded obstacles, planning problems."""

from dataclasses import dataclass
from pathlib import Path
from typing import final

from project_ghost.world.maps import RoadMap
from project_ghost.world.maps.commonroad import map_of, open_commonroad
from project_ghost.world.objects import RecordedTrack

from ._obstacles import read_obstacles
from ._problems import PlanningProblem, read_problems

__all__ = ["CommonRoadFile", "read_commonroad"]


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
    document = open_commonroad(path, data)
    warnings: list[str] = []
    tracks = read_obstacles(document, warnings)
    road_map = map_of(document)
    problems = read_problems(document, road_map)
    return CommonRoadFile(
        document.name, document.period_ns, road_map, tracks, problems, tuple(warnings)
    )
