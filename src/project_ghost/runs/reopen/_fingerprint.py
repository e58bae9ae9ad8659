"""The digests that equal runs share: every channel, the order, the state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.analysis.divergence import Comparison
from project_ghost.telemetry import CHANNEL_LINKS, Recording

__all__ = ["Difference", "Fingerprint", "fingerprint_of", "is_beginning", "stored_fingerprint"]

_STATE = "state_sha256"


@final
@dataclass(frozen=True)
class Difference:
    """The differences of two runs; false if there are none.

    `channels` are the names of differing channels; `order` and `state` are true if the total order
    or the state chain differ. `beginning` is true if the first recording was cut off and the second
    run does not begin with it.
    """

    channels: tuple[str, ...] = ()
    order: bool = False
    state: bool = False
    beginning: bool = False

    def __bool__(self) -> bool:
        return bool(self.channels) or self.order or self.state or self.beginning

    def words(self) -> list[str]:
        """Return the names of the differing parts, for messages."""
        parts = {
            "the order": self.order,
            "the state": self.state,
            "the recorded beginning": self.beginning,
        }
        return [*self.channels, *(name for name, differs in parts.items() if differs)]


@final
@dataclass(frozen=True)
class Fingerprint:
    """The digests of a run; `state` is None for a recording without a state digest."""

    channels: Mapping[str, str]
    order: str
    state: str | None

    def difference(self, other: "Fingerprint") -> Difference:
        """Return what differs; the state is compared only if both have it."""
        names = sorted({*self.channels, *other.channels})
        has_states = self.state is not None and other.state is not None
        return Difference(
            tuple(name for name in names if self.channels.get(name) != other.channels.get(name)),
            order=self.order != other.order,
            state=has_states and self.state != other.state,
        )


def fingerprint_of(recording: Recording) -> Fingerprint:
    """Compute the digests of a recording from all of its messages."""
    digests = recording.digests()
    return Fingerprint(digests.channels, digests.order, recording.results.get(_STATE))


def stored_fingerprint(recording: Recording) -> Fingerprint:
    """Return the digests that the recorder stored, for a recording that is trusted."""
    totals = recording.totals()
    channels = {name: total["sha256"] for name, total in totals.items() if "sha256" in total}
    results = recording.results
    return Fingerprint(channels, results["order_sha256"], results.get(_STATE))


def is_beginning(comparison: Comparison) -> bool:
    """Whether the first recording of a comparison is a prefix of the second.

    A recording that was cut off can only be compared this way.
    """
    chain = comparison.chain
    if chain is not None and chain.tick is not None and chain.tick < chain.ticks_a:
        return False
    return (comparison.first is None or comparison.first.kind == "only in b") and all(
        channel.name == CHANNEL_LINKS
        or channel.only_in == "b"
        or not (channel.differing or channel.only_a or channel.note)
        for channel in comparison.channels
    )
