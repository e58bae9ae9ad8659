"""Measure the variance between repeats of a simulation, in any simulator.

docs/study.md has the details.

  ghost study new study.yaml
  ghost study run study.yaml --dry-run
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from project_ghost.analysis.variance import DEFAULT_TOLERANCE_M
from project_ghost.core.errors import InputError

from ._exit_codes import INTERRUPTED
from .templates._new_files import add_new, create_new
from .terminal._output import add_printed, add_written, put_document
from .terminal._study_tables import print_experiments, print_study, print_variance
from .terminal._work_progress import work_progress


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, (summary, description, configure_action) in _ACTIONS.items():
        configure_action(actions.add_parser(name, help=summary, description=description))


def _configure_new(parser: argparse.ArgumentParser) -> None:
    add_new(parser, "study.yaml")


def _configure_run(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="a study.yaml")
    add("--force", action="store_true", help="start over: remove the study in that folder")
    add(
        "--repeats",
        metavar="N[,N...]",
        help="numbers of repeats, in place of the file's and of its budget",
    )
    add("--only", metavar="PATTERN", default="*", help="experiments by id, such as '*.load=*'")
    add("--dry-run", action="store_true", help="list the experiments and run nothing")
    add_written(
        parser,
        "DIR",
        "its folder (default: studies/NAME)",
        as_json="print study.json instead of tables",
    )


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
    add_printed(parser)


def _configure_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a study's folder")
    add_written(parser, "DIR", "the page's folder [the study's folder]")


_ACTIONS = {
    "new": (
        "write a study.yaml to start from",
        "Write a study file to start from; every key has a comment.\n\n"
        "  ghost study new study.yaml",
        _configure_new,
    ),
    "run": (
        "run a study, or its missing repeats",
        "Repeat the scenarios of a study under each of its conditions. Run it again to continue "
        "a study that was ended.\n\n"
        "  ghost study run study.yaml\n"
        "  ghost study run study.yaml --repeats 10 --only '*.load=*' -o quick",
        _configure_run,
    ),
    "analyze": (
        "print the deviation between repeats of a study or in logs",
        "Print the largest deviation in a study's folder or in the logs of any simulator: "
        "exactly 0.0 if all repeats are the same bit for bit.\n\n"
        "  ghost study analyze studies/my-study\n"
        "  ghost study analyze log.csv --columns 'repeat=run,time=t[s],x=px,y=py,actor=id'",
        _configure_analyze,
    ),
    "report": (
        "write a page with figures of a study",
        "Write a page with figures of a study that was run.\n\n"
        "  ghost study report studies/my-study",
        _configure_report,
    ),
}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand. A deviation is a result, not an error."""
    return {
        "new": _new,
        "run": _run,
        "analyze": _analyze,
        "report": _report,
    }[arguments.action](arguments)


def _new(arguments: argparse.Namespace) -> int:
    from .templates._study import STUDY_TEXT

    commands = "  list:    ghost study run {path} --dry-run\n  run it:  ghost study run {path}"
    return create_new(arguments, STUDY_TEXT, "the study", commands)


# ------------------------------------------------------------------------------- run


def _run(arguments: argparse.Namespace) -> int:
    from project_ghost.study import load_study, run_study

    study = load_study(arguments.file)
    if arguments.repeats is not None:
        study = replace(study, repeats=_repeats(arguments.repeats), budget_ns=None)
    if arguments.dry_run:
        print_experiments(study, as_json=arguments.json)
        return 0
    # A simulator in Python may be beside the study's file.
    sys.path.insert(0, str(arguments.file.resolve().parent))
    folder = arguments.output or Path("studies") / study.name
    with work_progress(study.name, "repeats") as progress:
        result = run_study(
            study, folder, only=arguments.only, force=arguments.force, progress=progress
        )
    print_study(result, folder, as_json=arguments.json)
    if not result.complete:
        print(
            "ghost study: ended early. All finished repeats are kept; run it again to continue.",
            file=sys.stderr,
        )
        return INTERRUPTED
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
        print_variance(report)
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
    print_study(analyze_study(folder, arguments.tolerance), folder, as_json=arguments.json)
    return 0


# ---------------------------------------------------------------------------- report


def _report(arguments: argparse.Namespace) -> int:
    from project_ghost.study.page import write_report

    written = write_report(arguments.folder, arguments.output)
    if arguments.json:
        figures = [*written.svgs, *written.pngs]
        put_document(
            {
                "figures": [str(each) for each in figures],
                "page": str(written.page),
                "verdict": written.verdict,
            }
        )
        return 0
    print(written.verdict)
    print(f"{written.page}, figures in {written.svgs[0].parent if written.svgs else 'none'}")
    if written.svgs and not written.pngs:
        print("  figures are SVG only: PNG needs matplotlib, the extra `plots`")
    return 0
