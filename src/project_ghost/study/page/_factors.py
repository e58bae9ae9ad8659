"""Every other factor: the largest deviation at each level, and box plots by nice value."""

from project_ghost.drawing import (
    BoxPlot,
    Figure,
    Line,
    NameScale,
    Panel,
    five_numbers,
    log_scale,
)
from project_ghost.study.results._results import Cell, FactorResult, StudyResult

from ._spread import tolerance
from ._words import metres

__all__ = ["factors_figure", "nice_figure"]

_FREE = 0.32  # how much of a name's place the boxes of several loads share


def factors_figure(result: StudyResult) -> Figure | None:
    """A panel for each factor but the load."""
    factors = [f for f in result.factors if f.factor != "load" and len(f.levels) > 1]
    if not factors:
        return None
    return Figure(
        "factors",
        "The other factors",
        "The largest deviation over all scenarios at each level of each factor, one varied at a "
        "time from the baseline.",
        " ".join(
            f"{f.factor}: {', '.join(f'{v.level} {metres(v.max_sigma_m)}' for v in f.levels)}."
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
        (tolerance(result), Line(places, list(values), 0, dots=True, joined=False)),
    )


def _effect(factor: FactorResult) -> str:
    return {"none": "no effect"}.get(factor.effect, factor.effect)


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
    found = {
        (nice, load): _sigmas([c for c in cells if _is_at(c, nice, load)])
        for nice in nices
        for load in loads
    }
    step = _FREE / max(1, len(loads) - 1) if len(loads) > 1 else 0.0
    boxes = [
        BoxPlot(
            nices.index(nice) + (loads.index(load) - 0.5 * (len(loads) - 1)) * step,
            five_numbers(values),
            loads.index(load),
            f"load {load} %",
        )
        for (nice, load), values in found.items()
        if values
    ]
    if not boxes:
        return None
    every = [value for box in boxes for value in box.five]
    return Figure(
        "nice",
        "By nice value",
        "sigma over all actors, times and scenarios: the box is the middle half, the line in it "
        "the median, the whiskers reach to the smallest and the largest."
        + ("" if any(every) else " All are exactly 0."),
        "; ".join(
            f"nice {nice} at load {load} %: median {metres(five_numbers(values)[2])}, "
            f"largest {metres(max(values))}"
            for (nice, load), values in found.items()
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
                (tolerance(result), *boxes),
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
