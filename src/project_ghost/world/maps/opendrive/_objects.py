"""Objects of OpenDRIVE: crossings, parking spaces and obstacles."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

from project_ghost.core.dmath import sincos
from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._outline import counter_clockwise, round_outline
from project_ghost.world.maps.model._furniture import Area, Crossing, Obstacle, Outline

from ._road import RoadShape

__all__ = ["Objects", "read_objects"]

# Painted or laid on the ground, so not obstacles.
_FLAT = ("roadMark", "patch", "roadSurface", "trafficIsland")
_UNKNOWN_RADIUS_M = 0.1
_STRIP_STEP_M = 2.0
# In all of a map: a single element can repeat an object without end.
_OBJECTS_MAX = 200_000


@final
@dataclass
class Objects:
    """The objects read so far."""

    crossings: list[Crossing] = field(default_factory=list)
    obstacles: list[Obstacle] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    defects: list[str] = field(default_factory=list)
    count: int = 0


@final
@dataclass(frozen=True)
class _Size:
    length_m: float
    width_m: float
    height_m: float
    radius_m: float


def read_objects(element: Element, road: RoadShape, result: Objects) -> None:
    """Add the objects of one <road> element to `result`."""
    for thing in element.below("objects", "object"):
        identity, kind = thing.required("id"), thing.get("type", "none")
        size = _Size(
            thing.number("length", 0.0),
            thing.number("width", 0.0),
            thing.number("height", 0.0),
            thing.number("radius", 0.0),
        )
        name = f"{road.id}.{identity}"
        if size.radius_m == size.length_m == size.width_m == 0.0 and not _has_shape(thing):
            result.defects.append(
                f"object {name} ({kind}) has no size; assumed {2 * _UNKNOWN_RADIUS_M} m in diameter"
            )
            size = _Size(0.0, 0.0, size.height_m, _UNKNOWN_RADIUS_M)
        shapes = list(_shapes(thing, road, size, _OBJECTS_MAX - result.count))
        result.count += len(shapes)
        for i, (outline, centre, radius_m) in enumerate(shapes):
            each = name if len(shapes) == 1 else f"{name}#{i}"
            if kind == "crosswalk":
                result.crossings.append(Crossing(each, outline))
            elif kind == "parkingSpace" or kind in _FLAT:
                area = "parking" if kind == "parkingSpace" else kind
                result.areas.append(Area(each, area, outline))
            else:
                result.obstacles.append(
                    Obstacle(each, kind, outline, size.height_m, centre, radius_m)
                )


_Shape = tuple[Outline, tuple[float, float], float]


def _has_shape(thing: Element) -> bool:
    strips = [r for r in thing.children("repeat") if r.number("widthStart", 0.0) > 0.0]
    return bool(strips) or any(True for _ in _outlines(thing))


def _outlines(thing: Element) -> Iterator[Element]:
    yield from thing.children("outline")  # OpenDRIVE 1.4
    yield from thing.below("outlines", "outline")


def _shapes(thing: Element, road: RoadShape, size: _Size, most: int) -> Iterator[_Shape]:
    repeats = list(thing.children("repeat"))
    if repeats:
        for repeat in repeats:
            yield from _repeated(thing, repeat, road, size, most // len(repeats))
        return
    station_m, offset_m = thing.number("s"), thing.number("t")
    turn_rad = thing.number("hdg", 0.0)
    has_outline = False
    for outline in _outlines(thing):
        corners = tuple(_corners(outline, road, station_m, offset_m, turn_rad))
        if len(corners) >= 3:
            has_outline = True
            yield counter_clockwise(corners), (0.0, 0.0), 0.0
    if not has_outline:
        yield _placed(road, station_m, offset_m, turn_rad, size)


def _placed(
    road: RoadShape, station_m: float, offset_m: float, turn_rad: float, size: _Size
) -> _Shape:
    """A box or a circle about the object's position."""
    x, y, _ = road.point(station_m, offset_m)
    if size.radius_m > 0.0:
        return round_outline(x, y, size.radius_m), (x, y), size.radius_m
    half_length = 0.5 * (size.length_m or size.width_m)
    half_width = 0.5 * (size.width_m or size.length_m)
    sine, cosine = sincos(road.reference(station_m).heading_rad + turn_rad)
    box = (
        (-half_length, -half_width),
        (half_length, -half_width),
        (half_length, half_width),
        (-half_length, half_width),
    )
    return (
        tuple((x + cosine * u - sine * v, y + sine * u + cosine * v) for u, v in box),
        (x, y),
        0.0,
    )


def _corners(
    outline: Element, road: RoadShape, station_m: float, offset_m: float, turn_rad: float
) -> Iterator[tuple[float, float]]:
    x, y, _ = road.point(station_m, offset_m)
    sine, cosine = sincos(road.reference(station_m).heading_rad + turn_rad)
    for corner in outline.children("cornerLocal", "cornerRoad"):
        if corner.tag == "cornerLocal":
            u, v = corner.number("u"), corner.number("v")
            yield x + cosine * u - sine * v, y + sine * u + cosine * v
        else:
            point = road.point(corner.number("s"), corner.number("t"))
            yield point[0], point[1]


def _repeated(
    thing: Element, repeat: Element, road: RoadShape, size: _Size, most: int
) -> Iterator[_Shape]:
    """Copies at the given distance; for distance 0, one continuous strip in short pieces."""
    start_m, length_m = repeat.number("s"), repeat.number("length")
    step_m = repeat.number("distance")
    t_start, t_end = repeat.number("tStart", 0.0), repeat.number("tEnd", 0.0)
    width_start = repeat.number("widthStart", size.width_m)
    width_end = repeat.number("widthEnd", width_start)
    turn_rad = thing.number("hdg", 0.0)
    is_strip = step_m <= 0.0
    wanted = max(1.0, length_m / (_STRIP_STEP_M if is_strip else step_m) + 1e-9)
    if wanted > most:
        raise repeat.refused(
            f"the element repeats an object {wanted:.6g} times",
            f"at most {_OBJECTS_MAX:_} objects in a map",
        )
    pieces = int(wanted)

    def fraction_at(i: int) -> float:
        if is_strip or length_m == 0.0:
            return i / pieces
        return i * step_m / length_m

    def edge(i: int, side: float) -> tuple[float, float]:
        fraction = fraction_at(i)
        width_m = width_start + fraction * (width_end - width_start) or 2.0 * _UNKNOWN_RADIUS_M
        offset_m = t_start + fraction * (t_end - t_start) + 0.5 * side * width_m
        point = road.point(start_m + fraction * length_m, offset_m)
        return point[0], point[1]

    for i in range(pieces if is_strip else pieces + 1):
        if is_strip:
            quad = (edge(i, -1.0), edge(i + 1, -1.0), edge(i + 1, 1.0), edge(i, 1.0))
            yield counter_clockwise(quad), (0.0, 0.0), 0.0
        else:
            fraction = fraction_at(i)
            offset_m = t_start + fraction * (t_end - t_start)
            yield _placed(road, start_m + fraction * length_m, offset_m, turn_rad, size)
