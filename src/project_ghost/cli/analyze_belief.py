"""Report true states, believed states and the errors between them, as JSON.

Both recordings must hold VehicleState messages with equal stamps. Nothing is aligned,
evaluated or plotted. Streams that do not match give exit code 1.

  ghost analyze-belief --truth-mcap truth.mcap --belief-mcap belief.mcap -o report.json
"""

import argparse
import sys

from project_ghost.analysis.belief.recordings import report_of_channels, state_channel
from project_ghost.analysis.belief_traceability import (
    generate_belief_report,
    write_belief_report,
)

from .terminal._output import ALWAYS_JSON, add_written
from .terminal._recordings import add_streams, open_complete


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_streams(parser)
    add_written(parser, "FILE", "write the report to a file instead", as_json=ALWAYS_JSON)


def run(arguments: argparse.Namespace) -> int:
    """Read both recordings and write the report."""
    with (
        open_complete(arguments.truth_mcap) as truth,
        open_complete(arguments.belief_mcap) as belief,
    ):
        channels = (
            state_channel(truth, arguments.truth_channel, "--truth-channel"),
            state_channel(belief, arguments.belief_channel, "--belief-channel"),
        )
        report = report_of_channels(*channels)
    if arguments.output is not None:
        generate_belief_report(report, arguments.output)
    else:
        write_belief_report(report, sys.stdout.buffer)
    return 0
