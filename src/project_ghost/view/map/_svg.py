"""A map as an SVG picture."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias
from xml.sax.saxutils import escape

from project_ghost.world.maps import Bounds, Lane, Outline, Point, RoadMap, gap

__all__ = ["map_svg"]

Mark: TypeAlias = tuple[str, tuple[tuple[float, float], ...]]  # a colour, and a line in metres

_LANE_COLOURS = {
    "driving": "#8d939c",
    "sidewalk": "#d8cfc0",
    "shoulder": "#b5b9be",
    "biking": "#b98b82",
    "parking": "#a3aab8",
    "border": "#c6cdb8",
    "none": "#dfe5d5",
}
_OTHER_COLOUR = "#b0b4ba"
_AREA_COLOURS = {"walkable": "#ece6da", "parking": "#c3cbe0"}
_SIZE_MAX = 900.0
_CLOSE = 2.0
_NARROW = 4.0


def map_svg(road_map: RoadMap, marks: Iterable[Mark] = (), window: Bounds | None = None) -> str:
    """The picture, north up, of the whole map or a window of it.

    `marks` are lines to draw over it, in metres.
    """
    west, south, east, north = window or road_map.bounds
    span = max(east - west, north - south, 1.0)
    margin = 0.0 if window else 0.03 * span
    west, south, east, north = west - margin, south - margin, east + margin, north + margin
    scale = _SIZE_MAX / max(east - west, north - south)
    pen = _Pen(west, north, scale)
    width, height = scale * (east - west), scale * (north - south)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="11">',
        f"<title>{escape(road_map.name)}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#f4f6f1"/>',
    ]
    lines += [
        pen.polygon(area.outline, _AREA_COLOURS.get(area.kind, "#dddddd"))
        for area in road_map.areas
    ]
    # What is for cars lies over what is beside it, where roads of a junction overlap.
    seen = Bounds(west, south, east, north)
    lanes = [pen.thinned(lane) for lane in road_map.lanes if _is_seen(lane, seen)]
    lines += [
        pen.polygon(_band(lane), _LANE_COLOURS.get(lane.kind, _OTHER_COLOUR))
        for lane in sorted(lanes, key=lambda lane: lane.is_drivable)
    ]
    lines += [pen.polygon(c.outline, "#ffffff", opacity=0.7) for c in road_map.crossings]
    for lane in lanes:
        if lane.is_drivable and scale * max(lane.widths_m) > _NARROW:
            lines += (pen.line(lane.points, "#f7f7f2", 0.12, dashed=True), pen.arrow(lane))
    lines += [
        pen.line(_across(road_map.lane(stop.lane), stop.at_m), "#ffffff", 0.5)
        for stop in road_map.stop_lines
    ]
    lines += [
        pen.dot((*obstacle.centre, 0.0), "#5b5148", obstacle.radius_m, least=0.5)
        if obstacle.radius_m > 0.0
        else pen.polygon(obstacle.outline, "#5b5148")
        for obstacle in road_map.obstacles
    ]
    lines += [pen.dot(light.position, "#c8372d", 0.6) for light in road_map.lights]
    lines += [pen.line(line, colour, 0.5) for colour, line in marks]
    lines += (_scale_bar(scale, height, span), "</svg>")
    return "\n".join(lines) + "\n"


class _Pen:
    """From metres to the picture's units."""

    def __init__(self, west: float, north: float, scale: float) -> None:
        self._west, self._north, self.scale = west, north, scale

    def place(self, point: tuple[float, ...]) -> tuple[float, float]:
        return self.scale * (point[0] - self._west), self.scale * (self._north - point[1])

    def _points(self, points: Iterable[tuple[float, ...]]) -> str:
        places = ("{:.1f},{:.1f}".format(*self.place(point)) for point in points)
        return " ".join(place for place, _ in groupby(places))

    def thinned(self, lane: Lane) -> Lane:
        """The lane without points too close to the one before for anyone to see."""
        kept = [0]
        for i in range(1, len(lane.points) - 1):
            if self.scale * gap(lane.points[kept[-1]], lane.points[i]) >= _CLOSE:
                kept.append(i)
        kept.append(len(lane.points) - 1)
        points = tuple(lane.points[i] for i in kept)
        return replace(lane, points=points, widths_m=tuple(lane.widths_m[i] for i in kept))

    def polygon(self, outline: Iterable[tuple[float, ...]], fill: str, opacity: float = 1.0) -> str:
        shade = f' fill-opacity="{opacity}"' if opacity < 1.0 else ""
        return f'<polygon points="{self._points(outline)}" fill="{fill}"{shade}/>'

    def line(
        self,
        points: Iterable[tuple[float, ...]],
        colour: str,
        width_m: float,
        *,
        dashed: bool = False,
    ) -> str:
        width = max(0.6, self.scale * width_m)
        dash = f' stroke-dasharray="{4 * width:.1f} {6 * width:.1f}"' if dashed else ""
        return (
            f'<polyline points="{self._points(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:.1f}"{dash}/>'
        )

    def dot(self, point: Point, fill: str, radius_m: float, least: float = 2.0) -> str:
        x, y = self.place(point)
        radius = max(least, self.scale * radius_m)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}"/>'

    def arrow(self, lane: Lane) -> str:
        """A head in the middle of the lane, in the direction of travel."""
        middle = 0.5 * lane.length_m
        reach = max(1.0, 4.0 / self.scale)
        tip = lane.point_at(middle + 0.5 * reach)
        tail = lane.point_at(middle - 0.5 * reach)
        length = gap(tail, tip)
        if length == 0.0:
            return ""
        half = 0.4 * reach / length
        dx, dy = half * (tip[0] - tail[0]), half * (tip[1] - tail[1])
        corners = (tip[:2], (tail[0] - dy, tail[1] + dx), (tail[0] + dy, tail[1] - dx))
        return self.polygon(corners, "#f7f7f2")


def _is_seen(lane: Lane, window: Bounds) -> bool:
    """Whether the box around a lane meets the window."""
    xs, ys = [p[0] for p in lane.points], [p[1] for p in lane.points]
    half = 0.5 * max(lane.widths_m)
    return (
        min(xs) - half < window.east_m
        and max(xs) + half > window.west_m
        and min(ys) - half < window.north_m
        and max(ys) + half > window.south_m
    )


def _normal(points: tuple[Point, ...], i: int) -> tuple[float, float]:
    """The direction to the left at a point of a line, of length 1; of two equal points, none."""
    before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
    length = gap(before, after)
    if length == 0.0:
        return 0.0, 0.0
    return (before[1] - after[1]) / length, (after[0] - before[0]) / length


def _band(lane: Lane) -> Outline:
    """The lane's ground: its left edge there, its right edge back."""
    left, right = [], []
    for i, (x, y, _) in enumerate(lane.points):
        nx, ny = _normal(lane.points, i)
        half = 0.5 * lane.widths_m[i]
        left.append((x + half * nx, y + half * ny))
        right.append((x - half * nx, y - half * ny))
    return (*left, *reversed(right))


def _across(lane: Lane, at_m: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of a line across the lane."""
    x, y, _ = lane.point_at(at_m)
    step = min(0.5, 0.25 * lane.length_m)
    ends = lane.point_at(at_m - step), lane.point_at(at_m + step)
    nx, ny = _normal(ends, 0)
    half = 0.5 * lane.width_at(at_m)
    return (x + half * nx, y + half * ny), (x - half * nx, y - half * ny)


def _scale_bar(scale: float, height: float, span: float) -> str:
    length_m = 1.0
    while length_m * 10.0 < span:
        length_m *= 10.0
    if length_m * 4.0 > span:
        length_m *= 0.5
    y = height - 12.0
    return (
        f'<path d="M10 {y:.0f} h{scale * length_m:.1f}" stroke="#222222" stroke-width="2"/>'
        f'<text x="10" y="{y - 5:.0f}" fill="#222222">{length_m:g} m</text>'
    )
