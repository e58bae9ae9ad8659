"""The lanes from a start to a goal."""

from collections.abc import Sequence

from project_ghost.closed_loop.states import StateSE2
from project_ghost.core.dmath import wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.world.maps import Lane, RoadMap
from project_ghost.world.navigation import Place, lane_route

__all__ = ["lanes_ahead", "lanes_between", "lanes_here"]

# A lane leads the way of a pose if their headings differ by less: 60 degrees.
_TURN_MAX_RAD = 1.0471975511965976


def lanes_between(road_map: RoadMap, start: StateSE2, goal: StateSE2) -> tuple[str, ...]:
    """The lanes of the shortest route between two poses; none where there is no route."""
    try:
        places = [place_of(road_map, pose) for pose in (start, goal)]
        return lane_route(road_map, *places).lanes
    except InputError:
        return ()


def lanes_here(road_map: RoadMap, pose: StateSE2) -> tuple[str, ...]:
    """The lane that is near a pose and leads its way; none on a map without lanes for cars."""
    try:
        return (place_of(road_map, pose).lane,)
    except InputError:
        return ()


def lanes_ahead(
    road_map: RoadMap, start: StateSE2, lanes: Sequence[str], *, loop: bool
) -> tuple[str, ...]:
    """The lanes of a route from the one on that a pose is on; once around if it is a loop."""
    first = place_of(road_map, start, lanes).lane
    i = list(lanes).index(first)
    return (*lanes[i:], *(lanes[:i] if loop else ()))


def place_of(road_map: RoadMap, pose: StateSE2, among: Sequence[str] | None = None) -> Place:
    """The place on the lane that is near a pose and leads its way, rather than on the nearest."""

    def is_one(lane: Lane) -> bool:
        return lane.is_drivable if among is None else lane.id in among

    def leads_there(lane: Lane) -> bool:
        place = lane.nearest(pose.x, pose.y)
        turn = wrap_angle(lane.heading_at(place.distance_m) - pose.heading)
        return is_one(lane) and abs(turn) < _TURN_MAX_RAD

    try:
        lane, place = road_map.nearest_lane(pose.x, pose.y, leads_there)
    except InputError:
        lane, place = road_map.nearest_lane(pose.x, pose.y, is_one)
    return Place(lane.id, place.distance_m)
