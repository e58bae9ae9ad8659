"""What there is to say about two recordings."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, final

from ._chain import ChainDifference
from ._values import FieldDifference


@final
@dataclass(frozen=True)
class Divergence:
    """The first difference: in a value, in the order, or a message on one side only.

    `fields` are the first that differ, and `more_fields` is how many others there are.
    """

    kind: Literal["value", "order", "only in a", "only in b"]
    channel: str
    stamp_sim_ns: int
    sequence_a: int | None
    sequence_b: int | None
    fields: tuple[FieldDifference, ...]
    more_fields: int = 0


class OneSided(NamedTuple):
    """A message that only one of the recordings has."""

    side: Literal["a", "b"]
    channel: str
    stamp_sim_ns: int
    sequence: int


class LaterBeginning(NamedTuple):
    """Which of the recordings begins later than the other, and where.

    Its run went on from `moment_ns`, at a checkpoint, and what it has begins a tick after.
    """

    side: Literal["a", "b"]
    first_ns: int
    moment_ns: int


@final
@dataclass(frozen=True)
class ChannelComparison:
    """How one channel compares; `note` tells what is not about its messages.

    `before` counts messages of the one from before the other begins: they are no difference.
    """

    name: str
    count_a: int
    count_b: int
    differing: int
    only_a: int
    only_b: int
    note: str = ""
    before: int = 0

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.differing or self.only_a or self.only_b or self.note)


@final
@dataclass(frozen=True)
class Comparison:
    """The answer. `chain` is None where not both have a state chain.

    `one_sided` are the earliest messages that only one has; the channels count them all. Where
    `later` is one that begins later, the two are compared from there on.
    """

    first: Divergence | None
    channels: tuple[ChannelComparison, ...]
    chain: ChainDifference | None
    manifest: tuple[FieldDifference, ...]
    left_out: tuple[str, ...]
    later: LaterBeginning | None = None
    one_sided: tuple[OneSided, ...] = ()
    tolerance: float | None = None

    @property
    def differing(self) -> int:
        """How many messages differ, of those that both have."""
        return sum(each.differing for each in self.channels)

    @property
    def only_a(self) -> int:
        """How many messages only the first has."""
        return sum(each.only_a for each in self.channels)

    @property
    def only_b(self) -> int:
        """How many messages only the second has."""
        return sum(each.only_b for each in self.channels)

    @property
    def is_same(self) -> bool:
        """Whether the two hold the same. Manifests may differ: they are causes, not results.

        The chain is of bits, and says nothing about what is within a tolerance.
        """
        has_tolerance = self.tolerance is not None
        chain_is_same = has_tolerance or self.chain is None or self.chain.tick is None
        return self.first is None and chain_is_same and all(c.is_same for c in self.channels)
