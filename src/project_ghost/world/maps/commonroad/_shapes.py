"""Shapes: rectangles, circles and polygons."""

from project_ghost.core.dmath import sincos
from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._outline import counter_clockwise, round_outline
from project_ghost.world.maps.model._furniture import Obstacle, Outline

from ._document import point

__all__ = ["centre_of", "read_buildings", "shape_outlines", "size_of"]


def read_buildings(root: Element) -> tuple[Obstacle, ...]:
    """The obstacles beside the roads, such as buildings; one for each shape of each."""
    result = []
    for element in root.children("environmentObstacle"):
        name, kind = element.required("id").strip(), element.text_of("type", "unknown")
        outlines = shape_outlines(element.required_child("shape"))
        for i, outline in enumerate(outlines):
            each = name if len(outlines) == 1 else f"{name}#{i}"
            result.append(Obstacle(each, kind, outline))
    return tuple(result)


def shape_outlines(element: Element) -> tuple[Outline, ...]:
    """The polygons of rectangles, circles (with 16 corners) and polygons."""
    outlines: list[Outline] = []
    for part in element.children("rectangle", "circle", "polygon"):
        if part.tag == "polygon":
            corners = tuple(point(each)[:2] for each in part.children("point"))
            if len(dict.fromkeys(corners)) < 3:
                raise part.refused("the polygon has fewer than three corners", "at least three")
            outlines.append(counter_clockwise(corners))
        elif part.tag == "circle":
            outlines.append(round_outline(*centre_of(part), size_of(part, "radius")))
        else:
            turn_rad = part.number_of("orientation", 0.0)
            outlines.append(
                _box(*centre_of(part), turn_rad, size_of(part, "length"), size_of(part, "width"))
            )
    return tuple(outlines)


def _box(x_m: float, y_m: float, yaw_rad: float, length_m: float, width_m: float) -> Outline:
    """The corners of a box, counter-clockwise."""
    sine, cosine = sincos(yaw_rad)
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return tuple(
        (
            x_m + cosine * u * length_m - sine * v * width_m,
            y_m + sine * u * length_m + cosine * v * width_m,
        )
        for u, v in corners
    )


def size_of(element: Element, tag: str) -> float:
    """The text of a child element as a length."""
    size = element.number_of(tag)
    if not 0.0 < size < 1e4:
        raise element.refused(f"the {tag} is {size!r}", "more than 0 m, less than 10 km")
    return size


def centre_of(element: Element) -> tuple[float, float]:
    """The centre of a shape, by default the origin."""
    centre = element.child("center")
    return (0.0, 0.0) if centre is None else point(centre)[:2]
