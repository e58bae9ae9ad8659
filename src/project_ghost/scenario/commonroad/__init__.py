"""The scenarios of CommonRoad files: recorded obstacles and planning problems.

General layout: `_values` (exact values, intervals, shapes), `_states` (states of obstacles and of
problems), `_obstacles` (obstacles as tracks), `_problems` (planning problems and goals), `_read` (a
whole file), `_scenarios` (a scenario file for each problem).
"""

from ._problems import PlanningProblem as PlanningProblem
from ._read import CommonRoadFile as CommonRoadFile
from ._read import commonroad_map as commonroad_map
from ._read import commonroad_tracks as commonroad_tracks
from ._read import read_commonroad as read_commonroad
from ._scenarios import commonroad_scenarios as commonroad_scenarios
from ._scenarios import commonroad_text as commonroad_text

__all__ = [
    "CommonRoadFile",
    "PlanningProblem",
    "commonroad_map",
    "commonroad_scenarios",
    "commonroad_text",
    "commonroad_tracks",
    "read_commonroad",
]
