"""Who is ahead, who is behind, who stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from project_ghost.closed_loop.geometry import signed_lateral_distance
from project_ghost.closed_loop.observation._types import DetectionsTracks
from project_ghost.closed_loop.path import InterpolatedPath, create_path_from_se2
from project_ghost.closed_loop.states import Agent, EgoState, StateSE2, TrackedObject
from project_ghost.core import dmath

if TYPE_CHECKING:
    from shapely.geometry import LineString

__all__ = [
    "create_path_from_ego_state",
    "ego_path_to_linestring",
    "ego_path_to_se2",
    "get_agent_relative_angle",
    "get_closest_agent_in_position",
    "is_agent_ahead",
    "is_agent_behind",
    "is_track_stopped",
    "path_to_linestring",
]

_DEGREE = 0.017453292519943295


def get_agent_relative_angle(ego_state: StateSE2, agent_state: StateSE2) -> float:
    """The angle between the ego's heading and the way to an agent, from 0 to pi."""
    sine, cosine = dmath.sincos(ego_state.heading)
    dx, dy = agent_state.x - ego_state.x, agent_state.y - ego_state.y
    return abs(dmath.atan2(cosine * dy - sine * dx, cosine * dx + sine * dy))


def is_agent_ahead(ego_state: StateSE2, agent_state: StateSE2, angle_tolerance: float = 20) -> bool:
    """Whether an agent is within some degrees of the ego's heading."""
    return get_agent_relative_angle(ego_state, agent_state) < angle_tolerance * _DEGREE


def is_agent_behind(
    ego_state: StateSE2, agent_state: StateSE2, angle_tolerance: float = 150
) -> bool:
    """Whether an agent is more than some degrees from the ego's heading."""
    return get_agent_relative_angle(ego_state, agent_state) > angle_tolerance * _DEGREE


def get_closest_agent_in_position(
    ego_state: EgoState,
    observations: DetectionsTracks,
    is_in_position: Callable[[StateSE2, StateSE2], bool],
    collided_track_ids: Collection[str | None] = frozenset(),
    lateral_distance_threshold: float = 0.5,
) -> tuple[Agent | None, float]:
    """The nearest agent in a position to the ego, and its distance."""
    nearest, least = None, float("inf")
    for agent in observations.tracked_objects.get_agents():
        if (
            is_in_position(ego_state.rear_axle, agent.center)
            and agent.track_token not in collided_track_ids
            and abs(signed_lateral_distance(ego_state.rear_axle, agent.box.geometry))
            < lateral_distance_threshold
        ):
            distance = float(ego_state.car_footprint.geometry.distance(agent.box.geometry))
            if distance < least:
                nearest, least = agent, distance
    return nearest, least


def ego_path_to_se2(path: Sequence[EgoState]) -> list[StateSE2]:
    """The centres of the states."""
    return [state.center for state in path]


def create_path_from_ego_state(states: Sequence[EgoState]) -> InterpolatedPath:
    """A path of the centres of the states."""
    return create_path_from_se2(ego_path_to_se2(states))


def path_to_linestring(path: Sequence[StateSE2]) -> LineString:
    """The positions as a shapely LineString."""
    from shapely.geometry import LineString

    return LineString([(pose.x, pose.y) for pose in path])


def ego_path_to_linestring(path: Sequence[EgoState]) -> LineString:
    """The centres of the states as a shapely LineString."""
    return path_to_linestring(ego_path_to_se2(path))


def is_track_stopped(
    tracked_object: TrackedObject, stopped_speed_threshhold: float = 5e-03
) -> bool:
    """Whether an object is slower than a threshold; what is no agent stands."""
    if not isinstance(tracked_object, Agent):
        return True
    return tracked_object.velocity.magnitude() <= stopped_speed_threshhold
