"""Judge an estimator: RMSE, NEES with chi-square bounds, errors beside three sigma.

Takes the same recordings as `ghost analyze-belief`, which observes and does not judge.
"""

import argparse
import sys
from pathlib import Path

from project_ghost.analysis.belief_recordings import state_channel
from project_ghost.analysis.belief_traceability import StreamsDifferError
from project_ghost.analysis.estimator_evaluation import evaluate_channels
from project_ghost.cli._document import put_document, put_text
from project_ghost.cli._recordings import opened
from project_ghost.report import figure_svg
from project_ghost.report.estimator_errors import errors_figure


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    for name in ("truth", "belief"):
        parser.add_argument(f"--{name}-mcap", metavar="PATH", required=True)
        parser.add_argument(f"--{name}-channel", metavar="CHANNEL")
    parser.add_argument(
        "--confidence", metavar="P", type=float, default=0.95, help="of the bounds [0.95]"
    )
    parser.add_argument(
        "--attitude-error",
        choices=("world", "body"),
        default="world",
        help="in whose axes the covariance has its attitude [world]",
    )
    parser.add_argument("--output", metavar="PATH", type=Path, help="JSON, instead of stdout")
    parser.add_argument("--svg", metavar="PATH", type=Path, help="a picture: error, three sigma")


def run(arguments: argparse.Namespace) -> int:
    """Read, evaluate, write."""
    with (
        opened(arguments.truth_mcap, "evaluate-estimator") as truth,
        opened(arguments.belief_mcap, "evaluate-estimator") as belief,
    ):
        channels = (
            state_channel(truth, arguments.truth_channel, "--truth-channel"),
            state_channel(belief, arguments.belief_channel, "--belief-channel"),
        )
        try:
            found = evaluate_channels(*channels, arguments.confidence, arguments.attitude_error)
        except StreamsDifferError as error:
            print(f"ghost evaluate-estimator: {error}", file=sys.stderr)
            return 1
    if arguments.svg is not None:
        figure = errors_figure(found, f"{channels[1].name}: error and three sigma")
        put_text(figure_svg(figure), arguments.svg)
    put_document(found.document(), arguments.output)
    return 0
