"""Scenarios for planners.

General layout: `_abstract` (the interface, of which a user's class gives six things), `_assembled`
(the scenario of a scenario file), `_ego_track`, `_track_rows`, `_resampling`, `_past`, `_futures`
(recorded states), `_lights`, `_goal`, `_route`, `_own_file` (a user's scenario as a file),
`_planned` (any scenario with a planner for one of its cars), `_files` (the files of a name),
`_filter` (which scenarios to simulate).
"""

from ._abstract import AbstractScenario as AbstractScenario
from ._assembled import AssembledScenario as AssembledScenario
from ._ego_track import EgoTrack as EgoTrack
from ._files import scenario_files as scenario_files
from ._filter import ScenarioFilter as ScenarioFilter
from ._planned import driven_file as driven_file
from ._planned import planned_file as planned_file

__all__ = [
    "AbstractScenario",
    "AssembledScenario",
    "EgoTrack",
    "ScenarioFilter",
    "driven_file",
    "planned_file",
    "scenario_files",
]
