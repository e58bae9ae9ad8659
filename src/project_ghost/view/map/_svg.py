"""A road map as SVG, north up, with the ids of lanes, stop lines and lights."""

from collections.abc import Iterator
from math import atan2, ceil, copysign, cos, degrees, hypot, pi, sin

from project_ghost.drawing import (
    Element,
    Plane,
    Point,
    arrow_head,
    background,
    circle,
    label,
    picture,
    polygon,
    text,
    text_width,
)
from project_ghost.world.maps import Bounds, Lane, Obstacle, RoadMap

from ._ground import GROUND, OBSTACLE, GroundColours, ground, normal_at, shows_details, strip

__all__ = ["map_svg"]

_COLOURS = GroundColours(
    lanes={
        "driving": "#8d939c",
        "sidewalk": "#d8cfc0",
        "shoulder": "#b5b9be",
        "biking": "#b98b82",
        "parking": "#a3aab8",
        "border": "#c6cdb8",
        "none": "#dfe5d5",
    },
    other_lane="#b0b4ba",
    areas={"walkable": "#ece6da", "parking": "#c3cbe0"},
    other_area="#dddddd",
    middle_line="#f7f7f2",
)
_LIGHT = "#c8372d"
_INK = "#26303c"
_SIZE = 900.0
_FONT = 8.0
# Where an id may be along its lane, the best place first; the arrow is in the middle.
_SHARES = sorted((0.05 * i for i in range(1, 20)), key=lambda share: abs(share - 0.3))


def map_svg(road_map: RoadMap, window: Bounds | None = None) -> str:
    """The picture of the whole map, or of a window of it, as the text of an SVG file."""
    plane = _plane(road_map.bounds) if window is None else Plane.fitted(*window, _SIZE)
    detailed = [lane for lane in road_map.lanes if shows_details(lane, plane)]
    return picture(
        plane.width,
        plane.height,
        background(fill=GROUND),
        *ground(road_map, plane, _COLOURS),
        *(_arrow(lane, plane) for lane in detailed),
        *(_stop_line(road_map.lane(stop.lane), stop.at_m, plane) for stop in road_map.stop_lines),
        *(_obstacle(obstacle, plane) for obstacle in road_map.obstacles),
        *(
            circle(plane.point(light.position), _light_radius(plane), fill=_LIGHT)
            for light in road_map.lights
        ),
        *_ids(road_map, detailed, plane),
        plane.scale_bar(),
        title=road_map.name,
        font_family="sans-serif",
    )


def _plane(bounds: Bounds) -> Plane:
    """The bounds of a map with a margin around them."""
    west, south, east, north = bounds
    margin = 0.03 * max(east - west, north - south, 1.0)
    return Plane.fitted(west - margin, south - margin, east + margin, north + margin, _SIZE)


def _ids(road_map: RoadMap, lanes: list[Lane], plane: Plane) -> Iterator[Element]:
    """The ids of lights, and of lanes along those that have room for theirs."""
    taken: list[Point] = []
    for light in road_map.lights:
        x, y = plane.point(light.position)
        place = x + _light_radius(plane), y + 0.35 * _FONT
        yield label(place, light.id, _FONT, plane.width, font_size=_FONT, fill=_LIGHT)
        width = text_width(light.id, _FONT)
        taken += ((place[0] + step, place[1]) for step in _steps(-width, width))
    for lane in lanes:
        if plane.scale * lane.length_m > 1.3 * text_width(lane.id, _FONT):
            yield from _along(lane, plane, taken)


def _light_radius(plane: Plane) -> float:
    return max(2.0, 0.5 * plane.scale)


def _along(lane: Lane, plane: Plane, taken: list[Point]) -> Iterator[Element]:
    """The id of a lane in its direction, never upside down, at the first place that is free.

    `taken` are points of the ids that the picture has; those of this one are added.
    """
    half = 0.5 * text_width(lane.id, _FONT)
    for share in _SHARES:
        x, y = plane.point(lane.point_at(share * lane.length_m))
        if not (half < x < plane.width - half and half < y < plane.height - half):
            continue
        ahead = plane.point(lane.point_at(min(share * lane.length_m + 1.0, lane.length_m)))
        angle = atan2(ahead[1] - y, ahead[0] - x)
        angle -= copysign(pi, angle) if abs(angle) > 0.5 * pi else 0.0
        points = [(x + s * cos(angle), y + s * sin(angle)) for s in _steps(-half, half)]
        if any(hypot(px - qx, py - qy) < _FONT for px, py in points for qx, qy in taken):
            continue
        taken += points
        turned = f"rotate({degrees(angle):.1f} {x:.1f} {y:.1f})"
        yield text(
            (x, y + 0.35 * _FONT),
            lane.id,
            font_size=_FONT,
            fill=_INK,
            text_anchor="middle",
            transform=turned,
            stroke=_COLOURS.lanes["driving"],
            stroke_width=2.0,
            paint_order="stroke",
        )
        return


def _steps(start: float, end: float) -> list[float]:
    """Places from one end of an id to the other, less than a letter apart."""
    count = max(2, ceil((end - start) / (0.5 * _FONT)))
    return [start + (end - start) * i / (count - 1) for i in range(count)]


def _arrow(lane: Lane, plane: Plane) -> Element:
    """An arrow head in the middle of a lane, in the direction of travel."""
    middle, length = 0.5 * lane.length_m, max(1.0, 4.0 / plane.scale)
    base, tip = (plane.point(lane.point_at(middle + s * length)) for s in (-0.5, 0.5))
    return arrow_head(base, tip, 0.8 * length * plane.scale, fill=_COLOURS.middle_line)


def _stop_line(lane: Lane, at_m: float, plane: Plane) -> Element:
    """A white line across the lane."""
    x, y, _ = lane.point_at(at_m)
    step = min(0.5, 0.25 * lane.length_m)
    nx, ny = normal_at((lane.point_at(at_m - step), lane.point_at(at_m + step)), 0)
    half = 0.5 * lane.width_at(at_m)
    ends = (x + half * nx, y + half * ny), (x - half * nx, y - half * ny)
    return strip(plane, ends, 0.5, "#ffffff")


def _obstacle(obstacle: Obstacle, plane: Plane) -> Element:
    if obstacle.radius_m > 0.0:
        radius = max(0.5, plane.scale * obstacle.radius_m)
        return circle(plane.point(obstacle.centre), radius, fill=OBSTACLE)
    return polygon(plane.points(obstacle.outline), fill=OBSTACLE)
