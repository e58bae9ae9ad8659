"""Tell for each decision which inputs (stamp, sequence) it had, and what it put out; JSON.

A decision is a message on /commands/...; its inputs are the newest messages of all other
channels that came before it. This traces, and does not explain.

  ghost trace-behavior runs/car-estimation-1 --inputs '/sensors/*'
"""

import argparse
from pathlib import Path

from project_ghost.analysis.behavior_trace import DEFAULT_DECISIONS, trace_behavior

from ._document import put_document
from ._recordings import opened


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="a recording, or the folder of a run")
    parser.add_argument(
        "--decisions",
        metavar="PATTERN",
        default=DEFAULT_DECISIONS,
        help=f"the channels of decisions [{DEFAULT_DECISIONS}]",
    )
    parser.add_argument(
        "--inputs", metavar="PATTERN", default="*", help="the channels of inputs [all others]"
    )
    parser.add_argument("--output", metavar="PATH", type=Path, help="a file instead of stdout")


def run(arguments: argparse.Namespace) -> int:
    """Read, trace, write."""
    with opened(arguments.file, "trace-behavior") as recording:
        document = trace_behavior(recording, arguments.decisions, arguments.inputs)
        put_document(document, arguments.output)
    return 0
