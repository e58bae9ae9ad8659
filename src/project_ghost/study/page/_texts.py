"""Numbers and verdicts as texts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from project_ghost.analysis.binomial import ShareInterval, share_bound
from project_ghost.analysis.gap_texts import gap_text
from project_ghost.core.duration import NS_PER_S, seconds_text
from project_ghost.core.wording import counted
from project_ghost.drawing import Tone
from project_ghost.study.file._file import Study
from project_ghost.study.results._results import Cell, ScenarioMaxima, StopReason, StudyResult

from ._words import cell_words

__all__ = [
    "NO_VALUE",
    "TIMES",
    "Verdict",
    "actors_text",
    "cell_verdict",
    "certainty_text",
    "collision_text",
    "differing_text",
    "first_difference",
    "metres_text",
    "percent_text",
    "plan_text",
    "study_verdict",
    "worst_cell",
]

_ACTORS_SHOWN = 6

NO_VALUE = "\u2013"  # a dash
TIMES = " \u00d7 "


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


def differing_text(differing: ShareInterval) -> str:
    """The repeats that differ, and the interval for their share of all runs."""
    low, high = 100.0 * differing.low, 100.0 * differing.high
    return f"{differing.count:,} of {differing.runs:,} ({low:.3g} to {high:.3g} %)"


def actors_text(actors: Sequence[str]) -> str:
    """Actors by kind or name: `2 \u00d7 car, pedestrian`; a dash for none."""
    names = _counted(actors)
    more = len(names) - _ACTORS_SHOWN
    shown = names[:_ACTORS_SHOWN] + ([f"{more} more"] if more > 0 else [])
    return ", ".join(shown) or NO_VALUE


def _counted(actors: Sequence[str]) -> list[str]:
    counts = Counter(actors)
    return [name if count == 1 else f"{count}{TIMES}{name}" for name, count in counts.items()]


def collision_text(maxima: ScenarioMaxima) -> str:
    """Which actors of a scenario collide first: `car and pedestrian`, or `none`."""
    if not maxima.actors:
        return NO_VALUE
    if len(maxima.collision) == 1:
        return f"{maxima.collision[0]} alone"
    return " and ".join(_counted(maxima.collision)) or "none"


def certainty_text(result: StudyResult) -> str:
    """What the repeats show about other runs, and what the wanted confidence takes."""
    wanted = result.confidence
    at, below = percent_text(wanted.at), percent_text(wanted.differing_runs_below)
    same = [cell for cell in result.cells if cell.report.identical]
    if not same:
        return ""
    reached = max(cell.certainty.reached_below for cell in same)
    text = (
        f"{'No repeat differs, so' if len(same) == len(result.cells) else 'Where none differs,'} "
        f"a run differs with a probability below {percent_text(reached)} in each experiment "
        f"({at} confidence, exact binomial)."
    )
    short = [cell for cell in same if not cell.certainty.is_reached]
    if not short:
        return f"{text} The study wants below {below}: reached."
    missing = sum(cell.certainty.repeats_missing for cell in short)
    times = [cell.certainty.missing_s for cell in short]
    takes = sum(each for each in times if each is not None)
    about = f", about {_time_text(takes)} more" if takes else ""
    ended = (
        f" ({counted(sum(c.stopped_by is StopReason.BUDGET for c in short), 'experiment')} ended "
        f"at the budget of {_time_text(result.budget_s)})"
        if result.budget_s is not None and any(c.stopped_by is StopReason.BUDGET for c in short)
        else ""
    )
    return (
        f"{text} The study wants below {below}: not reached in {counted(len(short), 'experiment')}"
        f"{ended}. That takes {counted(short[0].certainty.repeats_needed, 'repeat')} of each, "
        f"{missing:,} more in all{about}."
    )


def plan_text(study: Study) -> str:
    """What a study will show if no repeat differs, and when its experiments end."""
    wanted, last = study.confidence, study.repeats[-1]
    needed = wanted.repeats_needed()
    aim = (
        f"fewer than {percent_text(wanted.differing_runs_below)} of runs differ "
        f"({percent_text(wanted.at)} confidence)"
    )
    shown = (
        f"{counted(last, 'repeat')} without a difference show that {aim}."
        if last >= needed
        else f"{counted(last, 'repeat')} without a difference show that fewer than "
        f"{percent_text(share_bound(0, last, wanted.at))} of runs differ "
        f"({percent_text(wanted.at)} confidence); {percent_text(wanted.differing_runs_below)} "
        f"takes {counted(needed, 'repeat')}."
    )
    ends = "An experiment ends early where the tolerance is broken" if study.stop_early else ""
    if study.budget_ns is not None:
        budget = _time_text(study.budget_ns / NS_PER_S)
        ends = (
            f"{ends}, or after {budget} of repeats"
            if ends
            else f"An experiment ends after {budget} of repeats"
        )
    return f"{shown} {ends}." if ends else shown


def _time_text(seconds: float) -> str:
    """A time in real life, to two digits or to the second."""
    if seconds < 10.0:
        return f"{seconds:.2g} s"
    if seconds < 600.0:
        return f"{seconds:.0f} s"
    minutes = seconds / 60.0
    return f"{minutes:.0f} min" if minutes < 120.0 else f"{minutes / 60.0:.1f} h"


def worst_cell(cells: tuple[Cell, ...]) -> Cell:
    """The experiment with the largest deviation; the first of several."""
    return max(
        cells,
        key=lambda c: (
            c.report.max_sigma_m,
            c.report.max_deviation_m,
            not c.report.identical,
            c.is_baseline,
        ),
    )


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
    wrong = [each for each in result.screenings if not each.passed]
    texts += [f"The check `{each.name}` failed: {each.detail}." for each in wrong]
    is_partial = failed or wrong or not result.complete
    tone = Tone.NOTE if is_partial and verdict.tone is Tone.GOOD else verdict.tone
    return Verdict(tone, verdict.headline, tuple(texts))


def _verdict(result: StudyResult, ran: str) -> Verdict:
    worst = worst_cell(result.cells)
    tolerance = metres_text(result.tolerance_m)
    certainty = certainty_text(result)
    further = (certainty,) if certainty else ()
    if not all(cell.report.permissible for cell in result.cells):
        broken = worst_cell(tuple(c for c in result.cells if not c.report.permissible))
        texts = [result.domain.statement, *_where(broken), *_gaps(result)]
        return Verdict(
            Tone.BAD,
            f"Not permissible: {_cause(broken)}, at a tolerance of {tolerance}.",
            (f"{ran}.", *texts, *_differing(result), *further),
        )
    if not all(cell.report.identical for cell in result.cells):
        return Verdict(
            Tone.NOTE,
            f"Permissible, but not the same: {_apart(worst)}, at a tolerance of {tolerance}.",
            (f"{ran}.", result.domain.statement, *_where(worst), *_differing(result), *further),
        )
    shifted = [cell for cell in result.cells if cell.as_baseline is False]
    if shifted:
        names = ", ".join(dict.fromkeys(f"{c.factor} {c.level}" for c in shifted))
        return Verdict(
            Tone.NOTE,
            "All repeats are the same within each experiment, but some differ from the baseline: "
            f"{names}.",
            (f"{ran}.", *further),
        )
    is_certain = all(cell.certainty.is_reached for cell in result.cells)
    return Verdict(
        Tone.GOOD if is_certain else Tone.NOTE,
        "All repeats are the same, bit for bit: max sigma is exactly 0.0 m.",
        (f"{ran}, at a tolerance of {tolerance}.", *further),
    )


def _apart(cell: Cell) -> str:
    report = cell.report
    return (
        f"max sigma {metres_text(report.max_sigma_m)}, a single repeat up to "
        f"{metres_text(report.max_deviation_m)} from the others"
    )


def _cause(cell: Cell) -> str:
    """Why an experiment is not permissible: the deviation, or samples that cannot be compared."""
    report = cell.report
    if max(report.max_sigma_m, report.max_deviation_m) > report.tolerance_m:
        return _apart(cell)
    counts = ((report.not_finite, "not finite"), (report.missing, "missing in some repeats"))
    gaps = [
        f"{counted(gap.samples, 'sample')} {'is' if gap.samples == 1 else 'are'} {what}"
        for gap, what in counts
        if gap is not None
    ]
    return f"{' and '.join(gaps)}; of all others {_apart(cell)}"


def _gaps(result: StudyResult) -> Iterator[str]:
    """Samples that are not finite or missing: the first experiment that has some."""
    for what, kind in (("not finite", "not_finite"), ("missing in some repeats", "missing")):
        cells = [cell for cell in result.cells if getattr(cell.report, kind) is not None]
        if cells:
            more = f", and so in {counted(len(cells) - 1, 'other experiment')}" * (len(cells) > 1)
            text = gap_text(getattr(cells[0].report, kind))
            yield f"Samples are {what} in {cell_words(cells[0])} ({text}){more}."


def _differing(result: StudyResult) -> tuple[str, ...]:
    """The experiment in which the largest share of repeats differs."""
    cell = max(result.cells, key=lambda c: c.report.differing.share)
    differing = cell.report.differing
    if not differing.count:
        return ()
    return (
        f"In {cell_words(cell)}, {differing.count:,} of {counted(differing.runs, 'repeat')} "
        f"differ, {percent_text(differing.share)}; their share of all runs is from "
        f"{percent_text(differing.low)} to {percent_text(differing.high)} "
        f"({percent_text(differing.confidence)} confidence, Clopper and Pearson).",
    )


def _where(cell: Cell) -> tuple[str, ...]:
    """Where the deviation is largest; nothing if there is none."""
    if not cell.report.max_deviation_m:
        return ()
    peak, farthest, start = cell.report.peak, cell.report.farthest, first_difference(cell)
    parts = [f"The largest deviation is in {cell_words(cell)}"]
    if peak is not None and peak.sigma:
        parts.append(f"actor {peak.actor} at {seconds_text(peak.time_ns)}, along {peak.variable}")
    text = ": ".join(parts)
    if farthest is not None:
        text += f"; repeat {farthest.repeat} is farthest from the others"
    if start is not None:
        text += (
            f"; its repeats first differ at {seconds_text(start[0])}, by {metres_text(start[1])}"
        )
    return (f"{text}.",)
