"""Give one component of a recorded run what it was given then, and check that it decides the same.

Every output and state is compared, bit for bit. Another implementation in its place gets the
same inputs, in the same order, with the same chance. Where the recording does not hold what the
component was given, the recorded scenario is run again and checked on the way. Exit code 1 at a
difference.

  ghost replay runs/t-junction-4-1 --component Cars_driver
  ghost replay runs/t-junction-4-1 --component Cars_driver --with mine.py:MyDriver
"""

import argparse
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.markup import escape

from ._document import finite_or_text, put_document
from ._recordings import console, opened, printable, seconds, table
from ._watch import progress_bar

if TYPE_CHECKING:
    from project_ghost.runs import Replay, ReplayDifference

EXIT_DIFFERENT = 1
_SOURCES = {"auto": None, "recording": True, "rerun": False}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording, or the folder of a run")
    add("--component", required=True, metavar="NAME",
        help="which component; a name that is unknown lists all")  # fmt: skip
    add("--with", dest="replacement", metavar="FILE.py:CLASS",
        help="another implementation, or a function of the original component")  # fmt: skip
    add("--until", metavar="TIME", help="only up to this time, such as 6.0s")
    add("--inputs", choices=list(_SOURCES), default="auto",
        help="where its inputs come from (default: the recording, where it has them)")  # fmt: skip
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled"],
        default="interpreted", help="how to execute the run around it")  # fmt: skip
    add("--json", action="store_true", help="print canonical JSON instead")


def run(arguments: argparse.Namespace) -> int:
    """Replay, print, and say by the exit code whether it decided the same."""
    from project_ghost.runs import DifferentRunError, load_replacement, replay

    replacement = None if arguments.replacement is None else load_replacement(arguments.replacement)
    with opened(arguments.recording, "replay") as recording:  # says so if it was cut off
        bar = progress_bar("run again", max(1, recording.stop_ns or 1))
    try:
        found = replay(
            arguments.recording,
            arguments.component,
            replacement=replacement,
            until=arguments.until,
            from_recording=_SOURCES[arguments.inputs],
            execution=arguments.execution,
            progress=bar,
        )
    except DifferentRunError as error:
        print(f"ghost replay: {error}", file=sys.stderr)
        return EXIT_DIFFERENT
    finally:
        bar(None)
    if arguments.json:
        put_document(_document(found))
    else:
        _show(found)
    return 0 if found.is_same else EXIT_DIFFERENT


def _document(found: "Replay") -> dict[str, object]:
    document = {**asdict(found), "same": found.is_same}
    first = found.first
    if first is not None:
        document["first"] |= {
            "now": finite_or_text(first.now),
            "now_hex": first.now.hex(),
            "ulp": first.ulp,
            "was": finite_or_text(first.was),
            "was_hex": first.was.hex(),
        }
    return document


def _show(found: "Replay") -> None:
    output = console()
    what = f"{found.component}, {found.type_name}"
    by = "" if found.replaced_by is None else f", replaced by {found.replaced_by}"
    source = found.source
    if found.checked is not None:
        source += f"; the same run: {found.checked}"
    facts = table(None)
    for name, value in {
        "component": f"{what}{by}, a {found.kind}",
        "inputs": f"from {source}",
        "window": f"{seconds(found.begin_ns)} to {seconds(found.end_ns)}",
        "samples": f"{found.samples:,}",
    }.items():
        facts.add_row(name, escape(printable(value, 1000)))
    output.print(facts)
    numbers = ("numbers", "samples", "differing")
    signals = table("Compared", "signal", "kind", *numbers, right=numbers)
    for each in found.signals:
        name = escape(each.name)
        signals.add_row(
            f"[bold red]{name}[/]" if each.differing else name,
            each.kind,
            *(f"{number:,}" for number in (each.numbers, each.samples, each.differing)),
        )
    output.print(signals)
    if found.first is None:
        total = f"{sum(each.numbers * each.samples for each in found.signals):,}"
        output.print(f"[green]The same[/]: {total} numbers, bit for bit.")
    else:
        _show_first(found.first)


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
