"""The tables of the page."""

from project_ghost.drawing import Table, Tone
from project_ghost.study.results._results import Cell, ScenarioMaxima, StudyResult

from ._words import NOT_SAID, metres, verdict_of_cell

__all__ = ["cells_table", "columns_table", "factors_table", "not_run_table"]


def cells_table(result: StudyResult) -> Table:
    """Every experiment."""
    return Table(
        "Every experiment. Identical: all repeats have the same bits. The verdict rests on the "
        "maximum.",
        ("experiment", "verdict", "repeats", "fresh", "distinct", "max sigma",
         "before collision", "after it", "from baseline", "load reached"),
        [_row(cell) for cell in result.cells],
        numbers=(2, 3, 4, 5, 6, 7, 8, 9),
    )  # fmt: skip


def _row(cell: Cell) -> list[str | tuple[str, Tone]]:
    report, reached = cell.report, cell.usage.reached_load_percent
    shift = {True: "same", None: NOT_SAID}.get(cell.as_baseline, metres(cell.shift_m))
    return [
        cell.id,
        verdict_of_cell(cell),
        f"{report.repeats:,}",
        f"{cell.fresh:,}",
        f"{cell.distinct_traces:,}",
        metres(report.max_sigma_m),
        metres(report.before_collision_m),
        metres(report.after_collision_m),
        NOT_SAID if cell.is_baseline else shift,
        NOT_SAID if reached is None else f"{reached:.0f} %",
    ]


def factors_table(result: StudyResult) -> Table:
    """What each factor does."""
    tones = {"none": Tone.GOOD, "shift": Tone.NOTE, "within tolerance": Tone.NOTE}
    return Table(
        "What each factor does, one varied at a time from the baseline.",
        ("factor", "effect", "keeps the tolerance at", "breaks it at"),
        [
            [
                factor.factor,
                (factor.effect, tones.get(factor.effect, Tone.BAD)),
                ", ".join(v.level for v in factor.levels if v.permissible) or NOT_SAID,
                ", ".join(factor.breaking_levels) or NOT_SAID,
            ]
            for factor in result.factors
        ],
    )


def columns_table(result: StudyResult) -> Table:
    """Unrestricted and restricted maxima."""
    return Table(
        "Unrestricted: all data. Restricted: without data after a collision, and without "
        f"experiments above {result.restricted_load_percent} % load.",
        ("scenario", "experiments", "max sigma", "verdict", "restricted to", "max sigma",
         "verdict"),
        [_columns_row(columns) for columns in result.columns],
        numbers=(1, 2, 4, 5),
    )  # fmt: skip


def _columns_row(columns: ScenarioMaxima) -> list[str | tuple[str, Tone]]:
    return [
        columns.scenario,
        str(columns.cells),
        metres(columns.unrestricted_max_sigma_m),
        _permissible(columns.unrestricted_permissible),
        str(columns.restricted_cells),
        metres(columns.restricted_max_sigma_m),
        _permissible(columns.restricted_permissible),
    ]


def _permissible(value: bool | None) -> tuple[str, Tone] | str:  # noqa: FBT001 - a fact
    if value is None:
        return NOT_SAID
    return ("permissible", Tone.GOOD) if value else ("not permissible", Tone.BAD)


def not_run_table(result: StudyResult) -> Table:
    """What was left out, and why."""
    return Table(
        "What was not run, by name.",
        ("what", "why"),
        [[each.name, each.reason] for each in result.not_run],
    )
