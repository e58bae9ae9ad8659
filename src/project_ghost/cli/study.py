"""Measure how far the repeats of a simulation are apart, in any simulator.

`ghost study new` writes a study.yaml. `ghost study run FILE` repeats its scenarios under each
of its conditions; run it again to continue a study that was ended. `ghost study analyze` prints
the largest deviation in a study's folder or in the logs of any simulator: exactly 0.0 if all
repeats are the same bit for bit. `ghost study report FOLDER` writes a page with figures.
docs/study.md has the details.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from project_ghost.analysis.variance import DEFAULT_TOLERANCE_M, Gap, VarianceReport
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError

from ._console import TerminalConsole
from ._document import put_document
from ._study_progress import study_progress
from ._study_report import configure_report, run_report

if TYPE_CHECKING:
    from project_ghost.study import Study, StudyResult

EXIT_INTERRUPTED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_new(actions.add_parser("new", help="write a study.yaml to start from"))
    _configure_run(actions.add_parser("run", help="run a study, or its missing repeats"))
    _configure_analyze(
        actions.add_parser(
            "analyze", help="print the deviation between repeats of a study or in logs"
        )
    )
    configure_report(actions.add_parser("report", help="write a page with figures of a study"))


def _configure_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="such as study.yaml")


def _configure_run(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="a study.yaml")
    add("-o", "--output", type=Path, metavar="DIR", help="its folder (default: studies/NAME)")
    add("--force", action="store_true", help="start over: remove the study in that folder")
    add("--repeats", metavar="N[,N...]", help="numbers of repeats, in place of the file's")
    add("--only", metavar="PATTERN", default="*", help="experiments by id, such as '*.load=*'")
    add("--dry-run", action="store_true", help="list the experiments and run nothing")
    add("--json", action="store_true", help="print study.json instead of tables")


def _configure_analyze(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        metavar="LOG",
        type=Path,
        nargs="+",
        help="a study's folder; or a table (CSV, Parquet) with all repeats; or one TUM "
        "trajectory or run.mcap for each",
    )
    parser.add_argument(
        "--columns",
        metavar="WHAT=COLUMN[UNIT],...",
        help="the meaning of each column; docs/study.md",
    )
    parser.add_argument(
        "--tolerance", metavar="M", type=float, help="metres [0.01, or the study's]"
    )
    parser.add_argument("--json", action="store_true", help="print canonical JSON instead")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand. A deviation is a result, not an error."""
    if arguments.action == "new":
        return _new(arguments.file)
    if arguments.action == "run":
        return _run(arguments)
    if arguments.action == "report":
        return run_report(arguments)
    return _analyze(arguments)


def _new(path: Path) -> int:
    from ._study_template import STUDY_TEXT

    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(STUDY_TEXT)
    except OSError as error:
        raise InputError(
            f"the file cannot be written: {error.strerror}",
            str(path),
            "a new name in a folder that exists",
            "choose another name",
        ) from None
    print(f"wrote {path}")
    print(f"  list:    ghost study run {path} --dry-run")
    print(f"  run it:  ghost study run {path}")
    return 0


# ------------------------------------------------------------------------------- run


def _run(arguments: argparse.Namespace) -> int:
    from project_ghost.study import load_study, run_study

    study = load_study(arguments.file)
    if arguments.repeats is not None:
        study = replace(study, repeats=_repeats(arguments.repeats))
    if arguments.dry_run:
        _list(study)
        return 0
    # A simulator in Python may be beside the study's file.
    sys.path.insert(0, str(arguments.file.resolve().parent))
    folder = arguments.output or Path("studies") / study.name
    with study_progress(study.name) as progress:
        result = run_study(
            study, folder, only=arguments.only, force=arguments.force, progress=progress
        )
    _print_study(result, folder, as_json=arguments.json)
    if not result.complete:
        print(
            "ghost study: ended early. All finished repeats are kept; run it again to continue.",
            file=sys.stderr,
        )
        return EXIT_INTERRUPTED
    return 0


def _repeats(text: str) -> tuple[int, ...]:
    from project_ghost.study import checked_stages

    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(
            f"--repeats is {text!r}", "--repeats", "numbers such as 10,100,1000"
        ) from None
    return checked_stages(numbers)


def _list(study: "Study") -> None:
    from project_ghost.study import planned_experiments

    table = Table("experiment", "factor", "level", "repeats", box=None)
    for each in planned_experiments(study):
        repeats = ", ".join(map(str, study.repeats))
        table.add_row(escape(each.id), each.factor, each.level, repeats)
    TerminalConsole(width=None if sys.stdout.isatty() else 120).print(table)


# --------------------------------------------------------------------------- analyze


def _analyze(arguments: argparse.Namespace) -> int:
    if arguments.tolerance is not None and not arguments.tolerance >= 0.0:
        raise InputError(
            f"the tolerance is {arguments.tolerance}",
            "--tolerance",
            "metres, 0 or more",
            "leave it out for 0.01 m",
        )
    from project_ghost.telemetry import RECORDING_NAME

    logs: Sequence[Path] = arguments.logs
    if len(logs) == 1 and logs[0].is_dir() and not (logs[0] / RECORDING_NAME).exists():
        return _analyze_folder(arguments, logs[0])
    from project_ghost.analysis.trace_files import parse_mapping, read_traces
    from project_ghost.analysis.variance import analyze_variance

    mapping = None if arguments.columns is None else parse_mapping(arguments.columns)
    tolerance_m = DEFAULT_TOLERANCE_M if arguments.tolerance is None else arguments.tolerance
    report = analyze_variance(read_traces(logs, mapping), tolerance_m)
    if arguments.json:
        put_document(asdict(report))
    else:
        _print(report)
    return 0


def _analyze_folder(arguments: argparse.Namespace, folder: Path) -> int:
    from project_ghost.study import analyze_study

    if arguments.columns is not None:
        raise InputError(
            "a study's folder has no columns to map",
            "--columns",
            "a study's folder, or a log with a mapping",
            "leave --columns out",
        )
    _print_study(analyze_study(folder, arguments.tolerance), folder, as_json=arguments.json)
    return 0


def _print_study(result: "StudyResult", folder: Path, *, as_json: bool) -> None:
    """Print all experiments, factors and checks of a study, and its verdict."""
    if as_json:
        worst = max((cell.report.max_sigma_m for cell in result.cells), default=0.0)
        identical = all(cell.report.identical for cell in result.cells)
        put_document(asdict(result) | {"identical": identical, "max_sigma_m": worst})
        return
    from project_ghost.study.page import study_verdict

    console = TerminalConsole(highlight=False, width=None if sys.stdout.isatty() else 140)
    table = Table("experiment", "repeats", "fresh", "load", "identical", "max sigma", "before",
                  "after", "verdict")  # fmt: skip
    for cell in result.cells:
        report = cell.report
        reached = cell.usage.reached_load_percent
        table.add_row(
            escape(cell.id),
            f"{cell.repeats:,}",
            f"{cell.fresh:,}",
            "-" if reached is None else f"{reached:.0f} %",
            "yes" if report.identical else "no",
            _metres(report.max_sigma_m),
            _metres(report.before_collision_m),
            _metres(report.after_collision_m),
            "permissible" if report.permissible else "not permissible",
        )
    console.print(table)
    columns = Table("scenario", "max sigma", "", "restricted", "")
    for each in result.columns:
        columns.add_row(
            escape(each.scenario),
            _metres(each.unrestricted_max_sigma_m),
            _verdict(each.unrestricted_permissible),
            _metres(each.restricted_max_sigma_m),
            _verdict(each.restricted_permissible),
        )
    console.print(columns)
    for factor in result.factors:
        levels = f" at {', '.join(factor.breaking_levels)}" if factor.breaking_levels else ""
        console.print(f"factor {factor.factor}: {factor.effect}{levels}")
    for screening in result.screenings:
        console.print(
            f"{screening.name}: {'passed' if screening.passed else 'failed'}, "
            f"{escape(screening.detail)}"
        )
    for left_out in result.not_run:
        console.print(f"not run: {escape(left_out.name)}: {escape(left_out.reason)}")
    for cell in result.cells:
        for line in cell.failed:
            console.print(f"failed: {escape(cell.id)}: {escape(line)}")
    for remark in result.remarks:
        console.print(f"remark: {escape(remark)}")
    verdict = study_verdict(result)
    console.print(escape(" ".join((verdict.headline, *verdict.texts))), soft_wrap=True)
    console.print(f"{folder / 'study.json'}; `ghost study report {folder}` writes a page")


def _metres(value: float | None) -> str:
    return "-" if value is None else f"{value!r} m" if value == 0.0 else f"{value:.4g} m"


def _verdict(permissible: bool | None) -> str:  # noqa: FBT001 - a value to be shown
    return "-" if permissible is None else "permissible" if permissible else "not permissible"


def _print(report: VarianceReport) -> None:
    console = TerminalConsole(highlight=False)
    verdict = "permissible" if report.permissible else "not permissible"
    facts = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    facts.add_row("repeats", f"{report.repeats} of {report.actors} actors at {report.times} times")
    facts.add_row("identical", "yes, bit for bit" if report.identical else "no")
    facts.add_row("max sigma", f"{report.max_sigma_m!r} m{_place(report)}")
    facts.add_row("max variance", f"{report.max_variance_m2!r} m2")
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
        facts.add_row(
            "a run differs",
            f"in fewer than {100.0 * (report.differing_run_bound or 0.0):.3g} % of cases "
            "(95 % confidence)",
        )
    for name, gap in (("missing", report.missing), ("not finite", report.not_finite)):
        if gap is not None:
            facts.add_row(name, _gap(gap))
    console.print(facts)
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
    console.print(table)


def _place(report: VarianceReport) -> str:
    peak = report.peak
    if peak is None or not peak.sigma:
        return ""
    return f" (actor {peak.actor}, {seconds_text(peak.time_ns)}, {peak.variable})"


def _gap(gap: Gap) -> str:
    repeats = ", ".join(gap.repeats[:3]) + (" ..." if len(gap.repeats) > 3 else "")
    return (
        f"{gap.samples} samples; the first: actor {gap.first_actor} at "
        f"{seconds_text(gap.first_time_ns)} in repeats {repeats}"
    )
