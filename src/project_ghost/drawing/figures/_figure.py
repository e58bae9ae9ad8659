"""A figure as plain values: panels with axes, and marks in them.

Why: ADR 25.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

import numpy as np

from ._scales import Scale

__all__ = [
    "Band",
    "BoxPlot",
    "Cross",
    "Figure",
    "Frame",
    "HorizontalLine",
    "Line",
    "Mark",
    "Panel",
    "VerticalLine",
    "five_numbers",
]


@final
@dataclass(frozen=True)
class Line:
    """A line through points, in the colour number `series`; None in `ys` breaks it.

    Without `joined` only its dots are drawn.
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
class HorizontalLine:
    """A line across the panel at one value of y, such as a tolerance."""

    y: float
    text: str
    faint: bool = False


@final
@dataclass(frozen=True)
class VerticalLine:
    """A line up the panel at one value of x, such as a collision."""

    x: float
    text: str


@final
@dataclass(frozen=True)
class BoxPlot:
    """A box with whiskers; `five` are the smallest value, the quartiles and the largest."""

    x: float
    five: tuple[float, float, float, float, float]
    series: int
    name: str = ""


@final
@dataclass(frozen=True)
class Cross:
    """A marked place in the plane, with a text."""

    x: float
    y: float
    text: str


@final
@dataclass(frozen=True)
class Frame:
    """A rectangle around the part of the plane that another panel enlarges."""

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


Mark: TypeAlias = Band | Line | HorizontalLine | VerticalLine | BoxPlot | Cross | Frame


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

    @property
    def is_zero(self) -> bool:
        """Whether everything that was measured is exactly zero."""
        lines = [mark for mark in self.marks if isinstance(mark, Line) and not mark.faint]
        boxes = [mark for mark in self.marks if isinstance(mark, BoxPlot)]
        others = any(isinstance(mark, Band | Cross | Frame) for mark in self.marks)
        return (
            not others
            and bool(lines or boxes)
            and not any(
                (*(y for line in lines for y in line.ys), *(y for box in boxes for y in box.five))
            )
        )

    @property
    def visible(self) -> Iterator[Mark]:
        """The marks without crosses outside the axes: their texts could be any distance away."""
        for mark in self.marks:
            if not isinstance(mark, Cross) or (
                0.0 <= self.x.place(mark.x) <= 1.0 and 0.0 <= self.y.place(mark.y) <= 1.0
            ):
                yield mark

    def legend(self) -> dict[str, Line | BoxPlot]:
        """The names of marks, each with the first mark that has it."""
        named: dict[str, Line | BoxPlot] = {}
        for mark in self.marks:
            if isinstance(mark, Line | BoxPlot) and mark.name:
                named.setdefault(mark.name, mark)
        return named


@final
@dataclass(frozen=True)
class Figure:
    """Panels that belong together. `name` is the name of its files, `alt` describes it in words."""

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
