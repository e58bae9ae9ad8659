"""The paths of all actors, with an inset where repeats are farthest apart."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from project_ghost.analysis.traces import Traces
from project_ghost.core.arrays import Floats
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.drawing import (
    PLOT_SIZE_PX,
    Cross,
    Figure,
    Frame,
    Line,
    LinearScale,
    Panel,
    equal_scales,
    simplified,
)
from project_ghost.study.results._results import Cell, StudyResult
from project_ghost.study.results._store import EXPERIMENTS, ExperimentStore
from project_ghost.study.results._trace import Trace, combined

from ._texts import metres_text, worst_cell
from ._words import cell_words

__all__ = ["paths_figure"]

_DRAWN_TRACES = 24
_NAMED_ACTORS = 8
_WINDOW_MIN_M = 1e-15
_DRAWN_MAX_M = 1e300  # lengths of a figure are sums of coordinates
_WINDOW_IDENTICAL_M = 1.0
_SIMPLIFY_PX = 0.3

Point = tuple[float, float]


def paths_figure(result: StudyResult, folder: Path) -> Figure | None:
    """Two panels for each scenario, the plane and the inset; None if there are no traces."""
    panels: list[Panel] = []
    most = 0
    for scenario in result.scenarios:
        cell = worst_cell(tuple(c for c in result.cells if c.scenario == scenario))
        try:
            traces = ExperimentStore(folder / EXPERIMENTS / cell.id).distinct_traces().traces
        except InputError:
            continue
        distinct = traces[:_DRAWN_TRACES]
        most = max(most, len(distinct))
        names = [str(i + 1) for i in range(len(distinct))]
        panels += _panels(cell, combined(cell.id, names, distinct), distinct[0])
    if not panels:
        return None
    several = most > 1
    return Figure(
        "paths",
        "Paths in the plane",
        "The experiment with the largest deviation of each scenario, with one line for each "
        + (
            f"distinct trace (at most {_DRAWN_TRACES}). The inset enlarges the frame: each repeat "
            "at the time of the largest deviation, relative to the first repeat. "
            if several
            else "actor, which is the path of all repeats. "
        )
        + "Crosses mark the first collision.",
        "Paths of all actors seen from above, and beside them an enlarged part with a dot for "
        "each repeat.",
        tuple(panels),
    )


def _panels(cell: Cell, traces: Traces, first: Trace) -> list[Panel]:
    x, y = (_in_metres(traces, axis) for axis in ("x", "y"))
    traces = replace(traces, present=traces.present & np.isfinite(x) & np.isfinite(y))
    if not traces.present.any():
        return []
    actor, time = _inset_focus(cell, traces, first)
    here = traces.present[:, actor, time]
    dots = np.stack([x[here, actor, time], y[here, actor, time]], axis=1)
    scales = equal_scales(x[traces.present].tolist(), y[traces.present].tolist(), *PLOT_SIZE_PX)
    unit_m = (scales[0].high - scales[0].low) / PLOT_SIZE_PX[0]
    marks: list[Line | Cross | Frame] = []
    for a in range(len(traces.actors)):
        name = traces.actors[a] if len(traces.actors) <= _NAMED_ACTORS else ""
        for r in range(len(traces.repeats)):
            path = _path(traces, x, y, r, a)
            if path:
                points = simplified(path, _SIMPLIFY_PX * unit_m)
                marks.append(
                    Line([p[0] for p in points], [p[1] for p in points], a, name, faint=r > 0)
                )
    marks += _crosses(first)
    middle = dots[0]
    reach_m = max(12.0 * unit_m, 1.2 * float(np.abs(dots - middle).max()))
    marks.append(
        Frame(middle[0] - reach_m, middle[1] - reach_m, middle[0] + reach_m, middle[1] + reach_m)
    )
    return [
        Panel(cell_words(cell), *scales, "x [m]", "y [m]", tuple(marks)),
        _inset(traces, x, y, actor, time),
    ]


def _inset(
    traces: Traces,
    x: Floats,
    y: Floats,
    actor: int,
    time: int,
) -> Panel:
    """Each repeat at one time, and its path near it, relative to the first repeat."""
    here = np.flatnonzero(traces.present[:, actor, time])
    origin = np.array([x[here[0], actor, time], y[here[0], actor, time]])
    dots = np.stack([x[here, actor, time], y[here, actor, time]], axis=1) - origin
    spread_m = float(np.abs(dots).max())
    window_m = max(spread_m, _WINDOW_MIN_M) if spread_m > 0.0 else _WINDOW_IDENTICAL_M
    corners = [*dots[:, 0].tolist(), -0.6 * window_m, 0.6 * window_m]
    scales = equal_scales(
        corners, [*dots[:, 1].tolist(), -0.3 * window_m, 0.3 * window_m], *PLOT_SIZE_PX, room=0.12
    )
    marks: list[Line] = []
    for i, r in enumerate(here.tolist()):
        path = [(px - origin[0], py - origin[1]) for px, py in _path(traces, x, y, r, actor)]
        marks += [
            Line([p[0] for p in piece], [p[1] for p in piece], actor, faint=True)
            for piece in _inside(path, *scales)
        ]
        marks.append(Line([float(dots[i, 0])], [float(dots[i, 1])], actor, dots=True))
    name, stamp = traces.actors[actor], seconds_text(int(traces.times_ns[time]))
    title = (
        f"inset: {name} at {stamp}, up to {metres_text(spread_m)} apart"
        if spread_m > 0.0
        else f"inset: {name} at {stamp}, all in one place"
    )
    return Panel(title, *scales, "x from repeat 1 [m]", "y from repeat 1 [m]", tuple(marks))


def _inset_focus(cell: Cell, traces: Traces, first: Trace) -> tuple[int, int]:
    """The actor and time of the inset: the peak, the first collision, or the middle of a path."""
    peak = cell.report.peak
    times = traces.times_ns.tolist()
    if peak is not None and peak.sigma and peak.actor in traces.actors and peak.time_ns in times:
        return traces.actors.index(peak.actor), times.index(peak.time_ns)
    hit_ns = first.first_collision_ns
    if hit_ns is not None:
        row = int(np.flatnonzero(first.collided & (first.times_ns == hit_ns))[0])
        actor, time = traces.actors.index(first.actors[first.actor[row]]), times.index(hit_ns)
        if traces.present[:, actor, time].any():
            return actor, time
    repeat = int(np.argmax(traces.present.any(axis=(1, 2))))  # the first that is drawn
    actor = int(np.argmax(traces.present[repeat].sum(axis=1)))
    present = np.flatnonzero(traces.present[repeat, actor])
    return actor, int(present[len(present) // 2])


def _in_metres(traces: Traces, axis: str) -> Floats:
    variable = traces.variables.get(axis)
    if variable is None:
        return np.zeros(traces.present.shape)
    return _drawn(variable.scale, variable.values)


def _drawn(scale: float, values: Floats) -> Floats:
    """Coordinates in metres, within what a figure can hold; NaN where they are not finite."""
    with np.errstate(over="ignore"):
        metres = np.clip(scale * values, -_DRAWN_MAX_M, _DRAWN_MAX_M)
    return np.where(np.isfinite(values), metres, np.nan)


def _path(
    traces: Traces,
    x: Floats,
    y: Floats,
    repeat: int,
    actor: int,
) -> list[Point]:
    present = traces.present[repeat, actor]
    places = np.stack([x[repeat, actor, present], y[repeat, actor, present]], axis=1)
    return [(px, py) for px, py in places.tolist()]


def _crosses(trace: Trace) -> list[Cross]:
    """A cross at each actor in the first collision."""
    hit_ns = trace.first_collision_ns
    if hit_ns is None:
        return []
    rows = np.flatnonzero(trace.collided & (trace.times_ns == hit_ns))
    places = []
    for axis in ("x", "y"):
        column = trace.columns.get(axis)
        places.append(
            [0.0] * len(rows)
            if column is None
            else _drawn(column.scale, column.values[rows]).tolist()
        )
    return [
        Cross(x_m, y_m, seconds_text(hit_ns) if i == 0 else "")
        for i, (x_m, y_m) in enumerate(zip(*places, strict=True))
    ]


def _inside(path: list[Point], x: LinearScale, y: LinearScale) -> list[list[Point]]:
    """The parts of a path inside a window."""
    pieces: list[list[Point]] = []
    for a, b in pairwise(path):
        cut = _clipped(a, b, x, y)
        if cut is None:
            continue
        if pieces and pieces[-1][-1] == cut[0]:
            pieces[-1].append(cut[1])
        else:
            pieces.append([cut[0], cut[1]])
    return pieces


def _clipped(a: Point, b: Point, x: LinearScale, y: LinearScale) -> tuple[Point, Point] | None:
    """The part of a segment inside a window; None if there is none (Liang and Barsky 1984)."""
    begin, end = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for move, room in (
        (-dx, a[0] - x.low),
        (dx, x.high - a[0]),
        (-dy, a[1] - y.low),
        (dy, y.high - a[1]),
    ):
        if move == 0.0:
            if room < 0.0:
                return None
        elif move < 0.0:
            begin = max(begin, room / move)
        else:
            end = min(end, room / move)
    if begin >= end:
        return None
    first = a if begin == 0.0 else (a[0] + begin * dx, a[1] + begin * dy)
    last = b if end == 1.0 else (a[0] + end * dx, a[1] + end * dy)
    return first, last
