"""The tables of the page."""

from project_ghost.analysis.binomial import CONFIDENCE
from project_ghost.drawing import Table, Tone
from project_ghost.study.results._results import Cell, Effect, ScenarioMaxima, StudyResult

from ._texts import NO_VALUE, cell_verdict, differing_text, metres_text, percent_text

__all__ = ["cells_table", "factors_table", "maxima_table", "not_run_table"]


def cells_table(result: StudyResult) -> Table:
    """A row for each experiment."""
    return Table(
        "All experiments. Identical: all repeats have the same bits. Differing: repeats unlike the "
        f"most frequent one, and the {percent_text(CONFIDENCE)} interval for their share of all "
        "runs (Clopper and Pearson). Farthest repeat: the largest distance of one repeat from the "
        "mean of the others. The verdict is based on it and on max sigma.",
        ("experiment", "verdict", "repeats", "fresh", "distinct", "differing", "max sigma",
         "farthest repeat", "before collision", "after", "from baseline", "load reached"),
        [_row(cell) for cell in result.cells],
        numbers=(2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    )  # fmt: skip


def _row(cell: Cell) -> list[str | tuple[str, Tone]]:
    report, reached = cell.report, cell.usage.reached_load_percent
    shift = {True: "same", None: NO_VALUE}.get(cell.as_baseline, metres_text(cell.shift_m))
    return [
        cell.id,
        cell_verdict(cell),
        f"{report.repeats:,}",
        f"{cell.fresh:,}",
        f"{cell.distinct_traces:,}",
        differing_text(report.differing),
        metres_text(report.max_sigma_m),
        metres_text(report.max_deviation_m),
        metres_text(report.before_collision_m),
        metres_text(report.after_collision_m),
        NO_VALUE if cell.is_baseline else shift,
        NO_VALUE if reached is None else f"{reached:.0f} %",
    ]


def factors_table(result: StudyResult) -> Table:
    """The effect of each factor."""
    tones = {
        Effect.NONE: Tone.GOOD,
        Effect.SHIFT: Tone.NOTE,
        Effect.WITHIN_TOLERANCE: Tone.NOTE,
    }
    return Table(
        "The effect of each factor. One factor is varied at a time from the baseline.",
        ("factor", "effect", "keeps the tolerance at", "breaks it at"),
        [
            [
                factor.factor,
                (factor.effect, tones.get(factor.effect, Tone.BAD)),
                ", ".join(v.level for v in factor.levels if v.permissible) or NO_VALUE,
                ", ".join(factor.breaking_levels) or NO_VALUE,
            ]
            for factor in result.factors
        ],
    )


def maxima_table(result: StudyResult) -> Table:
    """The unrestricted and restricted maxima of each scenario."""
    return Table(
        "Maxima over all samples, and restricted ones: without samples after a collision and "
        f"without experiments above {result.restricted_load_percent} % load.",
        ("scenario", "experiments", "max sigma", "farthest repeat", "verdict", "restricted to",
         "max sigma", "farthest repeat", "verdict"),
        [_maxima_row(maxima) for maxima in result.columns],
        numbers=(1, 2, 3, 5, 6, 7),
    )  # fmt: skip


def _maxima_row(maxima: ScenarioMaxima) -> list[str | tuple[str, Tone]]:
    return [
        maxima.scenario,
        str(maxima.cells),
        metres_text(maxima.unrestricted_max_sigma_m),
        metres_text(maxima.unrestricted_max_deviation_m),
        _permissible(maxima.unrestricted_permissible),
        str(maxima.restricted_cells),
        metres_text(maxima.restricted_max_sigma_m),
        metres_text(maxima.restricted_max_deviation_m),
        _permissible(maxima.restricted_permissible),
    ]


def _permissible(value: bool | None) -> tuple[str, Tone] | str:  # noqa: FBT001 - a fact
    if value is None:
        return NO_VALUE
    return ("permissible", Tone.GOOD) if value else ("not permissible", Tone.BAD)


def not_run_table(result: StudyResult) -> Table:
    """Experiments and checks that were not run, and why."""
    return Table(
        "Experiments and checks that were not run.",
        ("name", "reason"),
        [[each.name, each.reason] for each in result.not_run],
    )
