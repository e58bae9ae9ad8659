"""Measure how far the repeats of one experiment are apart, in any simulator.

`ghost study analyze LOG` reads the traces of all repeats and tells the largest deviation:
exactly 0.0 where they are the same, bit for bit.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from project_ghost.analysis.trace_files import parse_mapping, read_traces
from project_ghost.analysis.variance import (
    DEFAULT_TOLERANCE_M,
    Gap,
    VarianceReport,
    analyze_variance,
)
from project_ghost.core.errors import InputError

from ._console import TerminalConsole


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    analyze = actions.add_parser("analyze", help="the deviation between repeats in a log")
    analyze.add_argument(
        "logs",
        metavar="LOG",
        type=Path,
        nargs="+",
        help="a table (CSV, Parquet) with all repeats, or one TUM trajectory for each",
    )
    analyze.add_argument(
        "--columns", metavar="WHAT=COLUMN[UNIT],...", help="which column is what; docs/variance.md"
    )
    analyze.add_argument(
        "--tolerance", metavar="M", type=float, default=DEFAULT_TOLERANCE_M, help="metres [0.01]"
    )
    analyze.add_argument("--json", action="store_true", help="print canonical JSON instead")


def run(arguments: argparse.Namespace) -> int:
    """Read, analyze, print. A deviation is a result, and no error."""
    if not arguments.tolerance >= 0.0:
        raise InputError(
            f"the tolerance is {arguments.tolerance}",
            "--tolerance",
            "metres, 0 or more",
            "leave it out for 0.01 m",
        )
    mapping = None if arguments.columns is None else parse_mapping(arguments.columns)
    report = analyze_variance(read_traces(arguments.logs, mapping), arguments.tolerance)
    if arguments.json:
        document = asdict(report)
        print(json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        _print(report)
    return 0


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
    return f" (actor {peak.actor}, {peak.time_ns / 1e9:.3f} s, {peak.variable})"


def _gap(gap: Gap) -> str:
    repeats = ", ".join(gap.repeats[:3]) + (" ..." if len(gap.repeats) > 3 else "")
    return (
        f"{gap.samples} samples; the first: actor {gap.first_actor} at "
        f"{gap.first_time_ns / 1e9:.3f} s in repeats {repeats}"
    )
