"""Planners: what they are, those that are built in, and how others are found.

General layout: `_abstract` (what a planner is), `_report` (runtimes), `_simple`, `_idm`,
`_log_future`, `proposals` (built-in planners), `_route_line` (the line along a route), `_stops`
(red lights on it), `_load` (planners by name),
`_options` (the arguments of their classes).
"""

from ._abstract import AbstractPlanner as AbstractPlanner
from ._abstract import PlannerInitialization as PlannerInitialization
from ._abstract import PlannerInput as PlannerInput
from ._abstract import name_of as name_of
from ._idm import IDMPlanner as IDMPlanner
from ._load import builtin_planners as builtin_planners
from ._load import check_options as check_options
from ._load import load_planner as load_planner
from ._load import planner_class as planner_class
from ._log_future import LogFuturePlanner as LogFuturePlanner
from ._report import PlannerReport as PlannerReport
from ._simple import SimplePlanner as SimplePlanner

__all__ = [
    "AbstractPlanner",
    "IDMPlanner",
    "LogFuturePlanner",
    "PlannerInitialization",
    "PlannerInput",
    "PlannerReport",
    "SimplePlanner",
    "builtin_planners",
    "check_options",
    "load_planner",
    "name_of",
    "planner_class",
]
