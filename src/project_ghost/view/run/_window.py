"""The part of the world that a picture of a run shows, and how it fits a page."""

from math import ceil

from project_ghost.core.errors import InputError
from project_ghost.drawing import Element, Plane, element, number

from ._shown import Shown

__all__ = ["plane_of", "strips"]

_WIDTH, _HEIGHT_MAX, _MARGIN_M = 900.0, 1000.0, 6.0
# A window this many times as wide as high is cut into strips, one below the other.
_LONG = 6.0
_STRIPS_MAX = 8
_GAP = 10.0


def plane_of(shown: Shown) -> Plane:
    """All tracks and all scenery of the scenario, with a margin around them."""
    places = [place for track in shown.tracks for place in track.places]
    places += [(float(x), float(y)) for outline in shown.scenery for x, y, *_ in outline]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    west, east = min(xs) - _MARGIN_M, max(xs) + _MARGIN_M
    south, north = min(ys) - _MARGIN_M, max(ys) + _MARGIN_M
    if not east - west + north - south < float("inf"):
        raise InputError(
            "a pose is not a finite number",
            shown.title,
            "finite positions",
            "check the recording with `ghost info --check`",
        )
    wide = (east - west) / _strip_count(east - west, north - south)
    scale = min(_WIDTH / wide, _HEIGHT_MAX / (north - south))
    return Plane(west, south, east, north, scale)


def strips(plane: Plane, name: str) -> tuple[float, float, list[Element]]:
    """Width, height and content of a picture of the element with this id, cut where it is long.

    A road of kilometres would be a thread otherwise; its strips are read like lines of text.
    """
    count = _strip_count(plane.east - plane.west, plane.north - plane.south)
    width, height = plane.width / count, plane.height
    parts = []
    for k in range(count):
        x, y = number(k * width, 2), number(k * (height + _GAP), 2)
        window = f"{x} 0 {number(width, 2)} {number(height, 2)}"
        part = element("use", href=f"#{name}")
        look = {"y": y, "width": number(width, 2), "height": number(height, 2)}
        parts.append(element("svg", part, viewBox=window, **look))
    return width, count * height + (count - 1) * _GAP, parts


def _strip_count(width_m: float, height_m: float) -> int:
    return min(_STRIPS_MAX, max(1, ceil(width_m / height_m / _LONG)))
