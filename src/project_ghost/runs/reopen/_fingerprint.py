"""What two runs must have in common to be the same: every channel, the order, the state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.analysis.divergence import Comparison
from project_ghost.telemetry import CHANNEL_LINKS, Recording

__all__ = ["Fingerprint", "fingerprint_of", "is_beginning", "stored_fingerprint"]

_STATE = "state_sha256"


@final
@dataclass(frozen=True)
class Fingerprint:
    """The digests of a run; `state` is None where a recording has none of the state chain."""

    channels: Mapping[str, str]
    order: str
    state: str | None

    def differences(self, other: "Fingerprint") -> tuple[str, ...]:
        """What is not the same: names of channels, "the order", "the state"."""
        names = sorted({*self.channels, *other.channels})
        found = [name for name in names if self.channels.get(name) != other.channels.get(name)]
        if self.order != other.order:
            found.append("the order")
        if self.state is not None and other.state is not None and self.state != other.state:
            found.append("the state")
        return tuple(found)


def fingerprint_of(recording: Recording) -> Fingerprint:
    """The digests of what is in a file, made anew from all of its messages."""
    digests = recording.digests()
    return Fingerprint(digests.channels, digests.order, recording.results.get(_STATE))


def stored_fingerprint(recording: Recording) -> Fingerprint:
    """The digests that the recorder has stored at the end: for a recording of one's own."""
    totals = recording.totals()
    channels = {name: total["sha256"] for name, total in totals.items() if "sha256" in total}
    results = recording.results
    return Fingerprint(channels, results["order_sha256"], results.get(_STATE))


def is_beginning(found: Comparison) -> bool:
    """Whether the first recording of a comparison is the beginning of the second.

    That is all that can be asked of one that was cut off.
    """
    chain = found.chain
    if chain is not None and chain.tick is not None and chain.tick < chain.ticks_a:
        return False
    return (found.first is None or found.first.kind == "only in b") and all(
        channel.name == CHANNEL_LINKS
        or (not channel.differing and not channel.only_a and channel.note in ("", "only in b"))
        for channel in found.channels
    )
