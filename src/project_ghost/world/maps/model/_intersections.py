"""Junctions as areas: their polygons, and the lanes that lead into them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from ._furniture import Outline

if TYPE_CHECKING:
    from ._road_map import RoadMap

__all__ = ["Intersection", "intersections_of"]


@final
@dataclass(frozen=True)
class Intersection:
    """The area of a junction: the convex hull of its lanes.

    `lanes` lead through it and `incoming` into it; `is_signaled` if a light controls one of them.
    """

    id: str
    outline: Outline
    lanes: tuple[str, ...]
    incoming: tuple[str, ...]
    is_signaled: bool


def intersections_of(road_map: "RoadMap") -> tuple[Intersection, ...]:
    """The junctions of a map that have lanes, in file order."""
    controlled = {lane for light in road_map.lights for lane in light.lanes}
    controlled |= {stop.lane for stop in road_map.stop_lines if stop.light}
    result = []
    for junction in road_map.junctions:
        inside = [
            road_map.lane_by_id[each]
            for each in junction.lanes
            if each in road_map.lane_by_id and road_map.lane_by_id[each].is_road_lane
        ]
        names = dict.fromkeys(lane.id for lane in inside)
        before = [each for lane in inside for each in lane.predecessors if each not in names]
        if inside:
            hull = _convex_hull([point for lane in inside for point in lane.outline])
            incoming = tuple(dict.fromkeys(before))
            is_signaled = not controlled.isdisjoint((*names, *incoming))
            result.append(Intersection(junction.id, hull, tuple(names), incoming, is_signaled))
    return tuple(result)


def _convex_hull(points: list[tuple[float, float]]) -> Outline:
    """The convex hull of points, counter-clockwise from the westernmost one."""
    ordered = sorted(dict.fromkeys(points))
    chains: list[list[tuple[float, float]]] = []
    for line in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for point in line:
            while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], point):
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return (*chains[0], *chains[1])


def _turns_left(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0
