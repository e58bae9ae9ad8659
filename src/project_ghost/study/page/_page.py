"""The page of a study: the verdict first, then figures, tables and the setup."""

from collections.abc import Sequence
from dataclasses import replace

from project_ghost.core.duration import seconds_text
from project_ghost.core.wording import counted
from project_ghost.drawing import Figure, Page
from project_ghost.study.results._results import StudyResult

from ._tables import (
    actors_table,
    cells_table,
    collisions_table,
    factors_table,
    maxima_table,
    not_run_table,
    usage_table,
)
from ._texts import first_difference, metres_text, percent_text, study_verdict, worst_cell
from ._words import cell_words, fact_words, level_words, remark_words

__all__ = ["study_page"]

_VALUES_SHOWN = 4


def study_page(result: StudyResult, figures: Sequence[Figure]) -> str:
    """The page as the text of an HTML file."""
    page = Page(f"Variance study: {result.name}", result.description)
    if result.description:
        page.text(result.description)
    verdict = study_verdict(result)
    page.verdict(verdict.tone, verdict.headline, verdict.texts)
    if result.factors:
        page.table(factors_table(result))
    paths = [figure for figure in figures if figure.name == "paths"]
    if paths:
        page.heading("Paths")
        page.figure(paths[0])
    page.heading("Deviation between repeats")
    for figure in figures:
        if figure not in paths:
            _deviation(page, figure)
    _rounding(page, result)
    page.heading("Experiments")
    _experiments(page, result)
    failed = [f"{cell_words(cell)}: {line}" for cell in result.cells for line in cell.failed]
    if failed:
        page.text(f"{counted(len(failed), 'repeat')} failed:")
        page.points(failed[:20])
    page.heading("Not run")
    if result.not_run:
        page.table(not_run_table(result))
    else:
        page.text("All experiments and checks were run.")
    if result.remarks:
        page.heading("Unexpected outcomes")
        page.points([remark_words(each, result.cells) for each in result.remarks])
    _setup(page, result)
    return page.html()


def _deviation(page: Page, figure: Figure) -> None:
    """Show the panels in which something differs; those that are zero everywhere unfold."""
    zero = tuple(panel for panel in figure.panels if panel.is_zero)
    shown = tuple(panel for panel in figure.panels if not panel.is_zero)
    if shown:
        page.figure(replace(figure, panels=shown))
    if zero:
        what = figure.title if not shown else f"{figure.title}, the rest"
        page.figure(replace(figure, panels=zero), folded=f"{what}: exactly 0 everywhere")


def _experiments(page: Page, result: StudyResult) -> None:
    if not result.cells:
        return
    page.table(cells_table(result))
    if result.columns:
        page.table(maxima_table(result))
    if any(cell.report.collisions is not None for cell in result.cells):
        page.table(collisions_table(result))
    for scenario in result.scenarios:
        worst = worst_cell(tuple(c for c in result.cells if c.scenario == scenario))
        if not worst.report.identical:
            page.table(actors_table(worst))


def _rounding(page: Page, result: StudyResult) -> None:
    page.heading("Rounding and real differences")
    identical = [c for c in result.cells if c.report.identical]
    naive = max((c.report.naive_max_sigma_m or 0.0 for c in identical), default=0.0)
    page.text(
        "The analysis subtracts the first repeat from all values before it adds them up. So "
        "identical repeats give exactly 0.0, and repeats that differ by a single bit do not."
    )
    if naive:
        page.text(
            f"The usual formula subtracts a rounded mean. For the {len(identical)} experiments "
            f"with identical repeats it gives up to {metres_text(naive)}: that is rounding of the "
            "analysis, not a property of the simulator."
        )
    differing = [c for c in result.cells if not c.report.identical]
    if differing:
        cell = worst_cell(tuple(differing))
        start = first_difference(cell)
        text = (
            f"In {counted(len(differing), 'experiment')} the repeats differ. The differences are "
            "in the traces, not in the rounding of the analysis."
        )
        if start is not None:
            text += (
                f" In {cell_words(cell)}, they first differ at {seconds_text(start[0])}, by "
                f"{metres_text(start[1])}; the largest deviation is "
                f"{metres_text(cell.report.max_sigma_m)}."
            )
        page.text(text)


def _setup(page: Page, result: StudyResult) -> None:
    page.heading("Setup")
    base = result.baseline
    facts = [
        ("simulator", result.simulator),
        ("seed", str(result.seed)),
        ("tolerance", metres_text(result.tolerance_m)),
        (
            "confidence wanted",
            f"fewer than {percent_text(result.confidence.differing_runs_below)} of runs differ, "
            f"at {percent_text(result.confidence.at)}: "
            f"{counted(result.confidence.repeats_needed(), 'repeat')} of each experiment",
        ),
        (
            "budget of an experiment",
            "none" if result.budget_s is None else f"{result.budget_s:g} s",
        ),
        (
            "baseline",
            f"load {base.load_percent} %, {counted(base.instances, 'instance')}, "
            f"{level_words('process', base.process)}, nice {base.nice}, CPUs {base.cpus}, "
            f"memory nodes {base.memory}, controller {base.controller}",
        ),
        *(
            (f"check: {s.name}", f"{'passed' if s.passed else 'failed'}: {s.detail}")
            for s in result.screenings
        ),
    ]
    facts += _facts(result)
    facts += [
        fact_words(name, value) for name, value in sorted(result.host.items()) if value is not None
    ]
    facts += [("time taken", f"{result.wall_s:.0f} s"), ("made by", f"ghost {result.ghost}")]
    page.facts(facts)
    if result.cells:
        page.table(usage_table(result))


def _facts(result: StudyResult) -> list[tuple[str, str]]:
    """The simulator's facts, with all values of those that differ between experiments."""
    names = sorted({name for cell in result.cells for name in cell.facts})
    facts = []
    for name in names:
        cells = (cell for cell in result.cells if name in cell.facts)
        values = list(dict.fromkeys(fact_words(name, cell.facts[name])[1] for cell in cells))
        more = f" and {len(values) - _VALUES_SHOWN} more" if len(values) > _VALUES_SHOWN else ""
        label, _ = fact_words(name, None)
        facts.append((label, ", ".join(values[:_VALUES_SHOWN]) + more))
    return facts
