"""Make a file of any moment of a recorded run, from which it can go on.

What was recorded is run again up to that moment, and checked on the way to be the same run, bit
for bit. The file has all that it takes to go on, or to fork with a change. Exit code 1 if what
is run now is not what was recorded.

  ghost checkpoint runs/t-junction-4-1 --at 6.0s -o c.ghost
  ghost run --from c.ghost --set actors.car2.speed_mps=3
"""

import argparse
import sys
from pathlib import Path

from rich.markup import escape

from project_ghost.core.duration import parse_duration_ns

from ._document import put_document
from ._recordings import console, opened, printable, seconds, table
from ._watch import progress_bar

EXIT_DIFFERENT = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording, or the folder of a run")
    add("--at", required=True, metavar="TIME", help="the moment, such as 6.0s; one of its ticks")
    add("-o", "--output", type=Path, metavar="FILE",
        help="where to write it (default: SCENARIO-TIME.ghost beside the recording)")  # fmt: skip
    add("--force", action="store_true", help="replace a file that is there")
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled"], default="auto",
        help="how to execute the run on the way there; the result is the same")  # fmt: skip
    add("--json", action="store_true", help="print what was made as JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Run to the moment, compare, write, tell."""
    from project_ghost.runs import DifferentRunError, checkpoint

    opened(arguments.recording, "checkpoint").close()  # says so if it was cut off
    bar = progress_bar("run again", max(1, parse_duration_ns(arguments.at, "the moment", "--at")))
    try:
        made = checkpoint(
            arguments.recording,
            arguments.at,
            arguments.output,
            force=arguments.force,
            execution=arguments.execution,
            progress=bar,
        )
    except DifferentRunError as error:
        print(f"ghost checkpoint: {error}", file=sys.stderr)
        return EXIT_DIFFERENT
    finally:
        bar(None)
    moment = made.checkpoint
    size = made.path.stat().st_size
    if arguments.json:
        document = {
            "bytes": size,
            "checked": made.checked,
            "file": str(made.path),
            "scenario": moment.name,
            "seed": moment.seed,
            "tick": moment.tick,
            "time_ns": moment.time_ns,
        }
        put_document(document)
        return 0
    facts = table(None)
    for name, value in {
        "scenario": moment.name,
        "moment": f"{seconds(moment.time_ns)}, tick {moment.tick:,}",
        "checked": f"the same run: {made.checked}",
        "file": f"{made.path}, {size:,} bytes",
        "go on": f"ghost run --from {made.path}",
    }.items():
        facts.add_row(name, escape(printable(value, 1000)))
    console().print(facts)
    return 0
