"""The page of a study, in its order: the verdict first."""

from collections.abc import Sequence

from project_ghost.core.duration import seconds_text
from project_ghost.core.wording import counted
from project_ghost.drawing import Figure, Page
from project_ghost.study.results._results import StudyResult

from ._tables import cells_table, columns_table, factors_table, not_run_table
from ._words import metres, parting, verdict_of_study, worst_cell

__all__ = ["study_page"]

_VALUES = 4


def study_page(result: StudyResult, figures: Sequence[Figure]) -> str:
    """The page as HTML."""
    page = Page(f"Variance study: {result.name}", result.description)
    if result.description:
        page.text(result.description)
    verdict = verdict_of_study(result)
    page.verdict(verdict.tone, verdict.headline, verdict.texts)
    if result.factors:
        page.table(factors_table(result))
    paths = [figure for figure in figures if figure.name == "paths"]
    if paths:
        page.heading("Where everybody went")
        page.figure(paths[0])
    page.heading("How far repeats are apart")
    for figure in figures:
        if figure not in paths:
            page.figure(figure)
    _rounding(page, result)
    page.heading("Every experiment")
    if result.cells:
        page.table(cells_table(result))
        page.table(columns_table(result))
    failed = [f"{cell.id}: {line}" for cell in result.cells for line in cell.failed]
    if failed:
        page.text(f"{counted(len(failed), 'repeat')} failed:")
        page.points(failed[:20])
    page.heading("What was not run")
    if result.not_run:
        page.table(not_run_table(result))
    else:
        page.text("Everything that the file asks for was run.")
    if result.remarks:
        page.heading("What was not as expected")
        page.points(result.remarks)
    _setup(page, result)
    return page.html()


def _rounding(page: Page, result: StudyResult) -> None:
    page.heading("What is rounding, and what is not")
    identical = [c for c in result.cells if c.report.identical]
    naive = max((c.report.naive_max_sigma_m or 0.0 for c in identical), default=0.0)
    page.text(
        "All values are taken relative to the first repeat before anything is added up. So "
        "repeats that are the same give exactly 0.0, and what differs by a single bit does not."
    )
    if naive:
        page.text(
            f"The usual formula subtracts a rounded mean. For the {len(identical)} experiments "
            f"whose repeats are identical it gives up to {metres(naive)}: that is rounding of "
            "the analysis, and no property of the simulator."
        )
    differing = [c for c in result.cells if not c.report.identical]
    if differing:
        cell = worst_cell(tuple(differing))
        began = parting(cell)
        text = (
            f"In {counted(len(differing), 'experiment')} the repeats differ. None of that is "
            "rounding of the analysis: it is in the traces."
        )
        if began is not None:
            text += (
                f" In {cell.id} they part at {seconds_text(began[0])} by {metres(began[1])}, and "
                f"come to {metres(cell.report.max_sigma_m)}."
            )
        page.text(text)


def _setup(page: Page, result: StudyResult) -> None:
    page.heading("How it was run")
    base = result.baseline
    facts = [
        ("simulator", result.simulator),
        ("seed", str(result.seed)),
        ("tolerance", metres(result.tolerance_m)),
        (
            "baseline",
            f"load {base.load_percent} %, {counted(base.instances, 'instance')}, "
            f"process {base.process}, nice {base.nice}, CPUs {base.cpus}, "
            f"controller {base.controller}",
        ),
        *(
            (f"check: {s.name}", f"{'passed' if s.passed else 'failed'}: {s.detail}")
            for s in result.screenings
        ),
    ]
    facts += _facts(result)
    facts += [(name, str(value)) for name, value in sorted(result.host.items())]
    facts += [("time taken", f"{result.wall_s:.0f} s"), ("made by", f"ghost {result.ghost}")]
    page.facts(facts)


def _facts(result: StudyResult) -> list[tuple[str, str]]:
    """What the simulator said of itself; all values where experiments differ in one."""
    names = sorted({name for cell in result.cells for name in cell.facts})
    found = []
    for name in names:
        values = list(dict.fromkeys(str(cell.facts.get(name)) for cell in result.cells))
        more = f" and {len(values) - _VALUES} more" if len(values) > _VALUES else ""
        found.append((name, ", ".join(values[:_VALUES]) + more))
    return found
