"""The result of comparing two recordings."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, final

from ._chain import ChainDifference
from ._values import FieldDifference
from ._window import ALL_TIMES, TimeWindow


@final
@dataclass(frozen=True)
class Divergence:
    """The first difference: a value, the order, or a message in only one recording.

    `actor` is the one that the message is about, or the two of a contact: the name that both have,
    or that of the only one. `fields` are the first differing fields; `more_fields` counts others.
    """

    kind: Literal["value", "order", "only in a", "only in b"]
    channel: str
    stamp_sim_ns: int
    sequence_a: int | None
    sequence_b: int | None
    fields: tuple[FieldDifference, ...]
    more_fields: int = 0
    actor: str | None = None


class OneSided(NamedTuple):
    """A message in only one of the recordings."""

    side: Literal["a", "b"]
    channel: str
    stamp_sim_ns: int
    sequence: int
    actor: str | None = None


class LaterStart(NamedTuple):
    """The recording that starts later than the other, because it continues from a checkpoint.

    The checkpoint is at `moment_ns`; the first tick of the recording is at `first_ns`.
    """

    side: Literal["a", "b"]
    first_ns: int
    moment_ns: int


@final
@dataclass(frozen=True)
class ChannelComparison:
    """The comparison of one channel; `note` describes differences outside its messages.

    `before` counts messages from before the other recording starts, which are not compared.
    `only_in` is the recording that has the channel, where only one has it.
    """

    name: str
    count_a: int
    count_b: int
    differing: int
    only_a: int
    only_b: int
    note: str = ""
    before: int = 0
    only_in: Literal["a", "b"] | None = None

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.differing or self.only_a or self.only_b or self.note)


@final
@dataclass(frozen=True)
class Comparison:
    """The result of a comparison. `chain` is None unless both recordings have a state chain.

    `one_sided` are the earliest messages that only one recording has; the channels count all of
    them. If one recording starts later (`later`), the comparison begins there. Counts are of the
    messages in the `window`.
    """

    first: Divergence | None
    channels: tuple[ChannelComparison, ...]
    chain: ChainDifference | None
    manifest: tuple[FieldDifference, ...]
    left_out: tuple[str, ...]
    later: LaterStart | None = None
    one_sided: tuple[OneSided, ...] = ()
    tolerance: float | None = None
    window: TimeWindow = ALL_TIMES

    @property
    def differing(self) -> int:
        """The number of messages that both recordings have and that differ."""
        return sum(each.differing for each in self.channels)

    @property
    def only_a(self) -> int:
        """The number of messages in the first recording only."""
        return sum(each.only_a for each in self.channels)

    @property
    def only_b(self) -> int:
        """The number of messages in the second recording only."""
        return sum(each.only_b for each in self.channels)

    @property
    def is_same(self) -> bool:
        """Whether the contents are equal. Manifests may differ: they are settings, not results.

        The chain hashes bits, so it is ignored within a tolerance. It covers all ticks before, so
        a first difference outside of the window is ignored too.
        """
        time_ns = None if self.chain is None else self.chain.time_ns
        chain_is_same = (
            self.tolerance is not None or time_ns is None or not self.window.has(time_ns)
        )
        return self.first is None and chain_is_same and all(c.is_same for c in self.channels)
