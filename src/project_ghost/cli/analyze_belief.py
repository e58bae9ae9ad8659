"""Write down what was true, what was believed, and how far apart they were, as JSON.

Both recordings hold VehicleState messages with the same stamps, one by one. Nothing is
aligned, judged or plotted. Streams that do not match end with exit code 1.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from project_ghost.analysis.belief_traceability import (
    encode_belief_report_to_bytes,
    generate_belief_report,
    report_of_pairs,
)
from project_ghost.core.errors import InputError
from project_ghost.core.spelling import did_you_mean
from project_ghost.state import VehicleState
from project_ghost.telemetry import MCAPReplayReader, decode_message

EXIT_MISALIGNED = 1

_KIND = VehicleState.__name__


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("--truth-mcap", metavar="PATH", type=Path, required=True)
    parser.add_argument("--belief-mcap", metavar="PATH", type=Path, required=True)
    parser.add_argument("--output", metavar="PATH", type=Path, help="a file instead of stdout")
    for name in ("truth", "belief"):
        parser.add_argument(
            f"--{name}-channel",
            metavar="CHANNEL",
            help=f"which channel of VehicleState, where the {name} recording has several",
        )


def run(arguments: argparse.Namespace) -> int:
    """Read both in step, report, write."""
    truth = _states(arguments.truth_mcap, arguments.truth_channel, "--truth-channel")
    belief = _states(arguments.belief_mcap, arguments.belief_channel, "--belief-channel")
    try:
        report = report_of_pairs(_in_step(truth, belief))
    except _MisalignedError as error:
        print(f"ghost analyze-belief: {error}", file=sys.stderr)
        return EXIT_MISALIGNED
    if arguments.output is not None:
        generate_belief_report(report, arguments.output)
    else:
        sys.stdout.buffer.write(encode_belief_report_to_bytes(report))
    return 0


class _MisalignedError(InputError):
    """The two streams are of different lengths, or have different stamps."""


def _in_step(
    truth: Iterator[VehicleState], belief: Iterator[VehicleState]
) -> Iterator[tuple[VehicleState, VehicleState]]:
    """Pairs with equal stamps, to the end of both."""
    index = 0
    while True:
        pair = next(truth, None), next(belief, None)
        true, believed = pair
        if true is None or believed is None:
            break
        if true.stamp_sim_ns != believed.stamp_sim_ns:
            raise _MisalignedError(
                f"the stamps differ at index {index}: truth has {true.stamp_sim_ns} ns, "
                f"belief has {believed.stamp_sim_ns} ns",
                "the two recordings",
                "the same stamp at every index",
                "align the streams before; the report does not",
            )
        yield true, believed
        index += 1
    longer = sum(1 for each in pair if each is not None)
    if longer:
        name, rest = ("truth", truth) if true is not None else ("belief", belief)
        count = index + 1 + sum(1 for _ in rest)
        other = "belief" if name == "truth" else "truth"
        raise _MisalignedError(
            f"{name} has {count} samples, {other} has {index}",
            "the two recordings",
            "streams of the same length with the same stamps",
            "align the streams before; the report does not",
        )


def _states(path: Path, wanted: str | None, flag: str) -> Iterator[VehicleState]:
    """The states of one channel, in stored order."""
    channel = _channel(path, wanted, flag)
    with MCAPReplayReader(path) as reader:
        for message in reader:
            if message.channel == channel:
                yield decode_message(message)


def _channel(path: Path, wanted: str | None, flag: str) -> str:
    """The one channel of VehicleState that there is, or that was asked for."""
    with MCAPReplayReader(path) as reader:
        found = sorted(reader.channels(_KIND))
    if wanted is None and len(found) == 1:
        return found[0]
    if not found:
        raise InputError(
            f"there is no channel of {_KIND}",
            str(path),
            f"a recording with {_KIND} messages",
            "record a run with an estimator, or check the path",
        )
    if wanted in found:
        return wanted
    raise InputError(
        f"there are {len(found)} channels of {_KIND}"
        if wanted is None
        else f"there is no channel {wanted!r} of {_KIND}{did_you_mean(wanted, found)}",
        str(path),
        f"one of {', '.join(found)}",
        f"choose one with {flag}",
    )
