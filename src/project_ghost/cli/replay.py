"""Replay one component of a recorded run with its recorded inputs, and compare its outputs.

Every output and state is compared bit for bit. A replacement (--with) gets the same inputs in
the same order and the same random numbers. If the recording does not hold the component's
inputs, the recorded scenario is rerun and checked on the way. Exit code 1 at a difference.

  ghost replay runs/t-junction-4-1 --component Cars/driver
  ghost replay runs/t-junction-4-1 --component Cars/driver --with mine.py:MyDriver
"""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.markup import escape

from ._exit_codes import DIFFERENT
from ._run_flags import add_execution, add_replacements, replacements_of
from ._trust import add_trust, is_trusted
from .terminal._console import console
from .terminal._output import add_printed, finite_or_text, put_document
from .terminal._progress import progress_bar
from .terminal._recordings import open_with_warning, printable, seconds, table

if TYPE_CHECKING:
    from project_ghost.runs import Replay, ReplayDifference

_SOURCES = {"auto": None, "recording": True, "rerun": False}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording or a run's folder")
    add("--component", required=True, metavar="NAME",
        help="the component; an unknown name lists all")  # fmt: skip
    add("--with", dest="replacement", metavar="FILE.py:CLASS",
        help="a replacement: a class, or a function of the original component")  # fmt: skip
    add("--until", metavar="TIME", help="only up to this time, such as 6.0s")
    add("--inputs", choices=list(_SOURCES), default="auto",
        help="the source of its inputs (default: the recording, if it has them)")  # fmt: skip
    add_replacements(parser)
    add_trust(parser)
    add_execution(parser, "how to execute the rerun", default="interpreted")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay, print the result; exit code 1 if it differs."""
    from project_ghost.runs import load_replacement, replay

    replacement = None if arguments.replacement is None else load_replacement(arguments.replacement)
    with open_with_warning(arguments.recording, "replay") as recording:
        trust = is_trusted(recording, arguments)
        end_ns = max(1, recording.stop_ns or 1)
    with progress_bar("rerun", end_ns) as bar:
        result = replay(
            arguments.recording,
            arguments.component,
            replacement=replacement,
            until=arguments.until,
            from_recording=_SOURCES[arguments.inputs],
            components=replacements_of(arguments),
            execution=arguments.execution,
            trust=trust,
            progress=bar,
        )
    if arguments.json:
        put_document(_document(result))
    else:
        _show(result)
    return 0 if result.is_same else DIFFERENT


def _document(result: "Replay") -> dict[str, object]:
    document = {**asdict(result), "same": result.is_same}
    first = result.first
    if first is not None:
        document["first"] |= {
            "now": finite_or_text(first.now),
            "now_hex": first.now.hex(),
            "ulp": first.ulp,
            "was": finite_or_text(first.was),
            "was_hex": first.was.hex(),
        }
    return document


def _show(result: "Replay") -> None:
    output = console()
    what = f"{result.component}, {result.type_name}"
    by = "" if result.replaced_by is None else f", replaced by {result.replaced_by}"
    source = result.source
    if result.checked is not None:
        source += f"; the same run: {result.checked}"
    facts = table(None)
    for name, value in {
        "component": f"{what}{by}, a {result.kind}",
        "inputs": f"from {source}",
        "window": f"{seconds(result.begin_ns)} to {seconds(result.end_ns)}",
        "samples": f"{result.samples:,}",
    }.items():
        facts.add_row(name, escape(printable(value, 1000)))
    output.print(facts)
    numbers = ("numbers", "samples", "differing")
    signals = table("Compared", "signal", "kind", *numbers, right=numbers)
    for each in result.signals:
        name = escape(each.name)
        signals.add_row(
            f"[bold red]{name}[/]" if each.differing else name,
            each.kind,
            *(f"{number:,}" for number in (each.numbers, each.samples, each.differing)),
        )
    output.print(signals)
    if result.first is None:
        total = f"{sum(each.numbers * each.samples for each in result.signals):,}"
        output.print(f"[green]The same[/]: {total} numbers, bit for bit.")
    else:
        _show_first(result.first)


def _show_first(first: "ReplayDifference") -> None:
    output = console()
    place = f"[{', '.join(map(str, first.index))}]" if first.index else ""
    output.print(
        f"[bold red]The first difference[/]: {escape(first.signal + place)}, "
        f"simulated time {seconds(first.time_ns)}, sample {first.sample:,}"
    )
    values = table(None, "was", "now", "now - was", "ulp", right=("ulp",))
    values.add_row(
        f"{first.was!r} ({first.was.hex()})",
        f"{first.now!r} ({first.now.hex()})",
        repr(first.now - first.was),
        f"{first.ulp:,}",
    )
    output.print(values)
