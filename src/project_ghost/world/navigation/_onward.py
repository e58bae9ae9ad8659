"""The way on: the straightest lanes after a lane."""

from collections.abc import Collection

from project_ghost.core.dmath import wrap_angle
from project_ghost.world.maps import Lane, RoadMap

__all__ = ["onward_lanes"]


def onward_lanes(
    road_map: RoadMap,
    lane: str,
    distance_m: float,
    *,
    preferred: Collection[str] = (),
    without: Collection[str] = (),
) -> tuple[str, ...]:
    """The lanes after a lane for a distance, or as far as there are any; none comes twice.

    Of several, one of the `preferred` lanes is taken if there is one, then the one that turns
    least; of equal ones, the first by id.
    """
    found: list[str] = []
    here, left_m = road_map.lane(lane), distance_m
    while left_m > 0.0:
        after = [
            road_map.lane(name)
            for name in here.successors
            if name not in found and name != lane and name not in without
        ]
        after = [each for each in after if each.is_drivable]
        wanted = [each for each in after if each.id in preferred] or after
        if not wanted:
            break
        turns = [(abs(_turn(here, each)), each.id) for each in wanted]
        best = road_map.lane(min(turns)[1])
        found.append(best.id)
        here, left_m = best, left_m - best.length_m
    return tuple(found)


def _turn(lane: Lane, after: Lane) -> float:
    """How far the way turns from the end of a lane to the end of the next one."""
    return wrap_angle(after.heading_at(after.length_m) - lane.heading_at(lane.length_m))
