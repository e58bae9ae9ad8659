"""Piecewise cubic polynomials of the station: widths, offsets, heights."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import final

from project_ghost.world.maps._xml import Element

__all__ = ["Cubic", "Cubics", "cubic_at", "read_cubics"]


@final
@dataclass(frozen=True)
class Cubic:
    """`a + b d + c d^2 + d d^3`, where d is the distance from `start_m`."""

    start_m: float
    a: float
    b: float
    c: float
    d: float

    def at(self, station_m: float) -> float:
        """The value at a station."""
        ds = station_m - self.start_m
        return self.a + ds * (self.b + ds * (self.c + ds * self.d))

    def slope_at(self, station_m: float) -> float:
        """The first derivative at a station."""
        ds = station_m - self.start_m
        return self.b + ds * (2.0 * self.c + ds * (3.0 * self.d))


Cubics = tuple[Cubic, ...]


def cubic_at(cubics: Cubics, station_m: float) -> Cubic | None:
    """The last cubic that starts at or before a station; before the first, the first."""
    if not cubics:
        return None
    return cubics[max(0, bisect_right(cubics, station_m, key=_start_m) - 1)]


def _start_m(cubic: Cubic) -> float:
    return cubic.start_m


def value_at(cubics: Cubics, station_m: float) -> float:
    """The value at a station; 0 if there are no cubics."""
    cubic = cubic_at(cubics, station_m)
    return 0.0 if cubic is None else cubic.at(station_m)


def read_cubics(elements: list[Element], attribute: str, origin_m: float = 0.0) -> Cubics:
    """The polynomials of elements, sorted; each starts at `attribute` relative to `origin_m`."""
    cubics = [
        Cubic(
            origin_m + element.number(attribute, 0.0),
            element.number("a"),
            element.number("b"),
            element.number("c"),
            element.number("d"),
        )
        for element in elements
    ]
    return tuple(sorted(cubics, key=lambda cubic: cubic.start_m))
