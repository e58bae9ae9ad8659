"""Print the result of a study, or of an analysis of logs, as tables or JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from project_ghost.analysis.binomial import repeats_needed
from project_ghost.analysis.gap_texts import gap_text
from project_ghost.analysis.parting import parting_texts
from project_ghost.analysis.variance import CollisionTimes, VarianceReport
from project_ghost.core.duration import NS_PER_S, seconds_text

from ._console import console
from ._output import put_document
from ._rows import print_rows

if TYPE_CHECKING:
    from project_ghost.study import Study, StudyResult, Usage

__all__ = ["print_experiments", "print_study", "print_variance"]

_RARE = 0.003  # the share of differing runs that a study wants to exclude by default


def print_experiments(study: "Study", *, as_json: bool) -> None:
    """Print the planned experiments of a study."""
    from project_ghost.study import planned_experiments
    from project_ghost.study.page import plan_text

    experiments = planned_experiments(study)
    if as_json:
        rows = [{"factor": e.factor, "id": e.id, "level": e.level} for e in experiments]
        document = {"experiments": rows, "plan": plan_text(study), "repeats": list(study.repeats)}
        put_document(document)
        return
    table = Table("experiment", "factor", "level", "repeats", box=None)
    for each in experiments:
        repeats = ", ".join(map(str, study.repeats))
        table.add_row(escape(each.id), each.factor, each.level, repeats)
    output = console()
    output.print(table)
    output.print(plan_text(study), soft_wrap=True)


def print_study(result: "StudyResult", folder: Path, *, as_json: bool) -> None:
    """Print the results of a whole study."""
    if as_json:
        largest = max((cell.report.max_sigma_m for cell in result.cells), default=0.0)
        farthest = max((cell.report.max_deviation_m for cell in result.cells), default=0.0)
        identical = all(cell.report.identical for cell in result.cells)
        put_document(
            asdict(result)
            | {"identical": identical, "max_deviation_m": farthest, "max_sigma_m": largest}
        )
        return
    from project_ghost.study.page import study_verdict

    output = console()
    print_rows(output, _EXPERIMENTS, list(_experiments(result)))
    print_rows(output, _SCENARIOS, list(_scenarios(result)))
    for line in _details(result):
        output.print(escape(line), soft_wrap=True)
    verdict = study_verdict(result)
    output.print(escape(" ".join((verdict.headline, *verdict.texts))), soft_wrap=True)
    output.print(f"{folder / 'study.json'}; `ghost study report {folder}` writes a page")


_EXPERIMENTS = ("experiment", "repeats", "fresh", "load", "differing (95 %)", "max sigma",
                "farthest", "before", "after", "loop (at most)", "verdict")  # fmt: skip
_SCENARIOS = ("scenario", "actors", "collision", "max sigma", "farthest", "", "restricted",
              "farthest", "")  # fmt: skip


def _experiments(result: "StudyResult") -> Iterator[Sequence[str]]:
    from project_ghost.study.page import differing_text

    for cell in result.cells:
        report = cell.report
        reached = cell.usage.reached_load_percent
        yield (
            cell.id,
            f"{cell.repeats:,}",
            f"{cell.fresh:,}",
            "-" if reached is None else f"{reached:.0f} %",
            differing_text(report.differing),
            _metres(report.max_sigma_m),
            _metres(report.max_deviation_m),
            _metres(report.before_collision_m),
            _metres(report.after_collision_m),
            _loop(cell.usage),
            _verdict(report.permissible),
        )


def _scenarios(result: "StudyResult") -> Iterator[Sequence[str]]:
    from project_ghost.study.page import actors_text, collision_text

    for each in result.columns:
        yield (
            each.scenario,
            actors_text(each.actors),
            collision_text(each),
            _metres(each.unrestricted_max_sigma_m),
            _metres(each.unrestricted_max_deviation_m),
            _verdict(each.unrestricted_permissible),
            _metres(each.restricted_max_sigma_m),
            _metres(each.restricted_max_deviation_m),
            _verdict(each.restricted_permissible),
        )


def _details(result: "StudyResult") -> Iterator[str]:
    """What the tables do not have, a line each."""
    from project_ghost.study.page import worst_cell

    for cell in result.cells:
        hits = cell.report.collisions
        if hits is not None and (hits.sigma_ns or hits.repeats < cell.report.repeats):
            yield f"collisions: {cell.id}: {_collisions(hits, cell.report.repeats)}"
    for scenario in result.scenarios:
        worst = worst_cell(tuple(c for c in result.cells if c.scenario == scenario))
        for line in parting_texts(worst.report):
            yield f"{worst.id}: {line}"
    for factor in result.factors:
        levels = f" at {', '.join(factor.breaking_levels)}" if factor.breaking_levels else ""
        yield f"factor {factor.factor}: {factor.effect}{levels}"
    for screening in result.screenings:
        outcome = "passed" if screening.passed else "failed"
        yield f"{screening.name}: {outcome}, {screening.detail}"
    for left_out in result.not_run:
        yield f"not run: {left_out.name}: {left_out.reason}"
    for cell in result.cells:
        for line in cell.failed:
            yield f"failed: {cell.id}: {line}"
    for remark in result.remarks:
        yield f"remark: {remark}"


def _loop(usage: "Usage") -> str:
    """The mean time between samples of the simulator, and the longest, where they are known."""
    if usage.mean_loop_ms is None:
        return "-"
    longest = "" if usage.max_loop_ms is None else f" ({usage.max_loop_ms:.3g} ms)"
    return f"{usage.mean_loop_ms:.3g} ms{longest}"


def _metres(value: float | None) -> str:
    return "-" if value is None else f"{value!r} m" if value == 0.0 else f"{value:.4g} m"


def _verdict(permissible: bool | None) -> str:  # noqa: FBT001 - a value to be shown
    return "-" if permissible is None else "permissible" if permissible else "not permissible"


def print_variance(report: VarianceReport) -> None:
    """Print the deviation between the repeats of one experiment."""
    output = console()
    verdict = "permissible" if report.permissible else "not permissible"
    facts = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    facts.add_row("repeats", f"{report.repeats} of {report.actors} actors at {report.times} times")
    facts.add_row("identical", "yes, bit for bit" if report.identical else "no")
    share = report.differing
    facts.add_row(
        "differing",
        f"{share.count:,} of {share.runs:,}, {100.0 * share.share:.3g} % of the repeats; "
        f"{100.0 * share.low:.3g} to {100.0 * share.high:.3g} % of all runs "
        f"({100.0 * share.confidence:.3g} % confidence, Clopper and Pearson)",
    )
    facts.add_row("max sigma", f"{report.max_sigma_m!r} m{_peak_location(report)}")
    facts.add_row("farthest repeat", f"{report.max_deviation_m!r} m{_farthest_location(report)}")
    variance = report.max_variance_m2
    facts.add_row(
        "max variance",
        "beyond the largest number" if variance is None else f"{variance!r} m2",
    )
    facts.add_row("3-D norm", f"{report.max_sigma_norm_m!r} m")
    facts.add_row("verdict", f"{verdict} at a tolerance of {report.tolerance_m!r} m")
    if report.first_collision_ns is not None:
        facts.add_row("before the collision", f"{report.before_collision_m!r} m")
        facts.add_row("after it", f"{report.after_collision_m!r} m")
    if report.identical:
        if report.naive_max_sigma_m:
            facts.add_row(
                "the usual formula", f"{report.naive_max_sigma_m:.3g} m, all of it rounding"
            )
        needed = repeats_needed(_RARE)
        takes = f"; {100.0 * _RARE:g} % takes {needed} repeats" if report.repeats < needed else ""
        facts.add_row(
            "a run differs",
            f"in fewer than {100.0 * report.differing_run_bound:.3g} % of cases "
            f"(95 % confidence){takes}",
        )
    if report.collisions is not None:
        facts.add_row("collisions", _collisions(report.collisions, report.repeats))
    for name, gap in (("missing", report.missing), ("not finite", report.not_finite)):
        if gap is not None:
            facts.add_row(name, gap_text(gap))
    output.print(facts)
    rows = [
        *((f"actor {a.actor}", a.identical, f"{a.max_sigma_m!r} m") for a in report.by_actor),
        *((v.variable, v.identical, f"{v.max_sigma!r} {v.unit}") for v in report.by_variable),
        *(
            (c.variable, not c.repeats_flipped, f"{c.repeats_flipped} repeats flip")
            for c in report.by_category
        ),
    ]
    table = Table("of", "identical", "max sigma")
    for name, identical, text in rows:
        table.add_row(name, "yes" if identical else "no", text)
    output.print(table)
    for line in parting_texts(report):
        output.print(escape(line), soft_wrap=True)


def _peak_location(report: VarianceReport) -> str:
    peak = report.peak
    if peak is None or not peak.sigma:
        return ""
    return f" (actor {peak.actor}, {seconds_text(peak.time_ns)}, {peak.variable})"


def _farthest_location(report: VarianceReport) -> str:
    far = report.farthest
    if far is None:
        return ""
    return (
        f" (repeat {far.repeat} from the mean of the others: actor {far.actor}, "
        f"{seconds_text(far.time_ns)}, {far.variable})"
    )


def _collisions(times: CollisionTimes, repeats: int) -> str:
    return (
        f"in {times.repeats:,} of {repeats:,} repeats, the first from "
        f"{seconds_text(times.earliest_ns)} to {seconds_text(times.latest_ns)}, "
        f"sigma {times.sigma_ns / NS_PER_S:.3g} s"
    )
