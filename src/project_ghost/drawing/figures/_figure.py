"""What a figure holds: panels with axes, and marks in them. How it is drawn is not said here.

Why: ADR 25.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

import numpy as np

from ._scales import Scale

__all__ = [
    "Band",
    "Box",
    "Cross",
    "Figure",
    "Frame",
    "Level",
    "Line",
    "Mark",
    "Moment",
    "Panel",
    "five_numbers",
]


@final
@dataclass(frozen=True)
class Line:
    """A line through points; None in `ys` breaks it. `series` is the number of its colour.

    One that is not `joined` has its dots only.
    """

    xs: Sequence[float]
    ys: Sequence[float | None]
    series: int
    name: str = ""  # in the legend
    dots: bool = False
    joined: bool = True
    dashed: bool = False
    faint: bool = False


@final
@dataclass(frozen=True)
class Level:
    """A line across at one value of y: a tolerance."""

    y: float
    text: str
    faint: bool = False


@final
@dataclass(frozen=True)
class Moment:
    """A line upwards at one value of x: a collision."""

    x: float
    text: str


@final
@dataclass(frozen=True)
class Box:
    """A box plot's box: the smallest value, the quartiles and the largest."""

    x: float
    five: tuple[float, float, float, float, float]
    series: int
    name: str = ""


@final
@dataclass(frozen=True)
class Cross:
    """A place in the plane, with a text."""

    x: float
    y: float
    text: str


@final
@dataclass(frozen=True)
class Frame:
    """A part of the plane that another panel shows larger."""

    x_low: float
    y_low: float
    x_high: float
    y_high: float


@final
@dataclass(frozen=True)
class Band:
    """The area between two lines."""

    xs: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]
    series: int


Mark: TypeAlias = Band | Line | Level | Moment | Box | Cross | Frame


@final
@dataclass(frozen=True)
class Panel:
    """One pair of axes."""

    title: str
    x: Scale
    y: Scale
    x_label: str
    y_label: str
    marks: tuple[Mark, ...]

    def legend(self) -> dict[str, Line | Box]:
        """Each name once, with the first mark that has it."""
        found: dict[str, Line | Box] = {}
        for mark in self.marks:
            if isinstance(mark, Line | Box) and mark.name:
                found.setdefault(mark.name, mark)
        return found


@final
@dataclass(frozen=True)
class Figure:
    """Panels that belong together. `name` is that of its files; `alt` says what is to be seen."""

    name: str
    title: str
    caption: str
    alt: str
    panels: tuple[Panel, ...]
    columns: int = 2


def five_numbers(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """The smallest value, the quartiles and the largest."""
    low, first, median, third, high = np.quantile(
        np.asarray(values, dtype=float), (0.0, 0.25, 0.5, 0.75, 1.0)
    ).tolist()
    return low, first, median, third, high
