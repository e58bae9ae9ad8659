"""Evaluate an estimator: RMSE, NEES with chi-square bounds, errors within three sigma.

Takes the same recordings as `ghost analyze-belief`, which reports without evaluating.

  ghost evaluate-estimator --truth-mcap truth.mcap --belief-mcap belief.mcap --plot errors.svg
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from project_ghost.analysis.belief_recordings import require_state_channel
from project_ghost.analysis.belief_traceability import StreamsDifferError
from project_ghost.analysis.estimator_evaluation import evaluate_channels
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.drawing import Figure, figure_png, figure_svg

from ._document import put_document
from ._recordings import add_streams, open_complete


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add_streams(parser)
    parser.add_argument(
        "--confidence",
        metavar="P",
        type=float,
        default=0.95,
        help="of the bounds [0.95]",
    )
    parser.add_argument(
        "--attitude-error",
        choices=("world", "body"),
        default="world",
        help="the axes of the covariance's attitude part [world]",
    )
    parser.add_argument("--output", metavar="PATH", type=Path, help="a JSON file instead of stdout")
    parser.add_argument(
        "--plot",
        "--svg",
        metavar="PATH",
        type=Path,
        help="plot errors and three sigma; .svg, or .png with the extra `plots`",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read both recordings, evaluate, write."""
    if arguments.plot is not None:
        _require_suffix(arguments.plot)
    with (
        open_complete(arguments.truth_mcap) as truth,
        open_complete(arguments.belief_mcap) as belief,
    ):
        channels = (
            require_state_channel(truth, arguments.truth_channel, "--truth-channel"),
            require_state_channel(belief, arguments.belief_channel, "--belief-channel"),
        )
        try:
            evaluation = evaluate_channels(
                *channels, arguments.confidence, arguments.attitude_error
            )
        except StreamsDifferError as error:
            print(f"ghost evaluate-estimator: {error}", file=sys.stderr)
            return 1
    if arguments.plot is not None:
        from project_ghost.view import errors_figure  # slow to load

        figure = errors_figure(evaluation, f"{channels[1].name}: error and three sigma")
        picture = _PICTURES[arguments.plot.suffix.lower()](figure)
        write_whole(arguments.plot, picture, "the picture")
    put_document(evaluation.document(), arguments.output)
    return 0


def _svg(figure: Figure) -> bytes:
    return figure_svg(figure).encode()


_PICTURES: dict[str, Callable[[Figure], bytes]] = {".svg": _svg, ".png": figure_png}


def _require_suffix(path: Path) -> None:
    """Refuse an unsupported picture format before anything is read."""
    if path.suffix.lower() not in _PICTURES:
        raise InputError(
            f"the picture's name ends in {path.suffix!r}",
            str(path),
            f"a name that ends in {' or '.join(_PICTURES)}",
            f"name it {path.with_suffix('.svg').name}" if path.name else "name a file",
        )
