"""A figure as PNG, drawn by matplotlib: the extra `plots`.

Our own scales place the values, so that SVG and PNG show the same, and matplotlib draws in the
unit square. It brings its own fonts and writes no date: the same figure gives the same bytes with
the same versions.
"""

import io
from importlib.util import find_spec
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.drawing._theme import LIGHT

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

__all__ = ["figure_png", "has_png"]

_DPI = 150.0
_PX = 1.0 / 96.0  # inches
_INK, _SOFT, _ALARM = LIGHT.ink, LIGHT.soft, LIGHT.alarm
_STYLE = {"font.family": "DejaVu Sans", "font.size": 8.0, "axes.edgecolor": _SOFT}


def has_png() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def figure_png(figure: Figure) -> bytes:
    """The figure as the bytes of a PNG file."""
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise InputError(
            "matplotlib is not installed",
            figure.name,
            "the extra `plots`",
            'python -m pip install -e ".[plots]" in the source, or take the SVG',
        ) from None
    columns = max(1, min(figure.columns, len(figure.panels)))
    rows = -(-len(figure.panels) // columns)
    with mpl.rc_context(_STYLE):
        canvas = Canvas(
            figsize=(
                columns * (LEFT + PLOT_WIDTH + RIGHT) * _PX,
                rows * (TOP + PLOT_HEIGHT + 60.0) * _PX + 0.3,
            ),
            layout="constrained",
        )
        FigureCanvasAgg(canvas)
        canvas.suptitle(figure.title, fontsize=10, fontweight="bold", x=0.01, ha="left")
        for i, panel in enumerate(figure.panels):
            _draw(panel, canvas.add_subplot(rows, columns, i + 1))
        stream = io.BytesIO()
        canvas.savefig(stream, format="png", dpi=_DPI, metadata={"Software": None})
    return stream.getvalue()


def _draw(panel: Panel, axes: Any) -> None:  # noqa: ANN401 - matplotlib's Axes
    axes.set_xlim(0.0, 1.0)
    axes.set_ylim(0.0, 1.0)
    axes.set_title(panel.title, fontsize=9, fontweight="bold", loc="left")
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    x_ticks, y_ticks = panel.x.ticks(), panel.y.ticks()
    crowded = isinstance(panel.x, NameScale) and panel.x.is_crowded(PLOT_WIDTH / 6.0)
    texts = [f"\n{t.text}" if crowded and i % 2 else t.text for i, t in enumerate(x_ticks)]
    axes.set_xticks([t.place for t in x_ticks], texts)
    axes.set_yticks([t.place for t in y_ticks], [t.text for t in y_ticks])
    axes.tick_params(colors=_SOFT, length=0)
    axes.grid(visible=True, color=_SOFT, alpha=0.2, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    if isinstance(panel.y, LogScale) and panel.y.break_place is not None:
        axes.plot([0.0], [panel.y.break_place], marker=(2, 0, -55), color=_SOFT, clip_on=False)
    for mark in panel.visible:
        _mark(mark, panel, axes)
    legend = panel.legend()
    if legend:
        handles = [axes.plot([], [], color=_colour(m), label=name)[0] for name, m in legend.items()]
        axes.legend(
            handles=handles,
            fontsize=7,
            frameon=False,
            loc="upper left",
            bbox_to_anchor=(0.0, -0.16),
            ncols=min(4, len(handles)),
        )


def _mark(mark: Mark, panel: Panel, axes: Any) -> None:  # noqa: ANN401
    x, y = panel.x.place, panel.y.place
    match mark:
        case Line():
            axes.plot(
                [x(value) for value in mark.xs],
                [float("nan") if value is None else y(value) for value in mark.ys],
                color=_colour(mark),
                linewidth=0.8 if mark.faint else 1.5,
                alpha=0.45 if mark.faint else 1.0,
                linestyle="none" if not mark.joined else "--" if mark.dashed else "-",
                marker="o" if mark.dots else None,
                markersize=4.0,
                clip_on=not mark.dots,
            )
        case Band():
            axes.fill_between(
                [x(value) for value in mark.xs],
                [y(value) for value in mark.lows],
                [y(value) for value in mark.highs],
                color=_colour(mark),
                alpha=0.2,
            )
        case HorizontalLine():
            colour = _SOFT if mark.faint else _ALARM
            axes.axhline(y(mark.y), color=colour, linestyle=":" if mark.faint else "--")
            axes.text(0.99, y(mark.y) + 0.015, mark.text, color=colour, ha="right", fontsize=7)
        case VerticalLine():
            axes.axvline(x(mark.x), color=_ALARM, linestyle=":")
            axes.text(x(mark.x) + 0.01, 0.95, mark.text, color=_ALARM, fontsize=7)
        case BoxPlot():
            _box(mark, panel, axes)
        case Cross():
            axes.plot([x(mark.x)], [y(mark.y)], marker="x", color=_ALARM, markeredgewidth=2)
            axes.text(x(mark.x) + 0.02, y(mark.y) + 0.02, mark.text, color=_ALARM, fontsize=7)
        case Frame():
            corners_x = [mark.x_low, mark.x_high, mark.x_high, mark.x_low, mark.x_low]
            corners_y = [mark.y_low, mark.y_low, mark.y_high, mark.y_high, mark.y_low]
            axes.plot([x(v) for v in corners_x], [y(v) for v in corners_y], color=_INK, lw=0.8)


def _colour(mark: Line | BoxPlot | Band) -> str:
    return LIGHT.series[mark.series % len(LIGHT.series)]


def _box(box: BoxPlot, panel: Panel, axes: Any) -> None:  # noqa: ANN401
    low, first, median, third, high = (panel.y.place(value) for value in box.five)
    x, colour = panel.x.place(box.x), _colour(box)
    axes.plot([x, x], [low, first], color=colour)
    axes.plot([x, x], [third, high], color=colour)
    axes.fill_between([x - 0.03, x + 0.03], first, third, color=colour, alpha=0.2)
    for value in (low, first, median, third, high):
        axes.plot([x - 0.03, x + 0.03], [value, value], color=colour)
