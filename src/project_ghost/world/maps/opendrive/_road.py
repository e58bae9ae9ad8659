"""A road of OpenDRIVE: reference line, heights and lane sections, evaluated at any station."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

from project_ghost.core.dmath import sincos
from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._polyline import Point

from ._effort import Effort
from ._geometry import AbstractGeometry, Pose, read_geometry
from ._polynomial import Cubics, read_cubics, value_at
from ._speed import SpeedStep, read_lane_speeds, read_road_speeds

__all__ = ["LaneShape", "Link", "RoadShape", "Section", "read_road"]

# Lanes are numbered from the centre line outwards, so more of them are a mistake.
_LANES_MAX = 250
# Objects and signals may lie a little beyond the ends of their road.
_BEYOND_M = 1_000.0


@final
@dataclass(frozen=True)
class Link:
    """The link at one end of a road: to the start or end of another road, or to a junction."""

    kind: str
    id: str
    contact: str


@final
@dataclass(frozen=True)
class LaneShape:
    """A lane of a section: negative numbers are right of the centre, positive ones left."""

    number: int
    kind: str
    widths: Cubics
    borders: Cubics
    speeds: tuple[SpeedStep, ...]
    changes: tuple[str, ...]
    predecessor: int | None
    successor: int | None


@final
@dataclass(frozen=True)
class Section:
    """A lane section: the part of a road between two changes of its lanes."""

    start_m: float
    end_m: float
    lanes: tuple[LaneShape, ...]

    @cached_property
    def by_number(self) -> dict[int, LaneShape]:
        """The lanes by number."""
        return {lane.number: lane for lane in self.lanes}


@final
@dataclass(frozen=True)
class RoadShape:
    """The exact geometry of a road. Stations are metres along its reference line."""

    id: str
    name: str
    length_m: float
    junction: str
    is_right_hand: bool
    geometries: tuple[AbstractGeometry, ...]
    elevations: Cubics
    superelevations: Cubics
    lane_offsets: Cubics
    sections: tuple[Section, ...]
    speeds: tuple[SpeedStep, ...]
    predecessor: Link | None
    successor: Link | None
    effort: Effort = field(compare=False, repr=False)

    def reference(self, station_m: float) -> Pose:
        """The reference line's pose; far beyond its ends, that of a point near them."""
        low, high = self.geometries[0].start_m, self.geometries[-1]
        end_m = high.start_m + high.length_m
        station_m = min(max(station_m, low - _BEYOND_M), end_m + _BEYOND_M)
        index = bisect_right(self.geometries, station_m, key=_start_m)
        active = self.geometries[max(0, index - 1)]
        self.effort.spend(active.evaluations(station_m - active.start_m))
        return active.at(station_m)

    def point(self, station_m: float, offset_m: float) -> Point:
        """The point at a station and an offset to the left, on the banked surface."""
        pose = self.reference(station_m)
        sine, cosine = sincos(pose.heading_rad)
        height = value_at(self.elevations, station_m)
        across = offset_m
        if self.superelevations:
            bank_sine, bank_cosine = sincos(value_at(self.superelevations, station_m))
            across = offset_m * bank_cosine
            height = height + offset_m * bank_sine
        return pose.x_m - across * sine, pose.y_m + across * cosine, height

    def section_at(self, station_m: float) -> int:
        """The index of the lane section at a station."""
        return max(0, bisect_right(self.sections, station_m, key=_start_m) - 1)

    def outer_offset(self, section: Section, number: int, station_m: float) -> float:
        """The offset of a lane's outer edge; lane 0 is the centre line itself."""
        side = 1 if number > 0 else -1
        offset = centre = value_at(self.lane_offsets, station_m)
        for inner in range(side, number + side, side):
            lane = section.by_number.get(inner)
            if lane is None:
                continue
            if lane.widths:
                offset += side * max(0.0, value_at(lane.widths, station_m))
            elif lane.borders:
                offset = centre + value_at(lane.borders, station_m)
        return offset

    def lane_edges(self, section: Section, number: int, station_m: float) -> tuple[float, float]:
        """The offsets of a lane's inner and outer edge."""
        side = 1 if number > 0 else -1
        inner = self.outer_offset(section, number - side, station_m) if number != side else None
        if inner is None:
            inner = value_at(self.lane_offsets, station_m)
        return inner, self.outer_offset(section, number, station_m)

    def lane_point(self, section: Section, number: int, station_m: float) -> Point:
        """The point on a lane's centre line."""
        inner, outer = self.lane_edges(section, number, station_m)
        return self.point(station_m, 0.5 * (inner + outer))

    def lane_width(self, section: Section, number: int, station_m: float) -> float:
        """A lane's width."""
        inner, outer = self.lane_edges(section, number, station_m)
        return abs(outer - inner)

    def runs_forward(self, number: int) -> bool:
        """Whether traffic on this lane drives in the direction of increasing stations."""
        return (number < 0) == self.is_right_hand


def _start_m(part: AbstractGeometry | Section) -> float:
    return part.start_m


def read_road(element: Element, effort: Effort) -> RoadShape:
    """The road that a <road> element describes; `effort` counts what its curves cost."""
    geometries = tuple(read_geometry(g) for g in element.below("planView", "geometry"))
    if not geometries:
        raise element.refused("the road has no geometry", "<planView> with <geometry> elements")
    length_m = element.number("length")
    junction = element.get("junction", "-1")
    rule = element.get("rule", "RHT")
    if rule not in ("RHT", "LHT"):
        raise element.refused(f"rule is {rule!r}", "RHT or LHT")
    starts = list(element.below("lanes", "laneSection"))
    ends = [s.number("s") for s in starts[1:]] + [length_m]
    return RoadShape(
        id=element.required("id"),
        name=element.get("name"),
        length_m=length_m,
        junction="" if junction == "-1" else junction,
        is_right_hand=rule == "RHT",
        geometries=tuple(sorted(geometries, key=lambda geometry: geometry.start_m)),
        elevations=read_cubics(list(element.below("elevationProfile", "elevation")), "s"),
        superelevations=read_cubics(list(element.below("lateralProfile", "superelevation")), "s"),
        lane_offsets=read_cubics(list(element.below("lanes", "laneOffset")), "s"),
        sections=tuple(_section(s, end_m) for s, end_m in zip(starts, ends, strict=True)),
        speeds=read_road_speeds(element),
        predecessor=_link(element, "predecessor"),
        successor=_link(element, "successor"),
        effort=effort,
    )


def _link(element: Element, end: str) -> Link | None:
    for link in element.below("link", end):
        kind = link.get("elementType", "road")
        if kind not in ("road", "junction"):
            raise link.refused(f"elementType is {kind!r}", "road or junction")
        return Link(kind, link.required("elementId"), link.get("contactPoint"))
    return None


def _section(element: Element, end_m: float) -> Section:
    start_m = element.number("s")
    lanes: list[LaneShape] = []
    seen: dict[int, Element] = {}
    for side in element.children("left", "center", "right"):
        for lane in side.children("lane"):
            number = lane.whole("id")
            if abs(number) > _LANES_MAX:
                raise lane.refused(
                    f"the lane has the number {number}", f"at most {_LANES_MAX} on a side"
                )
            if number in seen:
                raise lane.refused(f"lane {number} is in this section twice", "each lane once")
            seen[number] = lane
            lanes.append(_lane(lane, number, start_m))
    lanes.sort(key=lambda lane: -lane.number)  # from left to right
    return Section(start_m, end_m, tuple(lanes))


def _lane(element: Element, number: int, start_m: float) -> LaneShape:
    return LaneShape(
        number=number,
        kind=element.get("type", "none"),
        widths=read_cubics(list(element.children("width")), "sOffset", start_m),
        borders=read_cubics(list(element.children("border")), "sOffset", start_m),
        speeds=read_lane_speeds(element, start_m),
        changes=tuple(_change(mark) for mark in element.children("roadMark")),
        predecessor=_lane_link(element, "predecessor"),
        successor=_lane_link(element, "successor"),
    )


def _lane_link(element: Element, end: str) -> int | None:
    for link in element.below("link", end):
        return link.whole("id")
    return None


# Allowed lane changes by mark type, for marks without an explicit rule. The first part of a
# double mark is nearer to the centre; crossing is allowed from the broken side.
_CHANGE_BY_TYPE = {
    "none": "both",
    "broken": "both",
    "broken broken": "both",
    "broken solid": "outwards",
    "solid broken": "inwards",
    "botts dots": "both",
}


def _change(mark: Element) -> str:
    """The lane changes that a road mark allows: by its explicit rule, else by its type."""
    kind = mark.get("type", "none")
    said = mark.get("laneChange")
    if said in ("both", "none", "increase", "decrease"):
        return said
    return _CHANGE_BY_TYPE.get(kind, "none")
