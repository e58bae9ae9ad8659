"""List for each decision its available inputs (stamp, sequence) and its output, as JSON.

A decision is a message on /commands/...; its inputs are the newest earlier messages of all
other channels. The command does not show whether the decision used them.

  ghost trace-behavior runs/car-estimation-1 --inputs '/sensors/*'
"""

import argparse

from project_ghost.analysis.behavior_trace import DEFAULT_DECISIONS, trace_behavior

from .terminal._output import ALWAYS_JSON, add_printed, put_document
from .terminal._recordings import open_with_warning


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="RUN", help="a recording or a run's folder")
    parser.add_argument(
        "--decisions",
        metavar="PATTERN",
        default=DEFAULT_DECISIONS,
        help=f"the channels of decisions [{DEFAULT_DECISIONS}]",
    )
    parser.add_argument(
        "--inputs", metavar="PATTERN", default="*", help="the channels of inputs [all others]"
    )
    add_printed(parser, ALWAYS_JSON)


def run(arguments: argparse.Namespace) -> int:
    """Trace the recording and write the document."""
    with open_with_warning(arguments.file, "trace-behavior") as recording:
        document = trace_behavior(recording, arguments.decisions, arguments.inputs)
        put_document(document)
    return 0
