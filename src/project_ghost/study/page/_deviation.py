"""Figures of the deviation between repeats over time and against load."""

from project_ghost.core.duration import NS_PER_S, seconds_text
from project_ghost.drawing import (
    Figure,
    HorizontalLine,
    Line,
    LinearScale,
    LogScale,
    Panel,
    VerticalLine,
    linear_scale,
    log_scale,
    thinned,
)
from project_ghost.study.results._results import Cell, StudyResult

from ._texts import metres_text, worst_cell
from ._words import cell_words

__all__ = [
    "before_after_figure",
    "load_figure",
    "over_time_figure",
    "rounding_lines",
    "tolerance_line",
]

_NAMED_ACTORS = 8
_LOAD = LinearScale(-4.0, 104.0, tick_step=25.0)
_BEFORE, _AFTER = 0, 1


def tolerance_line(result: StudyResult) -> HorizontalLine:
    """A line at the tolerance."""
    return HorizontalLine(result.tolerance_m, f"tolerance {metres_text(result.tolerance_m)}")


def rounding_lines(cells: tuple[Cell, ...]) -> tuple[HorizontalLine, ...]:
    """A line at the usual formula's result for identical repeats, if that is not 0."""
    naive = [c.report.naive_max_sigma_m or 0.0 for c in cells if c.report.identical]
    largest = max(naive, default=0.0)
    if largest == 0.0:
        return ()
    return (HorizontalLine(largest, "the usual formula for identical repeats", faint=True),)


def over_time_figure(result: StudyResult) -> Figure:
    """A panel for each scenario, with its worst experiment."""
    panels = []
    for scenario in result.scenarios:
        cell = worst_cell(tuple(c for c in result.cells if c.scenario == scenario))
        panels.append(_over_time(result, cell))
    return Figure(
        "sigma-over-time",
        "Deviation over time",
        "sigma of each actor at each time, over the repeats of the experiment with the largest "
        "deviation of each scenario: the sample standard deviation along the worst axis. The "
        "scale has powers of ten and a separate place for an exact zero.",
        "One line for each actor over time"
        + ("; all are zero." if _all_same(result) else ", and a line at the tolerance."),
        tuple(panels),
    )


def _over_time(result: StudyResult, cell: Cell) -> Panel:
    times = [time_ns / NS_PER_S for time_ns in cell.sigma.times_ns]
    marks: list[Line | HorizontalLine | VerticalLine] = []
    values: list[float] = [result.tolerance_m]
    many = len(cell.sigma.by_actor) > _NAMED_ACTORS
    for a, (actor, sigma) in enumerate(cell.sigma.by_actor.items()):
        kept = thinned(sigma)
        drawn = [sigma[k] for k in kept]
        values += [s for s in drawn if s is not None]
        marks.append(Line([times[k] for k in kept], drawn, a, "" if many else actor))
    hit_ns = cell.report.first_collision_ns
    if hit_ns is not None:
        marks.append(VerticalLine(hit_ns / NS_PER_S, f"collision {seconds_text(hit_ns)}"))
    marks.append(tolerance_line(result))
    return Panel(
        cell_words(cell), linear_scale(times, room=0.02), log_scale(values), "time [s]",
        "sigma [m]", tuple(marks),
    )  # fmt: skip


def load_figure(result: StudyResult) -> Figure | None:
    """Max sigma of each scenario against the load; None where it was not varied."""
    lines = [
        (scenario, cells)
        for scenario in result.scenarios
        if len(cells := result.along("load", scenario)) > 1
    ]
    if not lines:
        return None
    rounding = rounding_lines(result.cells)
    values = [c.report.max_sigma_m for _, cells in lines for c in cells]
    marks = [
        Line(
            [float(c.conditions.load_percent) for c in cells],
            [c.report.max_sigma_m for c in cells],
            i,
            scenario,
            dots=True,
        )
        for i, (scenario, cells) in enumerate(lines)
    ]
    return Figure(
        "sigma-against-load",
        "Max sigma against load",
        "The largest deviation of each scenario at each background load of the CPUs."
        + (
            " All are exactly 0, so the lines coincide. "
            if not any(values)
            else " A dot at the bottom is an exact zero. "
        )
        + (
            "The dotted line is the usual formula's result for the same identical repeats: "
            "rounding of the analysis, not a property of the simulator."
            if rounding
            else ""
        ),
        "Max sigma of each scenario at each load: "
        + "; ".join(
            f"{scenario} {', '.join(metres_text(c.report.max_sigma_m) for c in cells)}"
            for scenario, cells in lines
        )
        + ".",
        (
            Panel(
                "",
                _LOAD,
                _scale([*values, result.tolerance_m], rounding),
                "background load [%]",
                "max sigma [m]",
                (*rounding, tolerance_line(result), *marks),
            ),
        ),
        columns=1,
    )


def before_after_figure(result: StudyResult) -> Figure | None:
    """The maxima before and after the first collision against the load, over all scenarios."""
    factor = next((f for f in result.factors if f.factor == "load"), None)
    if factor is None or all(level.after_collision_m is None for level in factor.levels):
        return None
    loads = [float(result.cell(v.cells[0]).conditions.load_percent) for v in factor.levels]
    before = [level.before_collision_m for level in factor.levels]
    after = [level.after_collision_m for level in factor.levels]
    values = [v for v in (*before, *after) if v is not None]
    return Figure(
        "before-and-after-collision",
        "Before and after the collision",
        "The largest deviation over all scenarios with a collision, before and after the first "
        "collision of any repeat, at each load.",
        f"Before: {', '.join(map(metres_text, before))}. "
        f"After: {', '.join(map(metres_text, after))}.",
        (
            Panel(
                "",
                _LOAD,
                log_scale([*values, result.tolerance_m]),
                "background load [%]",
                "max sigma [m]",
                (
                    tolerance_line(result),
                    Line(loads, before, _BEFORE, "before the collision", dots=True),
                    Line(loads, after, _AFTER, "after the collision", dots=True, dashed=True),
                ),
            ),
        ),
        columns=1,
    )


def _scale(values: list[float], rounding: tuple[HorizontalLine, ...]) -> LogScale:
    return log_scale([*values, *(level.y for level in rounding)])


def _all_same(result: StudyResult) -> bool:
    return all(cell.report.identical for cell in result.cells)
