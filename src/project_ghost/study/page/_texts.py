"""Numbers and verdicts as texts."""

from typing import NamedTuple

from project_ghost.core.duration import seconds_text
from project_ghost.core.wording import counted
from project_ghost.drawing import Tone
from project_ghost.study.results._results import Cell, StudyResult

__all__ = [
    "NO_VALUE",
    "Verdict",
    "cell_verdict",
    "first_difference",
    "metres_text",
    "percent_text",
    "study_verdict",
    "worst_cell",
]

NO_VALUE = "\u2013"  # a dash


class Verdict(NamedTuple):
    """The conclusion of a study: a headline, and texts below it."""

    tone: Tone
    headline: str
    texts: tuple[str, ...] = ()


def metres_text(value: float | None) -> str:
    """A length with three digits; 0.0 m only for an exact zero."""
    if value is None:
        return NO_VALUE
    if value == 0.0:
        return "0.0 m"
    return f"{value:.3g} m".replace("e-0", "e-")


def percent_text(share: float) -> str:
    """A probability in percent."""
    return f"{100.0 * share:.3g} %"


def worst_cell(cells: tuple[Cell, ...]) -> Cell:
    """The experiment with the largest deviation; the first of several."""
    return max(cells, key=lambda c: (c.report.max_sigma_m, not c.report.identical, c.is_baseline))


def first_difference(cell: Cell) -> tuple[int, float] | None:
    """When the repeats first differ, and by how much; None if they never do."""
    for t, time_ns in enumerate(cell.sigma.times_ns):
        deviations = [s for values in cell.sigma.by_actor.values() if (s := values[t])]
        if deviations:
            return time_ns, max(deviations)
    return None


def cell_verdict(cell: Cell) -> tuple[str, Tone]:
    """The verdict on an experiment, and its tone, for a table."""
    report = cell.report
    if cell.failed and not report.repeats:
        return "failed", Tone.BAD
    if not report.permissible:
        return "not permissible", Tone.BAD
    if report.identical:
        return ("identical", Tone.GOOD) if cell.as_baseline is not False else ("shifted", Tone.NOTE)
    return "permissible", Tone.NOTE


def study_verdict(result: StudyResult) -> Verdict:
    """The verdict on a study."""
    if not result.cells:
        return Verdict(Tone.NOTE, "Nothing was run.", (result.domain.statement,))
    repeats = sum(cell.report.repeats for cell in result.cells)
    ran = f"{counted(repeats, 'repeat')} in {counted(len(result.cells), 'experiment')}"
    verdict = _verdict(result, ran)
    texts = list(verdict.texts)
    failed = sum(len(cell.failed) for cell in result.cells)
    if failed:
        texts.append(f"{counted(failed, 'repeat')} failed and left no trace.")
    if not result.complete:
        texts.append("The study is not complete: it ended before all repeats were run.")
    is_partial = failed or not result.complete
    tone = Tone.NOTE if is_partial and verdict.tone is Tone.GOOD else verdict.tone
    return Verdict(tone, verdict.headline, tuple(texts))


def _verdict(result: StudyResult, ran: str) -> Verdict:
    worst = worst_cell(result.cells)
    report = worst.report
    tolerance = metres_text(result.tolerance_m)
    if not all(cell.report.permissible for cell in result.cells):
        texts = [result.domain.statement, _where(worst)]
        if report.missing is not None:
            texts.append("Some repeats have samples that others lack.")
        return Verdict(
            Tone.BAD,
            f"Not permissible: up to {metres_text(report.max_sigma_m)} between repeats, "
            f"at a tolerance of {tolerance}.",
            (f"{ran}.", *texts),
        )
    if not all(cell.report.identical for cell in result.cells):
        return Verdict(
            Tone.NOTE,
            f"Permissible, but not the same: up to {metres_text(report.max_sigma_m)} between "
            f"repeats, at a tolerance of {tolerance}.",
            (f"{ran}.", result.domain.statement, _where(worst)),
        )
    bounds = [c.report.differing_run_bound for c in result.cells]
    bound = max((b for b in bounds if b is not None), default=None)
    bound_text = (
        ()
        if bound is None
        else (
            "No repeat differs, so a run differs with a probability below "
            f"{percent_text(bound)} in each experiment (95 % confidence, exact binomial).",
        )
    )
    shifted = [cell for cell in result.cells if cell.as_baseline is False]
    if shifted:
        names = ", ".join(dict.fromkeys(f"{c.factor} {c.level}" for c in shifted))
        return Verdict(
            Tone.NOTE,
            "All repeats are the same within each experiment, but some differ from the baseline: "
            f"{names}.",
            (f"{ran}.", *bound_text),
        )
    return Verdict(
        Tone.GOOD,
        "All repeats are the same, bit for bit: max sigma is exactly 0.0 m.",
        (f"{ran}, at a tolerance of {tolerance}.", *bound_text),
    )


def _where(cell: Cell) -> str:
    peak, start = cell.report.peak, first_difference(cell)
    parts = [f"The largest deviation is in {cell.id}"]
    if peak is not None and peak.sigma:
        parts.append(f"actor {peak.actor} at {seconds_text(peak.time_ns)}, along {peak.variable}")
    text = ": ".join(parts)
    if start is not None:
        text += (
            f"; its repeats first differ at {seconds_text(start[0])}, by {metres_text(start[1])}"
        )
    return text + "."
