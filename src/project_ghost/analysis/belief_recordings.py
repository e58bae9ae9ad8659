"""The belief traceability report of two recorded channels, read in step."""

from collections.abc import Iterator

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.state import VehicleState
from project_ghost.telemetry import RecordedChannel, Recording

from ._quick_samples import sample_blocks
from ._samples import SampleBlock
from .belief_traceability import BeliefTraceabilityReport, StreamsDifferError, report_of_blocks

__all__ = ["report_of_channels", "state_channel"]

_KIND = VehicleState.__name__


def report_of_channels(truth: RecordedChannel, belief: RecordedChannel) -> BeliefTraceabilityReport:
    """Pair two channels of VehicleState, one sample after the other."""
    return report_of_blocks(_in_step(truth, belief))


def _in_step(
    truth: RecordedChannel, belief: RecordedChannel
) -> Iterator[tuple[SampleBlock, SampleBlock]]:
    """Blocks of both, to the end of both; every block but the last is full."""
    trues, beliefs = sample_blocks(truth), sample_blocks(belief)
    true_count = belief_count = 0
    for true in trues:
        believed = next(beliefs, None)
        common = min(len(true), 0 if believed is None else len(believed))
        true_count += len(true)
        belief_count += 0 if believed is None else len(believed)
        if believed is None or len(true) != len(believed):
            # A stamp that differs comes before the end of one of them.
            if believed is not None:
                yield true.head(common), believed.head(common)
            break
        yield true, believed
    true_count += sum(map(len, trues))
    belief_count += sum(map(len, beliefs))
    if true_count != belief_count:
        raise StreamsDifferError(
            f"truth has {true_count} samples, belief has {belief_count}",
            "the two streams",
            "streams of the same length with the same stamps",
            "align the streams before; the report does not",
        )


def state_channel(recording: Recording, wanted: str | None, flag: str) -> RecordedChannel:
    """The one channel of VehicleState that there is, or the one that was asked for."""
    channels = recording.channels
    found = [name for name, each in channels.items() if each.schema_name == _KIND]
    if not found:
        raise InputError(
            f"there is no channel of {_KIND}",
            recording.path,
            f"a recording with {_KIND} messages; it has {', '.join(channels) or 'no channels'}",
            "record a run with an estimator, or check the path",
        )
    if wanted is None and len(found) == 1:
        return channels[found[0]]
    if wanted in found:
        return channels[wanted]
    raise InputError(
        f"there are {len(found)} channels of {_KIND}"
        if wanted is None
        else f"there is no channel {wanted!r} of {_KIND}{did_you_mean(wanted, found)}",
        recording.path,
        f"one of {', '.join(found)}",
        f"choose one with {flag}",
    )
