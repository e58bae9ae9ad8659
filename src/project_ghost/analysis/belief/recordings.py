"""Build the belief traceability report of two recorded channels."""

from collections.abc import Iterator

from project_ghost.analysis.belief_traceability import (
    BeliefTraceabilityReport,
    StreamsDifferError,
    report_of_blocks,
)
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.state import VehicleState
from project_ghost.telemetry import RecordedChannel, Recording, message_class_name

from ._quick_samples import sample_blocks
from ._samples import SampleBlock

__all__ = ["report_of_channels", "require_state_channel", "state_channel"]

_KIND = VehicleState.__name__


def report_of_channels(
    truth: RecordedChannel | None, belief: RecordedChannel | None
) -> BeliefTraceabilityReport:
    """Pair the samples of two channels of VehicleState by index; None has no samples."""
    return report_of_blocks(_paired_blocks(truth, belief))


def _paired_blocks(
    truth: RecordedChannel | None, belief: RecordedChannel | None
) -> Iterator[tuple[SampleBlock, SampleBlock]]:
    """Yield blocks of both channels in step; every block except the last is full."""
    trues, beliefs = (iter(()) if c is None else sample_blocks(c) for c in (truth, belief))
    true_count = belief_count = 0
    for true in trues:
        believed = next(beliefs, None)
        common = min(len(true), 0 if believed is None else len(believed))
        true_count += len(true)
        belief_count += 0 if believed is None else len(believed)
        if believed is None or len(true) != len(believed):
            # Report a stamp that differs before reporting the different lengths.
            if believed is not None:
                yield true.head(common), believed.head(common)
            break
        yield true, believed
    true_count += sum(map(len, trues))
    belief_count += sum(map(len, beliefs))
    if true_count != belief_count:
        raise StreamsDifferError.at_end(true_count, belief_count)


def state_channel(recording: Recording, chosen: str | None, flag: str) -> RecordedChannel | None:
    """Return the chosen channel of VehicleState; by default the only one, or None without any."""
    channels = recording.channels
    candidates = _state_channels(recording)
    if chosen is None and not candidates:
        return None
    if chosen is None and len(candidates) == 1:
        return channels[candidates[0]]
    if chosen in candidates:
        return channels[chosen]
    raise InputError(
        f"there are {len(candidates)} channels of {_KIND}"
        if chosen is None
        else f"there is no channel {chosen!r} of {_KIND}{did_you_mean(chosen, candidates)}",
        recording.path,
        f"one of {', '.join(candidates)}" if candidates else f"a recording with {_KIND} messages",
        f"choose one with {flag}" if candidates else "record a run with an estimator",
    )


def require_state_channel(recording: Recording, chosen: str | None, flag: str) -> RecordedChannel:
    """Return the channel of VehicleState; raise if there is none."""
    channel = state_channel(recording, chosen, flag)
    if channel is None:
        raise InputError(
            f"there is no channel of {_KIND}",
            recording.path,
            f"a recording with {_KIND} messages; it has "
            f"{', '.join(recording.channels) or 'no channels'}",
            "record a run with an estimator, or check the path",
        )
    return channel


def _state_channels(recording: Recording) -> list[str]:
    return [
        name
        for name, channel in recording.channels.items()
        if message_class_name(channel.schema_name) == _KIND
    ]
