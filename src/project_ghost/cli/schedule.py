"""Show the schedule of a scenario or schedule file: groups, execution order, reads, due times.

It lists the components of a scenario by the names that --replace, --component and --signals
take. Nothing is run. A file that cannot be scheduled gives one error message; for an algebraic
cycle it lists the connections.

  ghost schedule t-junction-4
  ghost schedule loop.yaml --svg loop.svg
"""

import argparse
import sys
from dataclasses import asdict

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.engine import schedule_facts, schedule_text

from ._run_flags import add_settings, settings_of
from .terminal._output import add_printed, put_document, svg_path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "file", metavar="SCENARIO", help="a built-in scenario, or a scenario or schedule file"
    )
    add_settings(parser)
    parser.add_argument("--svg", metavar="FILE", type=svg_path, help="also draw the graph")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Load the file, schedule it, draw it on request, print the schedule."""
    from project_ghost.runs import graph_in

    graph = graph_in(arguments.file, settings_of(arguments))
    try:
        facts = schedule_facts(graph)
    except InputError as error:
        where = f"{arguments.file}: {error.where}"
        raise InputError(error.what, where, error.expected, error.fix) from None
    if arguments.svg is not None:
        from project_ghost.view import schedule_svg  # slow to load

        write_whole(arguments.svg, schedule_svg(facts), "the picture")
    if arguments.json:
        document = asdict(facts)
        put_document(document)
    else:
        sys.stdout.write(schedule_text(facts))
    return 0
