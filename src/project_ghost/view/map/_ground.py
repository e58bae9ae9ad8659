"""The ground of a road map: areas, lanes, crossings, and the middle lines of lanes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.drawing import Element, Plane, Point, polygon, polyline
from project_ghost.world.maps import Lane, RoadMap, gap

__all__ = ["GROUND", "OBSTACLE", "GroundColours", "ground", "normal_at", "shows_details", "strip"]

GROUND, OBSTACLE = "#f4f6f1", "#5b5148"
# Pixels: points of a lane this close look like one; a lane this narrow has no room for details.
_CLOSE, _NARROW = 2.0, 4.0


@final
@dataclass(frozen=True)
class GroundColours:
    """Colours of the ground by kind of lane and of area."""

    lanes: Mapping[str, str]
    other_lane: str
    areas: Mapping[str, str]
    other_area: str
    middle_line: str


def ground(road_map: RoadMap, plane: Plane, colours: GroundColours) -> Iterator[Element]:
    """Areas, lanes, crossings and middle lines inside the window of the plane."""
    for area in road_map.areas:
        fill = colours.areas.get(area.kind, colours.other_area)
        yield polygon(plane.points(area.outline), fill=fill)
    lanes = [lane for lane in road_map.lanes if _is_visible(lane, plane)]
    # Lanes for cars come last, so that they cover others where the roads of a junction overlap.
    for lane in sorted(lanes, key=lambda lane: lane.is_drivable):
        fill = colours.lanes.get(lane.kind, colours.other_lane)
        yield polygon(plane.points(_thinned(lane, plane).outline), fill=fill)
    for crossing in road_map.crossings:
        yield polygon(plane.points(crossing.outline), fill="#ffffff", fill_opacity=0.7)
    for lane in lanes:
        if shows_details(lane, plane):
            middle = _thinned(lane, plane).points
            yield strip(plane, middle, 0.12, colours.middle_line, dashed=True)


def shows_details(lane: Lane, plane: Plane) -> bool:
    """Whether the picture shows a lane for cars wide enough for lines and arrows on it."""
    is_wide = plane.scale * max(lane.widths_m) > _NARROW
    return lane.is_drivable and is_wide and _is_visible(lane, plane)


def strip(
    plane: Plane,
    places: tuple[tuple[float, ...], ...],
    width_m: float,
    colour: str,
    *,
    dashed: bool = False,
) -> Element:
    """A painted line; it is at least thick enough to be seen."""
    width = max(0.6, plane.scale * width_m)
    dashes = f"{4.0 * width:.1f} {6.0 * width:.1f}" if dashed else None
    points = plane.points(places)
    return polyline(points, stroke=colour, stroke_width=width, stroke_dasharray=dashes)


def normal_at(points: tuple[tuple[float, ...], ...], i: int) -> Point:
    """The unit vector to the left of a line at a point; (0, 0) between two equal points."""
    before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
    length = gap(before, after)
    if length == 0.0:
        return 0.0, 0.0
    return (before[1] - after[1]) / length, (after[0] - before[0]) / length


def _is_visible(lane: Lane, plane: Plane) -> bool:
    """Whether the box around a lane meets the plane's window."""
    xs, ys = [p[0] for p in lane.points], [p[1] for p in lane.points]
    half = 0.5 * max(lane.widths_m)
    return (
        min(xs) - half < plane.east
        and max(xs) + half > plane.west
        and min(ys) - half < plane.north
        and max(ys) + half > plane.south
    )


def _thinned(lane: Lane, plane: Plane) -> Lane:
    """The lane without points that are too close to the one before to be told apart."""
    kept = [0]
    for i in range(1, len(lane.points) - 1):
        if plane.scale * gap(lane.points[kept[-1]], lane.points[i]) >= _CLOSE:
            kept.append(i)
    kept.append(len(lane.points) - 1)
    return lane.at_points(kept)
