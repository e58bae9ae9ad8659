"""A figure as SVG that follows the light or dark of the screen.

Colours are classes, so that a panel inside a page uses the page's style sheet. A separate file
contains the style sheet.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from project_ghost.drawing._element import Element
from project_ghost.drawing._svg import (
    Point,
    background,
    circle,
    cross,
    group,
    label,
    lines,
    picture,
    polygon,
    rectangle,
    svg,
    text,
    text_width,
)
from project_ghost.drawing._theme import LIGHT, Theme, themed

from ._figure import (
    Band,
    BoxPlot,
    Cross,
    Figure,
    Frame,
    HorizontalLine,
    Line,
    Mark,
    Panel,
    VerticalLine,
)
from ._scales import LogScale, NameScale
from ._sizes import LEFT, PLOT_HEIGHT, PLOT_WIDTH, RIGHT, TOP

__all__ = ["FIGURE_RULES", "figure_svg", "panel_svg"]

_FONT = 11.0
_WIDTH = LEFT + PLOT_WIDTH + RIGHT
_PLOT_RIGHT, _PLOT_BOTTOM = LEFT + PLOT_WIDTH, TOP + PLOT_HEIGHT
_BELOW, _LEGEND_ROW = 48.0, 18.0
_TITLE = 34.0
_GAP = 16.0
_BOX_HALF = 11.0


def _rules(theme: Theme) -> str:
    series = "".join(
        f".g-s{i}{{stroke:{colour}}}.g-f{i}{{fill:{colour}}}"
        for i, colour in enumerate(theme.series)
    )
    return (
        f".g-ink{{fill:{theme.ink}}}.g-soft{{fill:{theme.soft}}}.g-axis{{stroke:{theme.soft}}}"
        f".g-ground{{fill:{theme.ground}}}"
        f".g-alarm{{stroke:{theme.alarm}}}.g-alarm-ink{{fill:{theme.alarm}}}"
        f".g-grid{{stroke:{theme.soft};stroke-opacity:.22}}"
        f".g-halo{{stroke:{theme.ground};stroke-width:3px;paint-order:stroke}}{series}"
    )


FIGURE_RULES = (
    f".g-panel text{{font-family:system-ui,sans-serif;font-size:{_FONT:.0f}px}}"
    ".g-panel .g-name{font-size:12px;font-weight:600}"
    ".g-panel .g-title{font-size:15px;font-weight:600}"
) + themed(_rules)


def figure_svg(figure: Figure) -> str:
    """A separate file: the title, and the panels in rows."""
    columns = max(1, min(figure.columns, len(figure.panels)))
    rows = [figure.panels[i : i + columns] for i in range(0, len(figure.panels), columns)]
    heights = [max(_height(panel) for panel in row) for row in rows]
    width = columns * _WIDTH + (columns - 1) * _GAP + 2.0 * _GAP
    height = _TITLE + sum(heights) + _GAP * len(rows)
    panels = []
    top = _TITLE
    for row, row_height in zip(rows, heights, strict=True):
        for i, panel in enumerate(row):
            left = _GAP + i * (_WIDTH + _GAP)
            panels.append(group(*_panel(panel), transform=f"translate({left:.0f},{top:.0f})"))
        top += row_height + _GAP
    return picture(
        width,
        height,
        background(class_="g-ground"),
        text((_GAP, 22.0), figure.title, class_="g-ink g-title"),
        *panels,
        title=figure.title,
        description=figure.alt,
        rules=FIGURE_RULES,
        class_="g-panel",
    )


def panel_svg(panel: Panel, alt: str) -> Element:
    """One panel for a page that has `FIGURE_RULES` in its style sheet."""
    return svg(_WIDTH, _height(panel), *_panel(panel), class_="g-panel", aria_label=alt)


def _height(panel: Panel) -> float:
    return _PLOT_BOTTOM + _BELOW + _LEGEND_ROW * len(_legend_rows(panel))


def _panel(panel: Panel) -> Iterator[Element]:
    yield text((2.0, 14.0), panel.title, class_="g-ink g-name")
    yield from _axes(panel)
    marks = [element for mark in panel.visible for element in _mark(mark, panel)]
    yield group(*marks, fill="none", stroke_linejoin="round", stroke_linecap="round")
    yield from _labels(panel)
    for i, row in enumerate(_legend_rows(panel)):
        yield from _legend(row, panel, _PLOT_BOTTOM + _BELOW + _LEGEND_ROW * i + 8.0)


def _x(panel: Panel, value: float) -> float:
    return LEFT + PLOT_WIDTH * panel.x.place(value)


def _y(panel: Panel, value: float) -> float:
    return TOP + PLOT_HEIGHT * (1.0 - panel.y.place(value))


def _axes(panel: Panel) -> Iterator[Element]:
    for tick in panel.y.ticks():
        y = TOP + PLOT_HEIGHT * (1.0 - tick.place)
        yield lines(((LEFT, y), (_PLOT_RIGHT, y)), class_="g-grid")
        yield text((LEFT - 6.0, y + 3.5), tick.text, text_anchor="end", class_="g-soft")
    crowded = isinstance(panel.x, NameScale) and panel.x.is_crowded(
        PLOT_WIDTH / text_width(" ", _FONT)
    )
    for i, tick in enumerate(panel.x.ticks()):
        x = LEFT + PLOT_WIDTH * tick.place
        if not isinstance(panel.x, NameScale):
            yield lines(((x, TOP), (x, _PLOT_BOTTOM)), class_="g-grid")
        below = _PLOT_BOTTOM + (26.0 if crowded and i % 2 else 15.0)
        yield text((x, below), tick.text, text_anchor="middle", class_="g-soft")
    axes = ((LEFT, TOP), (LEFT, _PLOT_BOTTOM), (_PLOT_RIGHT, _PLOT_BOTTOM))
    yield lines(axes, class_="g-axis", fill="none")
    if isinstance(panel.y, LogScale) and panel.y.break_place is not None:
        y = TOP + PLOT_HEIGHT * (1.0 - panel.y.break_place)
        strokes = (((LEFT - 4.0, y + dy), (LEFT + 4.0, y + dy - 5.0)) for dy in (4.0, 8.0))
        yield lines(*strokes, class_="g-axis")
    below = _PLOT_BOTTOM + (40.0 if crowded else 32.0)
    middle = LEFT + PLOT_WIDTH / 2.0
    yield text((middle, below), panel.x_label, text_anchor="middle", class_="g-ink")
    middle = TOP + PLOT_HEIGHT / 2.0
    turned = f"rotate(-90 12 {middle:.0f})"
    yield text(
        (12.0, middle), panel.y_label, text_anchor="middle", class_="g-ink", transform=turned
    )


def _mark(mark: Mark, panel: Panel) -> Iterator[Element]:
    match mark:
        case Line():
            yield from _line(mark, panel)
        case Band():
            edge = [*zip(mark.xs, mark.highs, strict=True)]
            edge += reversed([*zip(mark.xs, mark.lows, strict=True)])
            corners = [(_x(panel, x), _y(panel, y)) for x, y in edge]
            look = f"{_stroke(mark)} {_fill(mark)}"
            yield polygon(corners, class_=look, fill_opacity=0.18, stroke_opacity=0.6)
        case HorizontalLine():
            y = _y(panel, mark.y)
            yield lines(
                ((LEFT, y), (_PLOT_RIGHT, y)),
                class_="g-axis" if mark.faint else "g-alarm",
                stroke_width=1.3,
                stroke_dasharray="1 4" if mark.faint else "6 4",
            )
        case VerticalLine():
            x = _x(panel, mark.x)
            upright = ((x, TOP), (x, _PLOT_BOTTOM))
            yield lines(upright, class_="g-alarm", stroke_width=1.3, stroke_dasharray="2 3")
        case BoxPlot():
            yield from _box(mark, panel)
        case Cross():
            centre = _x(panel, mark.x), _y(panel, mark.y)
            yield cross(centre, 5.0, class_="g-alarm", stroke_width=2.0)
        case Frame():
            x, y = max(LEFT, _x(panel, mark.x_low)), max(TOP, _y(panel, mark.y_high))
            width = min(_PLOT_RIGHT, _x(panel, mark.x_high)) - x
            height = min(_PLOT_BOTTOM, _y(panel, mark.y_low)) - y
            yield rectangle((x, y), width, height, class_="g-axis", stroke_width=1.2)


def _line(line: Line, panel: Panel) -> Iterator[Element]:
    points: list[Point | None] = [
        None if y is None else (_x(panel, x), _y(panel, y))
        for x, y in zip(line.xs, line.ys, strict=True)
    ]
    known = [point for point in points if point is not None]
    if line.joined and len(known) > 1:
        runs = groupby(points, key=lambda point: point is not None)
        yield lines(
            *([p for p in run if p is not None] for is_known, run in runs if is_known),
            class_=_stroke(line),
            stroke_width=1.0 if line.faint else 1.8,
            stroke_dasharray="5 4" if line.dashed else None,
            stroke_opacity=0.45 if line.faint else None,
        )
    if line.dots:
        yield from (circle(point, 3.5, class_=_fill(line)) for point in known)


def _box(box: BoxPlot, panel: Panel) -> Iterator[Element]:
    low, first, median, third, high = (_y(panel, value) for value in box.five)
    x, half = _x(panel, box.x), _BOX_HALF
    whiskers = ((x, low), (x, first)), ((x, third), (x, high))
    levels = (
        ((x - reach, y), (x + reach, y))
        for y, reach in ((low, 0.5 * half), (high, 0.5 * half), (median, half))
    )
    yield lines(*whiskers, *levels, class_=_stroke(box), stroke_width=1.6)
    yield rectangle(
        (x - half, third),
        2.0 * half,
        max(0.0, first - third),
        class_=f"{_stroke(box)} {_fill(box)}",
        fill_opacity=0.18,
        stroke_width=1.6,
    )


def _stroke(mark: Line | BoxPlot | Band) -> str:
    return f"g-s{mark.series % len(LIGHT.series)}"


def _fill(mark: Line | BoxPlot | Band) -> str:
    return f"g-f{mark.series % len(LIGHT.series)}"


def _labels(panel: Panel) -> Iterator[Element]:
    """Texts of marks, above all marks, with the ground's colour around each letter."""
    for mark in panel.visible:
        if isinstance(mark, HorizontalLine) and mark.text:
            look = "g-soft" if mark.faint else "g-alarm-ink"
            place = _PLOT_RIGHT - 3.0, _y(panel, mark.y) - 4.0
            yield text(place, mark.text, class_=f"{look} g-halo", text_anchor="end")
        elif isinstance(mark, VerticalLine | Cross) and mark.text:
            if isinstance(mark, VerticalLine):
                place = _x(panel, mark.x), TOP + 11.0
            else:
                place = _x(panel, mark.x) + 3.0, _y(panel, mark.y) - 7.0
            yield label(place, mark.text, _FONT, _PLOT_RIGHT, class_="g-alarm-ink g-halo")


def _legend_width(name: str) -> float:
    return 30.0 + text_width(name, _FONT)


def _legend_rows(panel: Panel) -> list[list[str]]:
    rows: list[list[str]] = []
    used = 0.0
    for name in panel.legend():
        if not rows or used + _legend_width(name) > _PLOT_RIGHT:
            rows.append([])
            used = 0.0
        rows[-1].append(name)
        used += _legend_width(name)
    return rows


def _legend(names: Sequence[str], panel: Panel, y: float) -> Iterator[Element]:
    x, marks = 12.0, panel.legend()
    for name in names:
        mark = marks[name]
        yield lines(
            ((x, y - 4.0), (x + 16.0, y - 4.0)),
            class_=_stroke(mark),
            stroke_width=2.4,
            stroke_dasharray="5 4" if isinstance(mark, Line) and mark.dashed else None,
        )
        yield text((x + 21.0, y), name, class_="g-ink")
        x += _legend_width(name)
