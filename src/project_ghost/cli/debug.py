"""Open one tick of a recorded run in the debugger, inside one component.

The recording is rerun up to that tick and checked on the way. The debugger stops inside the
component's output, then inside its update, as the engine calls them. It is pdb, or the debugger
that PYTHONBREAKPOINT names. Commands may come from a pipe.

  ghost debug runs/t-junction-4-1 --at 6.0s --component Cars
  echo 'p state' | ghost debug runs/t-junction-4-1 --at 6.0s --component Cars
"""

import argparse

from project_ghost.core.duration import parse_duration_ns

from ._run_flags import add_execution, add_replacements, replacements_of
from ._trust import add_trust, is_trusted
from .terminal._progress import progress_bar
from .terminal._recordings import open_with_warning


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording or a run's folder")
    add("--at", required=True, metavar="TIME", help="the tick, such as 6.0s")
    add("--component", required=True, metavar="NAME",
        help="the component; an unknown name lists all")  # fmt: skip
    add_replacements(parser)
    add_trust(parser)
    add_execution(parser, "how to execute the rerun; the tick itself is interpreted")


def run(arguments: argparse.Namespace) -> int:
    """Rerun to the tick and open it."""
    from project_ghost.runs import debug

    with open_with_warning(arguments.recording, "debug") as opened:
        trust = is_trusted(opened, arguments)
    end_ns = max(1, parse_duration_ns(arguments.at, "the moment", "--at"))
    with progress_bar("rerun", end_ns) as bar:
        debug(
            arguments.recording,
            arguments.at,
            arguments.component,
            components=replacements_of(arguments),
            execution=arguments.execution,
            trust=trust,
            progress=bar,
        )
    return 0
