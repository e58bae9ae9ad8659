"""Store any moment of a recorded run as a file to continue from.

The recording is rerun up to that moment and checked bit for bit on the way. The file contains
everything needed to continue the run, or to fork it with a change. Exit code 1 if the rerun
differs from the recording.

  ghost checkpoint runs/t-junction-4-1 --at 6.0s -o c.ghost
  ghost run --from c.ghost --set actors.car2.speed_mps=3
"""

import argparse

from rich.markup import escape

from project_ghost.core.duration import parse_duration_ns

from ._run_flags import add_execution, add_plans, add_replacements, plans_of, replacements_of
from ._trust import add_trust, is_trusted
from .terminal._console import console
from .terminal._output import add_written, put_document
from .terminal._progress import progress_bar
from .terminal._recordings import open_with_warning, printable, seconds, table


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording or a run's folder")
    add("--at", required=True, metavar="TIME", help="the moment, such as 6.0s; must be a tick")
    add("--force", action="store_true", help="replace an existing file")
    add_replacements(parser)
    add_trust(parser)
    add_plans(parser)
    add_execution(parser, "how to execute the rerun; the result is the same")
    add_written(parser, "FILE", "the file (default: SCENARIO-TIME.ghost beside the recording)")


def run(arguments: argparse.Namespace) -> int:
    """Rerun to the moment, write the checkpoint, print a summary."""
    from project_ghost.runs import checkpoint

    with open_with_warning(arguments.recording, "checkpoint") as opened:
        trust = is_trusted(opened, arguments)
        with_plans = plans_of(arguments, opened, "checkpoint") is not None
    end_ns = max(1, parse_duration_ns(arguments.at, "the moment", "--at"))
    with progress_bar("rerun", end_ns) as bar:
        stored = checkpoint(
            arguments.recording,
            arguments.at,
            arguments.output,
            force=arguments.force,
            components=replacements_of(arguments),
            execution=arguments.execution,
            trust=trust,
            with_plans=with_plans,
            progress=bar,
        )
    moment = stored.checkpoint
    size = stored.path.stat().st_size
    if arguments.json:
        document = {
            "bytes": size,
            "checked": stored.checked,
            "file": str(stored.path),
            "scenario": moment.name,
            "seed": moment.seed,
            "tick": moment.tick,
            "time_ns": moment.time_ns,
        }
        put_document(document)
        return 0
    facts = table(None)
    for name, value in {
        moment.definition.kind: moment.name,
        "moment": f"{seconds(moment.time_ns)}, tick {moment.tick:,}",
        "checked": f"the same run: {stored.checked}",
        "file": f"{stored.path}, {size:,} bytes",
        "continue": f"ghost run --from {stored.path}",
    }.items():
        facts.add_row(name, escape(printable(value, 1000)))
    console().print(facts)
    return 0
