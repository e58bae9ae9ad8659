"""What two recordings have in common, and where they part."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from math import isfinite
from typing import Literal, NamedTuple, final

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.telemetry import CHANNEL_LINKS, RecordedChannel, Recording

from ._chain import ChainDifference, beginning, first_different_tick
from ._streams import Pair, pairs
from ._values import FIELDS_MAX, FieldDifference, byte_difference, field_differences


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

    Where `later` is one that begins later, the two are compared from there on.
    """

    first: Divergence | None
    channels: tuple[ChannelComparison, ...]
    chain: ChainDifference | None
    manifest: tuple[FieldDifference, ...]
    left_out: tuple[str, ...]
    later: LaterBeginning | None = None

    @property
    def is_same(self) -> bool:
        """Whether the two hold the same. Manifests may differ: they are causes, not results."""
        chain_is_same = self.chain is None or self.chain.tick is None
        return self.first is None and chain_is_same and all(c.is_same for c in self.channels)


def compare_recordings(
    a: Recording,
    b: Recording,
    *,
    channels: Iterable[str] | None = None,
    tolerance: float | None = None,
) -> Comparison:
    """Compare all messages: channels, stamps, payloads to the last bit, and the order.

    Where one begins later by its state chain, because it went on from a checkpoint, messages
    of the other from before that are counted and not compared.

    `channels` are patterns of those to compare; without them all are, but for observers'
    and viewers', which are no part of a run. Within a `tolerance` numbers count as the same,
    and so does every order.
    """
    if tolerance is not None and not (isfinite(tolerance) and tolerance >= 0.0):
        raise InputError(
            f"tolerance is {tolerance!r}", "compare_recordings", "a finite number, 0 or more"
        )
    chosen, left_out = _chosen(a, b, channels)
    later = _later(a, b)
    tally = _Tally(a, b, tolerance, later)
    in_both = [n for n in chosen if n in a.channels and n in b.channels]
    for pair in pairs(a, b, frozenset(n for n in chosen if n != CHANNEL_LINKS)):
        tally.take(pair)
    with_links = CHANNEL_LINKS in chosen
    notes = {name: _note(a.channels[name], b.channels[name]) for name in in_both}
    return Comparison(
        tally.first(),
        tuple(tally.channel(name, notes.get(name, "")) for name in chosen),
        first_different_tick(a, b) if with_links else None,
        tuple(field_differences(a.manifest, b.manifest)),
        tuple(left_out),
        later,
    )


def _later(a: Recording, b: Recording) -> LaterBeginning | None:
    if a.manifest.get("begin_ns") == b.manifest.get("begin_ns"):
        return None  # so that usually nothing has to be read for this
    one, two = beginning(a), beginning(b)
    if one is None or two is None or one.first_ns == two.first_ns:
        return None
    return LaterBeginning("a", *one) if one > two else LaterBeginning("b", *two)


def _chosen(
    a: Recording, b: Recording, patterns: Iterable[str] | None
) -> tuple[list[str], list[str]]:
    names = sorted({*a.channels, *b.channels})
    if patterns is None:
        chosen = [name for name in names if not _is_aside(a, b, name)]
        return chosen, [name for name in names if name not in chosen]
    chosen = []
    for pattern in patterns:
        matching = [name for name in names if fnmatchcase(name, pattern)]
        if not matching:
            raise InputError(
                f"no channel is {pattern!r}",
                "compare_recordings",
                f"one of {', '.join(names) or 'none'}, or a pattern such as '/car/*'",
            )
        chosen += [name for name in matching if name not in chosen]
    return sorted(chosen), [name for name in names if name not in chosen]


def _is_aside(a: Recording, b: Recording, name: str) -> bool:
    """Whether a channel is an observer's, or made of the others for viewers."""
    found = [each.channels[name] for each in (a, b) if name in each.channels]
    return name.startswith(OBSERVER_PREFIX) or any(channel.is_view for channel in found)


def _note(a: RecordedChannel, b: RecordedChannel) -> str:
    if a.message_encoding != b.message_encoding:
        return f"encoded as {a.message_encoding[:40]!r} and as {b.message_encoding[:40]!r}"
    if a.schema_name != b.schema_name:
        return f"has the schema {a.schema_name[:80]!r} and {b.schema_name[:80]!r}"
    if a.schema != b.schema:
        return "its schemas differ"
    return ""


class _Tally:
    """Counts differences, and keeps the earliest."""

    def __init__(
        self,
        a: Recording,
        b: Recording,
        tolerance: float | None,
        later: LaterBeginning | None,
    ) -> None:
        self._a, self._b = a, b
        self._tolerance = tolerance
        self._later = later
        self._before: Counter[str] = Counter()
        self._differing: Counter[str] = Counter()
        self._only_a: Counter[str] = Counter()
        self._only_b: Counter[str] = Counter()
        self._first: Pair | None = None
        self._order: Pair | None = None

    def take(self, pair: Pair) -> None:
        """Count one."""
        if self._is_before(pair):
            self._before[pair.channel] += 1
            return
        if pair.data_b is None:
            self._only_a[pair.channel] += 1
        elif pair.data_a is None:
            self._only_b[pair.channel] += 1
        elif pair.data_a == pair.data_b:
            if self._order is None or _key(pair) < _key(self._order):
                self._order = pair
            return
        elif self._tolerance is not None and not self._fields(pair, at_most=1):
            return
        else:
            self._differing[pair.channel] += 1
        if self._first is None or _key(pair) < _key(self._first):
            self._first = pair

    def _is_before(self, pair: Pair) -> bool:
        """Whether only one has it, and the other had not begun."""
        later = self._later
        if later is None or pair.stamp_ns >= later.first_ns:
            return False
        return (pair.data_a if later.side == "a" else pair.data_b) is None

    def first(self) -> Divergence | None:
        """The earliest difference; of the order only where nothing else differs."""
        pair = self._first
        if pair is None:
            pair = None if self._tolerance is not None else self._order
            if pair is None:
                return None
            place = FieldDifference("sequence", pair.sequence_a, pair.sequence_b)
            return Divergence("order", *pair[:4], (place,))
        if pair.data_b is None:
            return Divergence("only in a", *pair[:4], ())
        if pair.data_a is None:
            return Divergence("only in b", *pair[:4], ())
        fields = self._fields(pair)
        return Divergence("value", *pair[:4], fields[:FIELDS_MAX], max(0, len(fields) - FIELDS_MAX))

    def _fields(self, pair: Pair, at_most: int | None = None) -> tuple[FieldDifference, ...]:
        one, two = self._a.channels[pair.channel], self._b.channels[pair.channel]
        data_a, data_b = pair.data_a, pair.data_b
        assert data_a is not None
        assert data_b is not None
        if one.is_readable and two.is_readable:
            left = one.decode(data_a, pair.stamp_ns)
            right = two.decode(data_b, pair.stamp_ns)
            found = tuple(islice(field_differences(left, right, self._tolerance), at_most))
            if found or self._tolerance is not None:
                return found
        return (byte_difference(data_a, data_b),)

    def channel(self, name: str, note: str) -> ChannelComparison:
        """How one channel compares."""
        counts = self._a.counts().get(name, 0), self._b.counts().get(name, 0)
        only_a, only_b = self._only_a[name], self._only_b[name]
        is_past = self._later is not None and 0 < self._before[name] == max(counts)
        if (name not in self._a.channels or name not in self._b.channels) and not is_past:
            note = f"only in {'a' if name in self._a.channels else 'b'}"
        return ChannelComparison(
            name, *counts, self._differing[name], only_a, only_b, note, self._before[name]
        )


def _key(pair: Pair) -> tuple[int, int, str]:
    sequences = [each for each in (pair.sequence_a, pair.sequence_b) if each is not None]
    return pair.stamp_ns, min(sequences), pair.channel
