"""Evaluate estimators: RMSE, NEES with chi-square bounds, errors within three sigma.

`ghost evaluate-estimator RUN` evaluates every estimator of a run. Other recordings of truth and
belief are named by flags, as for `ghost analyze-belief`, which reports without evaluating.

  ghost evaluate-estimator runs/car-estimation-1 --plot errors.svg
  ghost evaluate-estimator --truth-mcap truth.mcap --belief-mcap belief.mcap --json
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from project_ghost.analysis.belief.evaluation import (
    EstimatorEvaluation,
    Verdict,
    evaluate_channels,
)
from project_ghost.analysis.belief.recordings import require_state_channel
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.drawing import Figure, figure_png, figure_svg
from project_ghost.telemetry import RecordedChannel, Recording

from .terminal._console import console
from .terminal._output import add_printed, put_document
from .terminal._recordings import add_streams, open_complete, printable, table


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("run", metavar="RUN", nargs="?", help="a recording or a run's folder")
    add_streams(parser, required=False)
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
    parser.add_argument(
        "--plot",
        "--svg",
        metavar="FILE",
        type=Path,
        help="plot errors and three sigma; .svg, or .png with the extra `plots`",
    )
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the recordings, evaluate, draw, print."""
    if arguments.plot is not None:
        _require_suffix(arguments.plot)
    with ExitStack() as stack:
        truth, belief = (stack.enter_context(open_complete(path)) for path in _paths(arguments))
        pairs = list(_pairs(arguments, truth, belief))
        if arguments.plot is not None and len(pairs) > 1:
            raise InputError(
                f"there are {len(pairs)} estimators, and one picture",
                "--plot",
                "one estimator",
                f"choose one: --belief-channel {pairs[0][1].name}",
            )
        evaluations = {
            believed.name: evaluate_channels(
                true, believed, arguments.confidence, arguments.attitude_error
            )
            for true, believed in pairs
        }
    if arguments.plot is not None:
        from project_ghost.view import errors_figure  # slow to load

        for name, evaluation in evaluations.items():
            figure = errors_figure(evaluation, f"{name}: error and three sigma")
            picture = _PICTURES[arguments.plot.suffix.lower()](figure)
            write_whole(arguments.plot, picture, "the picture")
    if arguments.json:
        documents = {name: each.document() for name, each in evaluations.items()}
        # One evaluation is a document of its own, several are listed by channel.
        one = next(iter(documents.values())) if len(documents) == 1 else {"estimators": documents}
        put_document(one)
        return 0
    for _, believed in pairs:
        whose = "" if believed.actor is None else f"{believed.actor}: "
        _print_evaluation(f"{whose}{believed.name}", evaluations[believed.name])
    return 0


def _paths(arguments: argparse.Namespace) -> tuple[str, str]:
    """The recordings of truth and belief: those of the flags, or the run for both."""
    given = arguments.truth_mcap, arguments.belief_mcap
    if arguments.run is not None and given == (None, None):
        return arguments.run, arguments.run
    if arguments.run is None and None not in given:
        return given
    raise InputError(
        "it is not clear which recordings to compare",
        "ghost evaluate-estimator",
        "a run, or both --truth-mcap and --belief-mcap",
        "write `ghost evaluate-estimator RUN`",
    )


def _pairs(
    arguments: argparse.Namespace, truth: Recording, belief: Recording
) -> Iterator[tuple[RecordedChannel, RecordedChannel]]:
    """The channels to compare: all beliefs of a run with the truth of their actor."""
    if arguments.run is None or arguments.truth_channel or arguments.belief_channel:
        chosen = arguments.belief_channel
        true = arguments.truth_channel or (_truth_of(chosen) if arguments.run and chosen else None)
        yield (
            require_state_channel(truth, true, "--truth-channel"),
            require_state_channel(belief, chosen, "--belief-channel"),
        )
        return
    beliefs = [name for name in belief.channels if name.startswith("/belief/")]
    if not beliefs:
        raise InputError(
            "the run has no estimator",
            str(belief.path),
            "a channel /belief/ACTOR/NAME/state",
            "add `estimators:` to an actor of the scenario",
        )
    for name in beliefs:
        yield (
            require_state_channel(truth, _truth_of(name), "--truth-channel"),
            require_state_channel(belief, name, "--belief-channel"),
        )


def _truth_of(belief: str) -> str:
    """The channel with the true state of the actor of a belief."""
    return f"/truth/{belief.removeprefix('/belief/').partition('/')[0]}/state"


def _print_evaluation(name: str, evaluation: EstimatorEvaluation) -> None:
    right = ("RMS error", "largest", "NEES", "bounds", "within 3 sigma")
    rows = table(printable(name), "part", *right, "verdict", right=right)
    for part in evaluation.parts:
        bounds = part.nees_bounds
        rows.add_row(
            part.name,
            _measure(part.rmse, part.unit),
            _measure(part.max_error, part.unit),
            "-" if part.nees_mean is None else f"{part.nees_mean:.3f}",
            "-" if bounds is None else f"{bounds[0]:.3f} to {bounds[1]:.3f}",
            "-" if part.inside_3_sigma is None else f"{100.0 * part.inside_3_sigma:.1f} %",
            part.verdict or "-",
        )
    output = console()
    output.print(rows)
    verdict = evaluation.parts[-1].verdict
    samples = f"{evaluation.samples:,} samples"
    if verdict is None:
        output.print(f"{samples}: no verdict, because the belief has no covariance.\n")
        return
    output.print(
        f"{samples}: {verdict} at {100.0 * evaluation.confidence:g} % confidence. "
        f"{_MEANING[verdict]} "
        "Samples of one run are correlated: average over seeds before you trust it.\n"
    )


_MEANING = {
    Verdict.CONSISTENT: "The errors are as large as the covariance says.",
    Verdict.OVERCONFIDENT: "The errors are larger than the covariance says.",
    Verdict.CAUTIOUS: "The errors are smaller than the covariance says.",
}


def _measure(value: float | None, unit: str) -> str:
    return "-" if value is None else f"{value:.4g} {unit}"


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
