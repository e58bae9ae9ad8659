"""Which lanes form junctions: those that the file names, and those that cross."""

from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._polyline import Point
from project_ghost.world.maps.index import ShapeIndex
from project_ghost.world.maps.model._lane import Lane
from project_ghost.world.maps.model._road_map import Junction

from ._document import reference
from ._kinds import lanelet_types
from ._lanelets import Lanelets

__all__ = ["crossing_lanelets", "read_junctions"]

# Pairs of segments; half a second.
_TESTS_MAX = 500_000

_INSIDE = ("successorsRight", "successorsStraight", "successorsLeft")


def read_junctions(root: Element, lanelets: Lanelets) -> tuple[Junction, ...]:
    """The junctions of <intersection> elements, which name only the lanelets that lead into them.

    Lanelets that cross others, and those of the type `intersection`, belong to a junction as well:
    to that of a neighbour, else to one of their own.
    """
    lanes = lanelets.lanes
    junctions: dict[str, dict[str, None]] = {}
    for element in root.children("intersection"):
        inside: dict[str, None] = {}
        for incoming in element.children("incoming"):
            incoming.get("id")
            for each in incoming.children("incomingLanelet", "isLeftOf", *_INSIDE):
                name = reference(each)
                if each.tag in _INSIDE and name in lanes:
                    inside[name] = None
                elif each.tag != "isLeftOf" and name not in lanes:
                    lanelets.defects.append(
                        f"intersection {element.get('id')}: there is no lanelet {name[:80]!r}"
                    )
        junctions[element.required("id").strip()] = inside
    home = {name: junction for junction, inside in junctions.items() for name in inside}
    marked = [
        name
        for name, element in lanelets.elements.items()
        if "intersection" in lanelet_types(element) and name not in home
    ]
    neighbours = _Neighbours(lanes)
    crossing = _crossing(lanes, neighbours, lanelets.defects)
    marked = [name for name in lanes if name not in home and (name in crossing or name in marked)]
    for group in _connected(marked, neighbours):
        beside = [home[name] for each in group for name in neighbours.of(each) if name in home]
        junction = beside[0] if beside else f"junction:{group[0]}"
        junctions.setdefault(junction, {}).update(dict.fromkeys(group))
    return tuple(Junction(name, "", tuple(inside)) for name, inside in junctions.items())


def crossing_lanelets(root: Element) -> set[str]:
    """The lanelets that <crossing> elements of intersections name as crossings."""
    return {reference(each) for each in root.below("intersection", "crossing", "crossingLanelet")}


class _Neighbours:
    """The lanes that are linked with a lane, fork or merge with it, or cross it."""

    def __init__(self, lanes: dict[str, Lane]) -> None:
        self._lanes = lanes
        self.crossing: dict[str, set[str]] = {}

    def cross(self, a: str, b: str) -> None:
        self.crossing.setdefault(a, set()).add(b)
        self.crossing.setdefault(b, set()).add(a)

    def siblings(self, name: str) -> list[str]:
        """The lanes from the same lane, and those to the same lane."""
        lane = self._lanes[name]
        from_same = [each for other in lane.predecessors for each in self._lanes[other].successors]
        to_same = [each for other in lane.successors for each in self._lanes[other].predecessors]
        return from_same + to_same

    def of(self, name: str) -> list[str]:
        lane = self._lanes[name]
        crossing = sorted(self.crossing.get(name, ()))
        return [*lane.predecessors, *lane.successors, *self.siblings(name), *crossing]


def _crossing(lanes: dict[str, Lane], neighbours: _Neighbours, defects: list[str]) -> set[str]:
    """The lanes, between others, whose centre lines cross, and those that fork or merge with them.

    Lanes of a motorway do not cross, so its exits are no junctions.
    """
    inner = [e for e in lanes.values() if e.is_road_lane and e.predecessors and e.successors]
    segments = [(lane, i) for lane in inner for i in range(len(lane.points) - 1)]
    index = ShapeIndex([[lane.points[i : i + 2]] for lane, i in segments])
    tests = 0
    for lane, i in segments:
        (ax, ay, _), (bx, by, _) = lane.points[i], lane.points[i + 1]
        found = index.meeting(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        tests += len(found)
        if tests > _TESTS_MAX:
            defects.append("too many lanes overlap to tell which form junctions; none do")
            return set()
        for number in found:
            other, j = segments[number]
            if other.id != lane.id and _cross(lane, i, other, j):
                neighbours.cross(lane.id, other.id)
    inside = {lane.id for lane in inner}
    siblings = {each for name in neighbours.crossing for each in neighbours.siblings(name)}
    return (siblings | set(neighbours.crossing)) & inside


def _cross(lane: Lane, i: int, other: Lane, j: int) -> bool:
    """Whether two segments cross, not only at their ends."""
    a, b, c, d = lane.points[i], lane.points[i + 1], other.points[j], other.points[j + 1]
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> int:
    value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (value > 0.0) - (value < 0.0)


def _connected(names: list[str], neighbours: _Neighbours) -> list[list[str]]:
    """Groups of lanes that are neighbours; each in the given order."""
    order = {name: i for i, name in enumerate(names)}
    left = dict.fromkeys(names)
    groups: list[list[str]] = []
    for first in names:
        if first not in left:
            continue
        group = [first]
        del left[first]
        for name in group:  # grows while it is read
            for other in neighbours.of(name):
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(sorted(group, key=order.__getitem__))
    return groups
