"""SVG: shapes, texts and whole pictures. All lengths and places are in pixels, y downwards."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import hypot
from typing import TypeAlias

from ._element import Attribute, Content, Element, element, number

__all__ = [
    "Point",
    "arrow_head",
    "background",
    "circle",
    "cross",
    "group",
    "label",
    "lines",
    "picture",
    "polygon",
    "polyline",
    "rectangle",
    "rounded_line",
    "svg",
    "text",
    "text_width",
]

Point: TypeAlias = tuple[float, float]

# The mean width of a character in font sizes: an estimate that needs no font.
_SANS_SERIF, _MONOSPACED = 0.555, 0.64


def picture(
    width: float,
    height: float,
    *content: Content,
    title: str,
    description: str | None = None,
    rules: str | None = None,
    **look: Attribute,
) -> str:
    """An SVG file that needs no other file; `rules` is a style sheet."""
    about = (("title", title), ("desc", description), ("style", rules))
    root = svg(
        width,
        height,
        *(element(tag, text) for tag, text in about if text is not None),
        *content,
        width=number(width, 0),
        height=number(height, 0),
        **look,
    )
    return f"{root}\n"


def svg(width: float, height: float, /, *content: Content, **look: Attribute) -> Element:
    """A picture for a page, which scales it to the available width unless `look` has a size."""
    return element(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width, 0)} {number(height, 0)}",
        role="img",
        **look,
    )


def background(**look: Attribute) -> Element:
    """A rectangle behind everything else."""
    return element("rect", width="100%", height="100%", **look)


def group(*content: Content, **look: Attribute) -> Element:
    """Elements with a common look, or that belong together."""
    return element("g", *content, **look)


def rectangle(corner: Point, width: float, height: float, **look: Attribute) -> Element:
    """A rectangle by its upper left corner."""
    x, y = map(number, corner)
    return element("rect", x=x, y=y, width=number(width), height=number(height), **look)


def circle(centre: Point, radius: float, **look: Attribute) -> Element:
    """A circle."""
    x, y = map(number, centre)
    return element("circle", cx=x, cy=y, r=number(radius), **look)


def polygon(corners: Iterable[Point], **look: Attribute) -> Element:
    """A closed shape."""
    return element("polygon", points=" ".join(_places(corners)), **look)


def polyline(points: Iterable[Point], **look: Attribute) -> Element:
    """A line through points."""
    return element("polyline", points=" ".join(_places(points)), fill="none", **look)


def lines(*parts: Iterable[Point], **look: Attribute) -> Element:
    """Several lines as one element."""
    return element("path", d="".join(f"M{'L'.join(_places(part))}" for part in parts), **look)


def rounded_line(points: Sequence[Point], radius: float, **look: Attribute) -> Element:
    """A line of level and upright parts with rounded corners."""
    parts = [f"M{_place(points[0])}"]
    for (before, corner), (_, after) in pairwise(pairwise(points)):
        enter, leave = _towards(corner, before, radius), _towards(corner, after, radius)
        parts.append(f"L{_place(enter)}Q{_place(corner)} {_place(leave)}")
    parts.append(f"L{_place(points[-1])}")
    return element("path", d="".join(parts), fill="none", **look)


def arrow_head(base: Point, tip: Point, width: float, **look: Attribute) -> Element:
    """A triangle from the middle of its base to its tip."""
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    half = 0.5 * width / (hypot(dx, dy) or 1.0)
    left = base[0] - half * dy, base[1] + half * dx
    right = base[0] + half * dy, base[1] - half * dx
    return polygon((tip, left, right), **look)


def cross(centre: Point, reach: float, **look: Attribute) -> Element:
    """Two diagonal strokes through a place."""
    x, y = centre
    falling = (x - reach, y - reach), (x + reach, y + reach)
    rising = (x - reach, y + reach), (x + reach, y - reach)
    return lines(falling, rising, **look)


def text(place: Point, words: str, **look: Attribute) -> Element:
    """A text that begins at a place, or as `text_anchor` says."""
    x, y = map(number, place)
    return element("text", words, x=x, y=y, **look)


def label(
    place: Point, words: str, font_size: float, right: float, /, **look: Attribute
) -> Element:
    """A text to the right of a place; to its left where it would cross `right`."""
    gap = 0.55 * font_size
    leaves = place[0] + gap + text_width(words, font_size) > right
    x = place[0] + (-gap if leaves else gap)
    return text((x, place[1]), words, text_anchor="end" if leaves else None, **look)


def text_width(words: str, font_size: float, *, monospaced: bool = False) -> float:
    """The approximate width of a text."""
    return len(words) * font_size * (_MONOSPACED if monospaced else _SANS_SERIF)


def _place(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _places(points: Iterable[Point]) -> list[str]:
    """Points as text; neighbours with the same text are one."""
    return [place for place, _ in groupby(map(_place, points))]


def _towards(corner: Point, other: Point, distance: float) -> Point:
    """The point at a distance from a corner towards another point, or half way to it."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = hypot(dx, dy)
    fraction = min(distance, 0.5 * length) / length if length else 0.0
    return corner[0] + dx * fraction, corner[1] + dy * fraction
