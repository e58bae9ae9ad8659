"""Values: times, poses, boxes, vehicles, the ego's state, objects around it.

Names, units, order of iteration and equality are nuPlan's. Positions are metres east and north,
headings radians from east, anticlockwise. Objects made of array rows build their parts when
asked for.

General layout: `_time`, `_pose`, `_vector` (plain values), `_shift` (a position along and across
a heading), `_box`, `_vehicle`, `_footprint` (what things cover), `_dynamics` (velocities and
accelerations), `_split` (states that can be interpolated), `_waypoint`, `_ego`, `_kinds`,
`_scene_object`, `_agent`, `_tracked_objects`.
"""

from ._agent import Agent as Agent
from ._agent import AgentState as AgentState
from ._agent import AgentTemporalState as AgentTemporalState
from ._box import Dimension as Dimension
from ._box import OrientedBox as OrientedBox
from ._box import OrientedBoxPointType as OrientedBoxPointType
from ._box import collision_by_radius_check as collision_by_radius_check
from ._box import in_collision as in_collision
from ._dynamics import DynamicCarState as DynamicCarState
from ._dynamics import get_acceleration_shifted as get_acceleration_shifted
from ._dynamics import get_velocity_shifted as get_velocity_shifted
from ._ego import EgoState as EgoState
from ._ego import EgoStateDot as EgoStateDot
from ._footprint import CarFootprint as CarFootprint
from ._kinds import AGENT_TYPES as AGENT_TYPES
from ._kinds import STATIC_OBJECT_TYPES as STATIC_OBJECT_TYPES
from ._kinds import TrackedObjectType as TrackedObjectType
from ._pose import Point2D as Point2D
from ._pose import ProgressStateSE2 as ProgressStateSE2
from ._pose import StateSE2 as StateSE2
from ._pose import TemporalStateSE2 as TemporalStateSE2
from ._scene_object import SceneObject as SceneObject
from ._scene_object import SceneObjectMetadata as SceneObjectMetadata
from ._scene_object import StaticObject as StaticObject
from ._shift import shifted as shifted
from ._split import InterpolatableState as InterpolatableState
from ._split import SplitState as SplitState
from ._time import TimeDuration as TimeDuration
from ._time import TimePoint as TimePoint
from ._tracked_objects import ObjectOfRow as ObjectOfRow
from ._tracked_objects import TrackedObject as TrackedObject
from ._tracked_objects import TrackedObjects as TrackedObjects
from ._vector import StateVector2D as StateVector2D
from ._vehicle import VehicleParameters as VehicleParameters
from ._vehicle import get_pacifica_parameters as get_pacifica_parameters
from ._waypoint import Waypoint as Waypoint

__all__ = [
    "AGENT_TYPES",
    "STATIC_OBJECT_TYPES",
    "Agent",
    "AgentState",
    "AgentTemporalState",
    "CarFootprint",
    "Dimension",
    "DynamicCarState",
    "EgoState",
    "EgoStateDot",
    "InterpolatableState",
    "ObjectOfRow",
    "OrientedBox",
    "OrientedBoxPointType",
    "Point2D",
    "ProgressStateSE2",
    "SceneObject",
    "SceneObjectMetadata",
    "SplitState",
    "StateSE2",
    "StateVector2D",
    "StaticObject",
    "TemporalStateSE2",
    "TimeDuration",
    "TimePoint",
    "TrackedObject",
    "TrackedObjectType",
    "TrackedObjects",
    "VehicleParameters",
    "Waypoint",
    "collision_by_radius_check",
    "get_acceleration_shifted",
    "get_pacifica_parameters",
    "get_velocity_shifted",
    "in_collision",
    "shifted",
]
