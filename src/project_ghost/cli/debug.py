"""Open one tick of a recorded run in the debugger, inside one component.

What was recorded is run again up to that tick, and checked on the way to be the same run. The
debugger stops inside the component's output, then inside its update, as the engine calls them.
It is pdb, or what PYTHONBREAKPOINT says. Commands may come from a pipe.

  ghost debug runs/t-junction-4-1 --at 6.0s --component Cars
  echo 'p state' | ghost debug runs/t-junction-4-1 --at 6.0s --component Cars
"""

import argparse
import sys

from project_ghost.core.duration import parse_duration_ns

from ._recordings import opened
from ._watch import progress_bar

EXIT_DIFFERENT = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("recording", metavar="RUN", help="a recording, or the folder of a run")
    add("--at", required=True, metavar="TIME", help="the tick, such as 6.0s")
    add("--component", required=True, metavar="NAME",
        help="which component; a name that is unknown lists all")  # fmt: skip
    add("--exec", dest="execution", choices=["auto", "interpreted", "compiled"], default="auto",
        help="how to execute the run on the way; the tick itself is interpreted")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Run to the tick and open it."""
    from project_ghost.runs import DifferentRunError, debug

    opened(arguments.recording, "debug").close()  # says so if it was cut off
    bar = progress_bar("run again", max(1, parse_duration_ns(arguments.at, "the moment", "--at")))
    try:
        debug(
            arguments.recording,
            arguments.at,
            arguments.component,
            execution=arguments.execution,
            progress=bar,
        )
    except DifferentRunError as error:
        print(f"ghost debug: {error}", file=sys.stderr)
        return EXIT_DIFFERENT
    finally:
        bar(None)
    return 0
