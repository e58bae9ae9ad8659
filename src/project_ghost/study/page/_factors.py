"""Figures of the factors other than load: maxima by level, and box plots by nice value."""

from project_ghost.drawing import (
    BoxPlot,
    Figure,
    Line,
    NameScale,
    Panel,
    five_numbers,
    log_scale,
)
from project_ghost.study.results._results import Cell, Effect, FactorResult, StudyResult

from ._deviation import tolerance_line
from ._texts import metres_text

__all__ = ["factors_figure", "nice_figure"]

_BOXES_WIDTH = 0.32  # of the boxes of several loads, as a share of the width of a name


def factors_figure(result: StudyResult) -> Figure | None:
    """A panel for each factor except load."""
    factors = [f for f in result.factors if f.factor != "load" and len(f.levels) > 1]
    if not factors:
        return None
    return Figure(
        "factors",
        "The other factors",
        "The largest deviation over all scenarios at each level of each factor. One factor is "
        "varied at a time from the baseline.",
        " ".join(
            f"{f.factor}: {', '.join(f'{v.level} {metres_text(v.max_sigma_m)}' for v in f.levels)}."
            for f in factors
        ),
        tuple(_panel(result, factor) for factor in factors),
    )


def _panel(result: StudyResult, factor: FactorResult) -> Panel:
    values = [level.max_sigma_m for level in factor.levels]
    places = [float(i) for i in range(len(values))]
    return Panel(
        f"{factor.factor}: {_effect(factor)}",
        NameScale(tuple(level.level for level in factor.levels)),
        log_scale([*values, result.tolerance_m]),
        factor.factor,
        "max sigma [m]",
        (tolerance_line(result), Line(places, list(values), 0, dots=True, joined=False)),
    )


def _effect(factor: FactorResult) -> str:
    return "no effect" if factor.effect is Effect.NONE else factor.effect


def nice_figure(result: StudyResult) -> Figure | None:
    """Box plots of sigma over actors and times by nice value, side by side for each load."""
    varied = [c for c in result.cells if c.factor == "nice"]
    if not varied:
        return None
    loads = sorted({c.conditions.load_percent for c in (*varied, *_baselines(result))})
    cells = [
        *(c for c in result.cells if c.factor == "load" and c.conditions.load_percent in loads),
        *_baselines(result),
        *varied,
    ]
    nices = sorted({c.conditions.nice for c in cells})
    sigmas = {
        (nice, load): _sigmas([c for c in cells if _is_at(c, nice, load)])
        for nice in nices
        for load in loads
    }
    step = _BOXES_WIDTH / max(1, len(loads) - 1) if len(loads) > 1 else 0.0
    boxes = [
        BoxPlot(
            nices.index(nice) + (loads.index(load) - 0.5 * (len(loads) - 1)) * step,
            five_numbers(values),
            loads.index(load),
            f"load {load} %",
        )
        for (nice, load), values in sigmas.items()
        if values
    ]
    if not boxes:
        return None
    every = [value for box in boxes for value in box.five]
    return Figure(
        "nice",
        "By nice value",
        "sigma over all actors, times and scenarios. The box is the middle half, the line in it "
        "the median; the whiskers reach to the smallest and the largest value."
        + ("" if any(every) else " All are exactly 0."),
        "; ".join(
            f"nice {nice} at load {load} %: median {metres_text(five_numbers(values)[2])}, "
            f"largest {metres_text(max(values))}"
            for (nice, load), values in sigmas.items()
            if values
        )
        + ".",
        (
            Panel(
                "",
                NameScale(tuple(str(nice) for nice in nices)),
                log_scale([*every, result.tolerance_m]),
                "nice",
                "sigma [m]",
                (tolerance_line(result), *boxes),
            ),
        ),
        columns=1,
    )


def _baselines(result: StudyResult) -> list[Cell]:
    return [cell for cell in result.cells if cell.is_baseline]


def _is_at(cell: Cell, nice: int, load_percent: int) -> bool:
    return cell.conditions.nice == nice and cell.conditions.load_percent == load_percent


def _sigmas(cells: list[Cell]) -> list[float]:
    return [
        sigma
        for cell in cells
        for values in cell.sigma.by_actor.values()
        for sigma in values
        if sigma is not None
    ]
