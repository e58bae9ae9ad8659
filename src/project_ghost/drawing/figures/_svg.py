"""A figure as SVG, for light and dark grounds alike.

Colours are classes, so that a picture inside a page follows the page. A file of its own
carries the rules with it.
"""

from collections.abc import Iterator, Sequence
from html import escape

from ._figure import Band, Box, Cross, Figure, Frame, Level, Line, Mark, Moment, Panel
from ._scales import LogScale, NameScale
from ._sizes import DARK, LEFT, LIGHT, PLOT_HEIGHT, PLOT_WIDTH, RIGHT, TOP

__all__ = ["SVG_RULES", "figure_svg", "panel_svg"]

_WIDTH = LEFT + PLOT_WIDTH + RIGHT
_BELOW, _ROW = 48.0, 18.0
_LETTER = 6.1  # about how wide a letter of 11 px is
_TITLE = 34.0
_GAP = 16.0


def _series_rules(colours: Sequence[str]) -> str:
    return "".join(f".g-s{i}{{stroke:{c}}}.g-f{i}{{fill:{c}}}" for i, c in enumerate(colours))


def _rules(ink: str, soft: str, ground: str, alarm: str, colours: Sequence[str]) -> str:
    return (
        f".g-ink{{fill:{ink}}}.g-soft{{fill:{soft}}}.g-axis{{stroke:{soft}}}"
        f".g-ground{{fill:{ground}}}.g-alarm{{stroke:{alarm}}}.g-alarm-ink{{fill:{alarm}}}"
        f".g-grid{{stroke:{soft};stroke-opacity:.22}}"
        f".g-halo{{stroke:{ground};stroke-width:3px;paint-order:stroke}}" + _series_rules(colours)
    )


SVG_RULES = (
    ".g-panel text{font-family:system-ui,sans-serif;font-size:11px}"
    ".g-panel .g-name{font-size:12px;font-weight:600}"
    + _rules("#1b1f24", "#5b6570", "#ffffff", "#b3261e", LIGHT)
    + "@media (prefers-color-scheme:dark){"
    + _rules("#e8ebee", "#a3adb8", "#15191e", "#ff8078", DARK)
    + "}"
)


def figure_svg(figure: Figure) -> str:
    """A file of its own: the title, and the panels in rows."""
    columns = max(1, min(figure.columns, len(figure.panels)))
    rows = [figure.panels[i : i + columns] for i in range(0, len(figure.panels), columns)]
    heights = [max(_height(panel) for panel in row) for row in rows]
    width = columns * _WIDTH + (columns - 1) * _GAP + 2.0 * _GAP
    height = _TITLE + sum(heights) + _GAP * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" class="g-panel">',
        f"<title>{escape(figure.title)}</title><desc>{escape(figure.alt)}</desc>",
        f"<style>{SVG_RULES}</style>",
        '<rect width="100%" height="100%" class="g-ground"/>',
        f'<text x="{_GAP:.0f}" y="22" class="g-ink" style="font-size:15px;font-weight:600">'
        f"{escape(figure.title)}</text>",
    ]
    top = _TITLE
    for row, row_height in zip(rows, heights, strict=True):
        for i, panel in enumerate(row):
            left = _GAP + i * (_WIDTH + _GAP)
            parts.append(f'<g transform="translate({left:.0f},{top:.0f})">')
            parts += [*_drawn(panel), "</g>"]
        top += row_height + _GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel_svg(panel: Panel, alt: str) -> str:
    """One panel for a page that has the rules; it grows and shrinks with its place."""
    height = _height(panel)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" '
            f'role="img" class="g-panel" aria-label="{escape(alt)}">',
            *_drawn(panel),
            "</svg>",
        ]
    )


def _height(panel: Panel) -> float:
    return TOP + PLOT_HEIGHT + _BELOW + _ROW * len(_legend_rows(panel))


def _drawn(panel: Panel) -> Iterator[str]:
    yield f'<text x="2" y="14" class="g-ink g-name">{escape(panel.title)}</text>'
    yield from _axes(panel)
    yield '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
    for mark in panel.marks:
        yield from _mark(mark, panel)
    yield "</g>"
    yield from _texts(panel)
    for i, row in enumerate(_legend_rows(panel)):
        yield from _legend(row, panel, TOP + PLOT_HEIGHT + _BELOW + _ROW * i + 8.0)


def _x(panel: Panel, value: float) -> float:
    return LEFT + PLOT_WIDTH * panel.x.place(value)


def _y(panel: Panel, value: float) -> float:
    return TOP + PLOT_HEIGHT * (1.0 - panel.y.place(value))


def _axes(panel: Panel) -> Iterator[str]:
    bottom, right = TOP + PLOT_HEIGHT, LEFT + PLOT_WIDTH
    for tick in panel.y.ticks():
        y = TOP + PLOT_HEIGHT * (1.0 - tick.place)
        yield f'<path d="M{LEFT:.0f},{y:.1f}H{right:.0f}" class="g-grid"/>'
        yield (
            f'<text x="{LEFT - 6:.0f}" y="{y + 3.5:.1f}" text-anchor="end" class="g-soft">'
            f"{escape(tick.text)}</text>"
        )
    crowded = isinstance(panel.x, NameScale) and panel.x.is_crowded(PLOT_WIDTH / _LETTER)
    for i, tick in enumerate(panel.x.ticks()):
        x = LEFT + PLOT_WIDTH * tick.place
        if not isinstance(panel.x, NameScale):
            yield f'<path d="M{x:.1f},{TOP:.0f}V{bottom:.0f}" class="g-grid"/>'
        yield (
            f'<text x="{x:.1f}" y="{bottom + (26 if crowded and i % 2 else 15):.0f}" '
            'text-anchor="middle" class="g-soft">'
            f"{escape(tick.text)}</text>"
        )
    yield (f'<path d="M{LEFT:.0f},{TOP:.0f}V{bottom:.0f}H{right:.0f}" class="g-axis" fill="none"/>')
    if isinstance(panel.y, LogScale) and panel.y.break_place is not None:
        y = TOP + PLOT_HEIGHT * (1.0 - panel.y.break_place)
        yield (
            f'<path d="M{LEFT - 4:.0f},{y + 4:.1f}l8,-5M{LEFT - 4:.0f},{y + 8:.1f}l8,-5" '
            'class="g-axis"/>'
        )
    yield (
        f'<text x="{LEFT + PLOT_WIDTH / 2:.0f}" y="{bottom + (40 if crowded else 32):.0f}" '
        'text-anchor="middle" '
        f'class="g-ink">{escape(panel.x_label)}</text>'
    )
    middle = TOP + PLOT_HEIGHT / 2
    yield (
        f'<text x="12" y="{middle:.0f}" text-anchor="middle" class="g-ink" '
        f'transform="rotate(-90 12 {middle:.0f})">{escape(panel.y_label)}</text>'
    )


def _mark(mark: Mark, panel: Panel) -> Iterator[str]:
    match mark:
        case Line():
            yield from _line(mark, panel)
        case Band():
            edge = [*zip(mark.xs, mark.highs, strict=True)]
            edge += reversed([*zip(mark.xs, mark.lows, strict=True)])
            ring = " ".join(f"{_x(panel, x):.1f},{_y(panel, y):.1f}" for x, y in edge)
            colour = mark.series % len(LIGHT)
            yield (
                f'<polygon points="{ring}" class="g-s{colour} g-f{colour}" fill-opacity=".18" '
                'stroke-opacity=".6"/>'
            )
        case Level():
            y, look = _y(panel, mark.y), "g-axis" if mark.faint else "g-alarm"
            dash = "1 4" if mark.faint else "6 4"
            yield (
                f'<path d="M{LEFT:.0f},{y:.1f}h{PLOT_WIDTH:.0f}" class="{look}" '
                f'stroke-width="1.3" stroke-dasharray="{dash}"/>'
            )
        case Moment():
            x = _x(panel, mark.x)
            yield (
                f'<path d="M{x:.1f},{TOP:.0f}v{PLOT_HEIGHT:.0f}" class="g-alarm" '
                'stroke-width="1.3" stroke-dasharray="2 3"/>'
            )
        case Box():
            yield from _box(mark, panel)
        case Cross():
            x, y = _x(panel, mark.x), _y(panel, mark.y)
            yield (
                f'<path d="M{x - 5:.1f},{y - 5:.1f}l10,10m0,-10l-10,10" class="g-alarm" '
                'stroke-width="2"/>'
            )
        case Frame():
            x, y = max(LEFT, _x(panel, mark.x_low)), max(TOP, _y(panel, mark.y_high))
            width = min(LEFT + PLOT_WIDTH, _x(panel, mark.x_high)) - x
            height = min(TOP + PLOT_HEIGHT, _y(panel, mark.y_low)) - y
            yield (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
                'class="g-axis" stroke-width="1.2"/>'
            )


def _line(line: Line, panel: Panel) -> Iterator[str]:
    d, pen_down, last = [], False, ""
    for x, y in zip(line.xs, line.ys, strict=True):
        if y is None:
            pen_down = False
            continue
        point = f"{_x(panel, x):.1f},{_y(panel, y):.1f}"
        if not pen_down or point != last:  # what stands still is one point
            d.append(f"{'L' if pen_down else 'M'}{point}")
        pen_down, last = True, point
    look = ' stroke-dasharray="5 4"' if line.dashed else ""
    look += ' stroke-opacity=".45"' if line.faint else ""
    width = 1.0 if line.faint else 1.8
    if line.joined and len(d) > 1:
        yield f'<path d="{"".join(d)}" class="g-s{_colour(line)}" stroke-width="{width}"{look}/>'
    if line.dots:
        for x, y in zip(line.xs, line.ys, strict=True):
            if y is not None:
                yield (
                    f'<circle cx="{_x(panel, x):.1f}" cy="{_y(panel, y):.1f}" r="3.5" '
                    f'class="g-f{_colour(line)}"/>'
                )


def _box(box: Box, panel: Panel) -> Iterator[str]:
    low, first, median, third, high = (_y(panel, value) for value in box.five)
    x, half = _x(panel, box.x), 11.0
    colour = _colour(box)
    yield (
        f'<path d="M{x:.1f},{low:.1f}V{first:.1f}M{x:.1f},{third:.1f}V{high:.1f}'
        f"M{x - half / 2:.1f},{low:.1f}h{half:.1f}M{x - half / 2:.1f},{high:.1f}h{half:.1f}"
        f'M{x - half:.1f},{median:.1f}h{2 * half:.1f}" class="g-s{colour}" stroke-width="1.6"/>'
    )
    yield (
        f'<rect x="{x - half:.1f}" y="{third:.1f}" width="{2 * half:.1f}" '
        f'height="{max(0.0, first - third):.1f}" class="g-s{colour} g-f{colour}" '
        'fill-opacity=".18" stroke-width="1.6"/>'
    )


def _colour(mark: Line | Box) -> int:
    return mark.series % len(LIGHT)


def _texts(panel: Panel) -> Iterator[str]:
    """Texts above everything, with the ground's colour around each letter."""
    for mark in panel.marks:
        if isinstance(mark, Level) and mark.text:
            look = "g-soft" if mark.faint else "g-alarm-ink"
            y = _y(panel, mark.y) - 4.0
            yield _text(LEFT + PLOT_WIDTH - 3.0, y, mark.text, look, "end")
        elif isinstance(mark, Moment) and mark.text:
            yield _beside(_x(panel, mark.x), TOP + 11.0, mark.text)
        elif isinstance(mark, Cross) and mark.text:
            yield _beside(_x(panel, mark.x) + 3.0, _y(panel, mark.y) - 7.0, mark.text)


def _beside(x: float, y: float, text: str) -> str:
    """To the right of a place, or to the left where it would leave the panel."""
    leaves = x + 6.0 + _LETTER * len(text) > LEFT + PLOT_WIDTH
    return _text(x + (-6.0 if leaves else 6.0), y, text, "g-alarm-ink", "end" if leaves else "")


def _text(x: float, y: float, text: str, look: str, anchor: str) -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{look} g-halo"{anchored}>{escape(text)}</text>'


def _legend_rows(panel: Panel) -> list[list[str]]:
    rows: list[list[str]] = []
    used = 0.0
    for name in panel.legend():
        length = 30.0 + _LETTER * len(name)
        if not rows or used + length > LEFT + PLOT_WIDTH:
            rows.append([])
            used = 0.0
        rows[-1].append(name)
        used += length
    return rows


def _legend(names: Sequence[str], panel: Panel, y: float) -> Iterator[str]:
    x, marks = 12.0, panel.legend()
    for name in names:
        mark = marks[name]
        dash = ' stroke-dasharray="5 4"' if isinstance(mark, Line) and mark.dashed else ""
        yield (
            f'<path d="M{x:.1f},{y - 4:.1f}h16" class="g-s{_colour(mark)}" '
            f'stroke-width="2.4"{dash}/>'
        )
        yield f'<text x="{x + 21:.1f}" y="{y:.1f}" class="g-ink">{escape(name)}</text>'
        x += 30.0 + _LETTER * len(name)
