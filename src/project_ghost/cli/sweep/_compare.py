"""Compare two sweeps run by run, paired by all but the planner and the version of the code.

It counts the pairs that are the same bit for bit, changed, failed, or only in one, lists the
largest differences first, and shows the first difference of one pair, from recordings or by
running both again. Exit code 1 if anything differs.

  ghost sweep compare before after
  ghost sweep compare results --planners idm,mine.py:Mine --by ego_is_comfortable
  ghost sweep compare before after --pair 3f07a1
"""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from project_ghost.cli._exit_codes import DIFFERENT, OK
from project_ghost.cli._run_flags import add_code, add_execution
from project_ghost.cli._trust import add_trust, may_import
from project_ghost.cli.terminal._output import add_printed, put_document
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import counted

if TYPE_CHECKING:
    from project_ghost.analysis.divergence import Comparison
    from project_ghost.sweep import OpenSweep, Pair, SweepComparison

_ROWS_MAX = 12
_ID_DIGITS = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("a", metavar="A", help="a store: a folder or s3://bucket/path")
    add("b", metavar="B", nargs="?", help="the other one [A, with --planners]")
    add("--planners", metavar="A,B", help="the planner of each, by their names in the table")
    add("--by", metavar="COLUMN", help="what to compare [score; without planners contacts]")
    add("--pair", metavar="ID",
        help="show the first difference of this run, by its id in A or its first digits [of the "
             "largest difference]")  # fmt: skip
    add("--brief", action="store_true", help="do not look for the first difference of a pair")
    add_code(parser)
    add_trust(parser)
    add_execution(parser)
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare the sweeps."""
    from project_ghost.sweep import compare_sweeps, open_sweep

    a = open_sweep(arguments.a)
    b = open_sweep(arguments.b or arguments.a)
    compared = compare_sweeps(a, b, planners=_planners(arguments.planners), column=arguments.by)
    pair = None if arguments.brief else _chosen(compared, arguments.pair)
    divergence = None if pair is None else _divergence(a, b, pair, arguments)
    if arguments.json:
        put_document(_document(compared, pair, divergence))
    else:
        _show(compared, a, b)
        _show_divergence(pair, divergence)
    return OK if compared.is_same else DIFFERENT


def _planners(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    first, comma, second = text.partition(",")
    if not comma or not first or not second or "," in second:
        raise InputError(f"--planners is {text!r}", "--planners", "two names: idm,simple")
    return first, second


def _chosen(compared: "SweepComparison", text: str | None) -> "Pair | None":
    """The pair whose first difference is shown."""
    from project_ghost.sweep import PairKind

    if text is None:
        return next(iter(compared.of(PairKind.CHANGED)), None)
    found = [pair for pair in compared.pairs if pair.row["id"].startswith(text)]
    if len(found) == 1 and found[0].a is not None and found[0].b is not None:
        return found[0]
    raise InputError(
        f"{len(found):,} pairs begin with {text!r}" if len(found) != 1 else
        f"the run {found[0].row['id']} is in one of the sweeps only",
        "--pair",
        "the id of a run of A that B has too, or its first digits",
        "correct it",
    )  # fmt: skip


def _divergence(
    a: "OpenSweep", b: "OpenSweep", pair: "Pair", arguments: argparse.Namespace
) -> "Comparison | None":
    from project_ghost.sweep import first_divergence

    assert pair.a is not None
    assert pair.b is not None
    try:
        for opened, row in ((a, pair.a), (b, pair.b)):
            if row["recording_sha256"] is None:
                modules = opened.modules(opened.planned(row["id"]))
                may_import(modules, opened.store.url, is_trusted=arguments.trust)
        return first_divergence(
            a,
            b,
            (pair.a["id"], pair.b["id"]),
            execution=arguments.execution,
            code_folders=arguments.code_folders,
        )
    except GhostError as error:
        if arguments.pair is not None:
            raise
        # The comparison of the tables is there; only this addition to it is not.
        print(f"ghost sweep compare: note: no first difference of a pair: {error}", file=sys.stderr)
        return None


def _show(compared: "SweepComparison", a: "OpenSweep", b: "OpenSweep") -> None:
    from project_ghost.sweep import PairKind

    for name, opened in (("A", a), ("B", b)):
        state = "" if opened.is_complete else ", not complete"
        version = opened.document["ghost"]
        print(f"{name}: {opened.document['name']} in {opened.store.url}, ghost {version}{state}")
    print(f"paired by {', '.join(compared.paired_by)}")
    counts = [f"{len(compared.of(kind)):,} {kind}" for kind in PairKind]
    print(f"{counted(len(compared.pairs), 'run')}: {', '.join(counts)}")
    mean = compared.mean_difference()
    if mean is not None:
        from project_ghost.results import mean_text

        print(f"mean difference of {compared.column}, B - A: {mean_text(mean)}")
    _show_changed(compared)
    _show_failed(compared)


def _show_changed(compared: "SweepComparison") -> None:
    from project_ghost.cli.terminal._console import console
    from project_ghost.cli.terminal._recordings import table
    from project_ghost.sweep import PairKind

    changed = compared.of(PairKind.CHANGED)
    if not changed:
        return
    column = compared.column
    head = ("id in A", "id in B", *compared.paired_by, f"{column} A", f"{column} B", "B - A")
    title = f"Changed, the first {_ROWS_MAX} of {len(changed):,}"
    rows = table(
        "Changed" if len(changed) <= _ROWS_MAX else title, *head, right=("seed", *head[-3:])
    )
    for pair in changed[:_ROWS_MAX]:
        assert pair.a is not None
        assert pair.b is not None
        difference = "" if pair.difference is None else f"{pair.difference:+.4g}"
        rows.add_row(
            pair.a["id"][:_ID_DIGITS],
            pair.b["id"][:_ID_DIGITS],
            *(str(pair.a[name]) for name in compared.paired_by),
            _text(pair.a[column]),
            _text(pair.b[column]),
            difference,
        )
    console().print(rows)


def _show_failed(compared: "SweepComparison") -> None:
    from project_ghost.sweep import PairKind

    failed = compared.of(PairKind.FAILED)
    for pair in failed[:_ROWS_MAX]:
        for name, row in (("A", pair.a), ("B", pair.b)):
            if row is not None and row["error"] is not None:
                line = (row["error"].splitlines() or [""])[0]
                print(f"failed in {name}: {row['id'][:_ID_DIGITS]}, {row['scenario']}: {line}")
    if len(failed) > _ROWS_MAX:
        print(f"... and {len(failed) - _ROWS_MAX:,} more that failed")


def _show_divergence(pair: "Pair | None", divergence: "Comparison | None") -> None:
    if pair is None or divergence is None or pair.a is None or pair.b is None:
        return
    from project_ghost.cli.diff import show_comparison

    print(f"\nA is run {pair.a['id']}, B is run {pair.b['id']}:")
    show_comparison(divergence)


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _document(
    compared: "SweepComparison", pair: "Pair | None", divergence: "Comparison | None"
) -> dict[str, Any]:
    from project_ghost.cli.diff import comparison_document
    from project_ghost.sweep import PairKind

    mean = compared.mean_difference()
    return {
        "column": compared.column,
        "counts": {str(kind): len(compared.of(kind)) for kind in PairKind},
        "first_difference": None
        if divergence is None or pair is None
        else {
            "a": None if pair.a is None else pair.a["id"],
            "b": None if pair.b is None else pair.b["id"],
            "comparison": comparison_document(divergence),
        },
        "mean_difference": None if mean is None else mean._asdict(),
        "paired_by": list(compared.paired_by),
        "pairs": [
            {
                "a": None if each.a is None else each.a["id"],
                "b": None if each.b is None else each.b["id"],
                "columns": list(each.columns),
                "difference": each.difference,
                "kind": str(each.kind),
                **{name: each.row[name] for name in compared.paired_by},
            }
            for each in compared.pairs
            if each.kind is not PairKind.SAME
        ],
        "same": compared.is_same,
    }
