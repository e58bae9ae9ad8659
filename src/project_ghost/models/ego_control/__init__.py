"""Vehicles that drive the plans of a planner.

General layout: `_port` (where the planner answers), `_reading` (a plan at a time), `_rows` (the
vehicle's row `ego` and its body), `_planned_motion` (drives a plan exactly).
"""

from ._planned_motion import PlannedMotion as PlannedMotion
from ._port import PlannerPort as PlannerPort
from ._rows import ego_at as ego_at

__all__ = ["PlannedMotion", "PlannerPort", "ego_at"]
