"""A plane: a window of the world in metres, north up, and its place on a picture in pixels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self, final

from ._element import Element
from ._svg import Point, group, polyline, text
from .figures._scales import round_step

__all__ = ["Plane"]

_INK = "#222222"
_INSET = 12.0  # of the scale bar from the picture's edges


@final
@dataclass(frozen=True)
class Plane:
    """Places in metres as places in pixels."""

    west: float
    south: float
    east: float
    north: float
    scale: float  # pixels a metre

    @classmethod
    def fitted(cls, west: float, south: float, east: float, north: float, size: float) -> Self:
        """A plane whose longer side is `size` pixels long."""
        return cls(west, south, east, north, size / max(east - west, north - south))

    @property
    def width(self) -> float:
        """The picture's width in pixels."""
        return self.scale * (self.east - self.west)

    @property
    def height(self) -> float:
        """The picture's height in pixels."""
        return self.scale * (self.north - self.south)

    def point(self, place: Sequence[float]) -> Point:
        """A place's pixels; a height is ignored."""
        return self.scale * (place[0] - self.west), self.scale * (self.north - place[1])

    def points(self, places: Iterable[Sequence[float]]) -> list[Point]:
        """The pixels of several places."""
        return [self.point(place) for place in places]

    def scale_bar(self, below: float | None = None, of: float | None = None) -> Element:
        """A bar of a round length in the lower left corner of the plane.

        `below` and `of` are height and width of a picture that is cut out of it differently.
        """
        length_m = round_step(0.1 * (of or self.width) / self.scale)
        y = (below or self.height) - _INSET
        bar = ((_INSET, y), (_INSET + self.scale * length_m, y))
        return group(
            polyline(bar, stroke=_INK, stroke_width=2.0),
            text((_INSET, y - 5.0), f"{length_m:g} m", font_size=12.0, fill=_INK),
        )
