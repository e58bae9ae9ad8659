"""What two recordings have in common, and where they part."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from math import isfinite
from typing import Literal, final

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.telemetry import CHANNEL_LINKS, RecordedChannel, Recording

from ._chain import ChainDifference, first_different_tick
from ._streams import Pair, pairs
from ._values import FIELDS_MAX, FieldDifference, byte_difference, field_differences


@final
@dataclass(frozen=True)
class Divergence:
    """The first difference: in a value, in the order, or a message on one side only."""

    kind: Literal["value", "order", "only in a", "only in b"]
    channel: str
    stamp_sim_ns: int
    sequence_a: int | None
    sequence_b: int | None
    fields: tuple[FieldDifference, ...]


@final
@dataclass(frozen=True)
class ChannelComparison:
    """How one channel compares; `note` tells what is not about its messages."""

    name: str
    count_a: int
    count_b: int
    differing: int
    only_a: int
    only_b: int
    note: str = ""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.differing or self.only_a or self.only_b or self.note)


@final
@dataclass(frozen=True)
class Comparison:
    """The answer. `chain` is None where not both have a state chain."""

    first: Divergence | None
    channels: tuple[ChannelComparison, ...]
    chain: ChainDifference | None
    manifest: tuple[FieldDifference, ...]
    left_out: tuple[str, ...]

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

    `channels` are patterns of those to compare; without them all are, but for observers'
    and viewers', which are no part of a run. Within a `tolerance` numbers count as the same,
    and so does every order.
    """
    if tolerance is not None and not (isfinite(tolerance) and tolerance >= 0.0):
        raise InputError(
            f"tolerance is {tolerance!r}", "compare_recordings", "a finite number, 0 or more"
        )
    chosen, left_out = _chosen(a, b, channels)
    tally = _Tally(a, b, tolerance)
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
    )


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

    def __init__(self, a: Recording, b: Recording, tolerance: float | None) -> None:
        self._a, self._b = a, b
        self._tolerance = tolerance
        self._differing: Counter[str] = Counter()
        self._only_a: Counter[str] = Counter()
        self._only_b: Counter[str] = Counter()
        self._first: Pair | None = None
        self._order: Pair | None = None

    def take(self, pair: Pair) -> None:
        """Count one."""
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

    def first(self) -> Divergence | None:
        """The earliest difference; of the order only where nothing else differs."""
        pair = self._first
        if pair is None:
            pair = None if self._tolerance is not None else self._order
            if pair is None:
                return None
            fields = (FieldDifference("sequence", pair.sequence_a, pair.sequence_b),)
            return Divergence("order", *pair[:4], fields)
        if pair.data_b is None:
            return Divergence("only in a", *pair[:4], ())
        if pair.data_a is None:
            return Divergence("only in b", *pair[:4], ())
        return Divergence("value", *pair[:4], self._fields(pair))

    def _fields(self, pair: Pair, at_most: int = FIELDS_MAX) -> tuple[FieldDifference, ...]:
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
        if name not in self._a.channels or name not in self._b.channels:
            note = f"only in {'a' if name in self._a.channels else 'b'}"
        return ChannelComparison(name, *counts, self._differing[name], only_a, only_b, note)


def _key(pair: Pair) -> tuple[int, int, str]:
    sequences = [each for each in (pair.sequence_a, pair.sequence_b) if each is not None]
    return pair.stamp_ns, min(sequences), pair.channel
