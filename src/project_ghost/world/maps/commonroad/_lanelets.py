"""Lanelets: lanes with two bounds, their neighbours and successors."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import final

from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._polyline import Polyline, gap
from project_ghost.world.maps.model._lane import Lane, SpeedLimit

from ._document import point, reference
from ._kinds import lane_kind

__all__ = ["Lanelets", "read_lanelets"]

# A mark that forbids crossing it; any other, or none, permits it.
_SOLID = ("solid", "broad_solid")


@final
@dataclass
class Lanelets:
    """The lanelets of a file by id: their elements, and the lanes made of them."""

    elements: dict[str, Element] = field(default_factory=dict)
    lanes: dict[str, Lane] = field(default_factory=dict)
    defects: list[str] = field(default_factory=list)


def read_lanelets(root: Element, limits: Mapping[str, float]) -> Lanelets:
    """The lanelets of a file; `limits` are the speed limits that signs declare, by sign."""
    result = Lanelets()
    for element in root.children("lanelet"):
        name = element.required("id").strip()
        if name in result.elements:
            raise element.refused(f"there is a second lanelet {name!r}", "each id once")
        result.elements[name] = element
    for name, element in result.elements.items():
        result.lanes[name] = _lane(name, element, limits, result)
    _add_missing_predecessors(result)
    return result


def _lane(name: str, element: Element, limits: Mapping[str, float], all_: Lanelets) -> Lane:
    left_bound, right_bound = _bounds(element)
    centre = tuple(
        (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]))
        for a, b in zip(left_bound, right_bound, strict=True)
    )
    left, across_left = _beside(element, "adjacentLeft", all_)
    right, across_right = _beside(element, "adjacentRight", all_)
    lane = Lane(
        id=name,
        road="",
        kind=lane_kind(element),
        points=centre,
        widths_m=tuple(gap(a, b) for a, b in zip(left_bound, right_bound, strict=True)),
        speed_limits=_speed_limits(element, limits),
        left=left,
        right=right,
        opposite=across_left or across_right,
        may_change_left=bool(left) and not _is_solid(element, "leftBound"),
        may_change_right=bool(right) and not _is_solid(element, "rightBound"),
        successors=_links(element, "successor", all_),
        predecessors=_links(element, "predecessor", all_),
        left_bound=left_bound,
        right_bound=right_bound,
    )
    kept = [i for i in range(len(centre)) if i == 0 or centre[i][:2] != centre[i - 1][:2]]
    if len(kept) < 2:
        raise element.refused("the lanelet has no length", "bounds that go somewhere")
    return lane if len(kept) == len(centre) else lane.at_points(kept)


def _bounds(element: Element) -> tuple[Polyline, Polyline]:
    lines = []
    for side in ("leftBound", "rightBound"):
        bound = element.required_child(side)
        lines.append(tuple(point(each) for each in bound.children("point")))
        if len(lines[-1]) < 2:
            raise bound.refused(f"the bound has {len(lines[-1])} points", "at least two")
    if len(lines[0]) != len(lines[1]):
        raise element.refused(
            f"the left bound has {len(lines[0])} points, the right one {len(lines[1])}",
            "as many on both sides",
        )
    return lines[0], lines[1]


def _is_solid(element: Element, side: str) -> bool:
    return element.required_child(side).text_of("lineMarking") in _SOLID


def _beside(element: Element, tag: str, all_: Lanelets) -> tuple[str, str]:
    """The lanelet on one side: (with the same direction, with the opposite one)."""
    found = element.child(tag)
    if found is None:
        return "", ""
    name, direction = reference(found), found.get("drivingDir", "same")
    if direction not in ("same", "opposite"):
        raise found.refused(f"drivingDir is {direction[:80]!r}", "same or opposite")
    if not _is_known(element, tag, name, all_):
        return "", ""
    return (name, "") if direction == "same" else ("", name)


def _links(element: Element, tag: str, all_: Lanelets) -> tuple[str, ...]:
    names = dict.fromkeys(reference(each) for each in element.children(tag))
    return tuple(name for name in names if _is_known(element, tag, name, all_))


def _is_known(element: Element, tag: str, name: str, all_: Lanelets) -> bool:
    if name not in all_.elements:
        all_.defects.append(
            f"lanelet {element.get('id')}: its {tag} {name[:80]!r} is not in the file"
        )
    return name in all_.elements


def _speed_limits(element: Element, limits: Mapping[str, float]) -> tuple[SpeedLimit, ...]:
    """The limit: the lanelet's own (2018b), or the least of its signs (2020a)."""
    own = element.child("speedLimit")
    signs = [reference(each) for each in element.children("trafficSignRef")]
    found = [limits[sign] for sign in signs if sign in limits]
    if own is not None:
        if not own.as_number() > 0.0:
            raise own.refused(f"the speed limit is {own.text.strip()!r}", "more than 0 m/s")
        found.append(own.as_number())
    return (SpeedLimit(0.0, min(found)),) if found else ()


def _add_missing_predecessors(all_: Lanelets) -> None:
    """Complete links that only one of two lanelets declares."""
    before = {name: dict.fromkeys(lane.predecessors) for name, lane in all_.lanes.items()}
    after = {name: dict.fromkeys(lane.successors) for name, lane in all_.lanes.items()}
    for name, lane in all_.lanes.items():
        for other in lane.successors:
            before[other].setdefault(name)
        for other in lane.predecessors:
            after[other].setdefault(name)
    for name, lane in all_.lanes.items():
        all_.lanes[name] = replace(
            lane, predecessors=tuple(before[name]), successors=tuple(after[name])
        )
