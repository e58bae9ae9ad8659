"""Count differences and keep the earliest."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, final

from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording, actor_of_signal

from ._result import ChannelComparison, Divergence, LaterStart, OneSided
from ._streams import Pair
from ._values import (
    FIELDS_MAX,
    FieldDifference,
    byte_difference,
    describe_difference,
    field_differences,
)

ONE_SIDED_MAX = 20
# The name of a message's publish time among its fields that differ.
PUBLISH_TIME = "publish_time"


@final
class DifferenceCounter:
    """Counts differences and keeps the earliest.

    Sequence numbers also count messages of other channels. So unless `all_channels` are compared,
    only messages that changed places count as a different order.
    """

    def __init__(
        self,
        a: Recording,
        b: Recording,
        tolerance: float | None,
        later: LaterStart | None,
        *,
        all_channels: bool,
    ) -> None:
        self._a, self._b = a, b
        self._tolerance = tolerance
        self._later = later
        self._all_channels = all_channels
        self._before: Counter[str] = Counter()
        self._differing: Counter[str] = Counter()
        self._only_a: Counter[str] = Counter()
        self._only_b: Counter[str] = Counter()
        self._one_sided: list[OneSided] = []
        self._first: Pair | None = None
        self._order: Pair | None = None

    def add(self, pair: Pair) -> None:
        """Count a pair."""
        if self._is_before(pair):
            self._before[pair.channel] += 1
            return
        _, stamp_ns, a, b, _ = pair
        if a is None or b is None:
            self._add_one_sided(pair)
        elif a[3:] == b[3:]:  # publish time and payload
            if self._is_moved(pair) and _is_earlier(pair, self._order):
                self._order = pair
            return
        elif self._tolerance is not None and not any(self._differences(pair)):
            return
        else:
            self._differing[pair.channel] += 1
        first = self._first
        if first is None or (stamp_ns <= first.stamp_ns and _is_earlier(pair, first)):
            self._first = pair

    def _is_moved(self, pair: Pair) -> bool:
        """Whether two equal messages have different places in the order."""
        if self._later is not None and not self._a.channels[pair.channel].is_bus_channel:
            return False  # samples are numbered from the start of a recording
        return self._all_channels or not pair.in_place

    def _is_before(self, pair: Pair) -> bool:
        """Whether only one recording has the message because the other starts later."""
        later = self._later
        if later is None or pair.stamp_ns >= later.first_ns:
            return False
        return (pair.a if later.side == "a" else pair.b) is None

    def _add_one_sided(self, pair: Pair) -> None:
        name, stamp_ns = pair[:2]
        sequence_a, sequence_b = pair.sequences
        if sequence_a is not None:
            self._only_a[name] += 1
            only = OneSided("a", name, stamp_ns, sequence_a)
        else:
            assert sequence_b is not None
            self._only_b[name] += 1
            only = OneSided("b", name, stamp_ns, sequence_b)
        kept = self._one_sided
        if len(kept) == ONE_SIDED_MAX and _time_key(kept[-1]) <= _time_key(only):
            return
        insort(kept, only._replace(actor=self._actor(pair)), key=_time_key)
        del kept[ONE_SIDED_MAX:]

    def one_sided(self) -> tuple[OneSided, ...]:
        """Return the earliest messages that only one recording has."""
        return tuple(self._one_sided)

    def first(self) -> Divergence | None:
        """Return the earliest difference; a difference in order only if nothing else differs."""
        pair = self._first
        if pair is None:
            pair = None if self._tolerance is not None else self._order
            if pair is None:
                return None
            place = FieldDifference("sequence", *pair.sequences)
            return _divergence("order", pair, (place,), actor=self._actor(pair))
        if pair.b is None:
            return _divergence("only in a", pair, (), actor=self._actor(pair))
        if pair.a is None:
            return _divergence("only in b", pair, (), actor=self._actor(pair))
        fields = self._differences(pair)
        listed = tuple(islice(fields, FIELDS_MAX))
        if self._a.channels[pair.channel].signal_columns:
            manifest = self._a.manifest
            listed = tuple(f._replace(actor=actor_of_signal(manifest, f.path)) for f in listed)
        more = sum(1 for _ in fields)
        return _divergence("value", pair, listed, more, self._actor(pair))

    def _actor(self, pair: Pair) -> str | None:
        """Return the actor that a pair is about; None if there is none, or not one."""
        sides = ((self._a, pair.a), (self._b, pair.b))
        names = {
            _actor_of(recording, pair, message[4])
            for recording, message in sides
            if message is not None
        }
        return names.pop() if len(names) == 1 else None

    def _differences(self, pair: Pair) -> Iterator[FieldDifference]:
        """Yield the fields that differ; if the messages cannot be decoded, the first byte."""
        assert pair.a is not None
        assert pair.b is not None
        *_, publish_a, data_a = pair.a
        *_, publish_b, data_b = pair.b
        if publish_a != publish_b:
            yield describe_difference(PUBLISH_TIME, publish_a, publish_b)
        if data_a == data_b:
            return
        has_fields = False
        try:
            left, right = _decode(self._a, pair, data_a), _decode(self._b, pair, data_b)
            for each in field_differences(left, right, self._tolerance):
                has_fields = True
                yield each
            has_fields = has_fields or self._tolerance is not None
        except (InputError, RecursionError):
            pass  # does not match its schema, too large, or nested too deeply
        if not has_fields:
            yield byte_difference(data_a, data_b)

    def channel(self, name: str, note: str, counts: tuple[int, int]) -> ChannelComparison:
        """Return the comparison of one channel, which has so many messages in each."""
        only_a, only_b = self._only_a[name], self._only_b[name]
        is_past = self._later is not None and 0 < self._before[name] == max(counts)
        only_in: Literal["a", "b"] | None = None
        if (name not in self._a.channels or name not in self._b.channels) and not is_past:
            only_in = "a" if name in self._a.channels else "b"
            note = f"only in {only_in}"
        before = self._before[name]
        return ChannelComparison(
            name, *counts, self._differing[name], only_a, only_b, note, before, only_in
        )


def _decode(recording: Recording, pair: Pair, data: bytes) -> dict[str, Any]:
    return recording.channels[pair.channel].decode(data, pair.stamp_ns)


def _time_key(each: OneSided) -> tuple[int, int]:
    return each.stamp_sim_ns, each.sequence


def _actor_of(recording: Recording, pair: Pair, data: bytes) -> str | None:
    """Return the actor that a message names, or else its channel."""
    channel = recording.channels[pair.channel]
    if channel.actor is not None or channel.message_encoding != "json":
        return channel.actor
    try:
        message = channel.decode(data, pair.stamp_ns)
    except (InputError, RecursionError):
        return None
    names = [message.get(key) for key in ("actor", "first", "second")]
    return " and ".join(name for name in names if isinstance(name, str)) or None


def _divergence(
    kind: Literal["value", "order", "only in a", "only in b"],
    pair: Pair,
    fields: tuple[FieldDifference, ...],
    more_fields: int = 0,
    actor: str | None = None,
) -> Divergence:
    place = pair.channel, pair.stamp_ns, *pair.sequences
    return Divergence(kind, *place, fields, more_fields, actor)


def _is_earlier(pair: Pair, other: Pair | None) -> bool:
    return other is None or _order_key(pair) < _order_key(other)


def _order_key(pair: Pair) -> tuple[int, int, str]:
    sequences = [each for each in pair.sequences if each is not None]
    return pair.stamp_ns, min(sequences), pair.channel
