"""Differences, counted as they come; the earliest are kept."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, final

from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording

from ._answer import ChannelComparison, Divergence, LaterBeginning, OneSided
from ._streams import Pair
from ._values import FIELDS_MAX, FieldDifference, byte_difference, field_differences

ONE_SIDED_MAX = 20


@final
class Tally:
    """Counts differences, and keeps the earliest.

    Where not `all_channels` are compared, a message's sequence counts others' too: the order is
    another then only where messages have changed places.
    """

    def __init__(
        self,
        a: Recording,
        b: Recording,
        tolerance: float | None,
        later: LaterBeginning | None,
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

    def take(self, pair: Pair) -> None:
        """Count one."""
        if self._is_before(pair):
            self._before[pair.channel] += 1
            return
        if pair.data_a is None or pair.data_b is None:
            self._take_one_sided(pair)
        elif pair.data_a == pair.data_b:
            if self._is_moved(pair) and (self._order is None or _key(pair) < _key(self._order)):
                self._order = pair
            return
        elif self._tolerance is not None and not any(self._differences(pair)):
            return
        else:
            self._differing[pair.channel] += 1
        if self._first is None or _key(pair) < _key(self._first):
            self._first = pair

    def _is_moved(self, pair: Pair) -> bool:
        """Whether two messages that are the same have another place in the order."""
        if self._later is not None and not self._a.channels[pair.channel].is_bus_channel:
            return False  # samples are counted from where a recording begins
        return self._all_channels or not pair.in_place

    def _is_before(self, pair: Pair) -> bool:
        """Whether only one has it, and the other had not begun."""
        later = self._later
        if later is None or pair.stamp_ns >= later.first_ns:
            return False
        return (pair.data_a if later.side == "a" else pair.data_b) is None

    def _take_one_sided(self, pair: Pair) -> None:
        name, stamp_ns, sequence_a, sequence_b = pair[:4]
        if sequence_a is not None:
            self._only_a[name] += 1
            self._one_sided.append(OneSided("a", name, stamp_ns, sequence_a))
        elif sequence_b is not None:
            self._only_b[name] += 1
            self._one_sided.append(OneSided("b", name, stamp_ns, sequence_b))
        if len(self._one_sided) > 50 * ONE_SIDED_MAX:
            self._one_sided = list(self.one_sided())

    def one_sided(self) -> tuple[OneSided, ...]:
        """The earliest messages that only one has."""
        by_time = sorted(self._one_sided, key=lambda each: (each.stamp_sim_ns, each.sequence))
        return tuple(by_time[:ONE_SIDED_MAX])

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
        fields = self._differences(pair)
        shown = tuple(islice(fields, FIELDS_MAX))
        return Divergence("value", *pair[:4], shown, sum(1 for _ in fields))

    def _differences(self, pair: Pair) -> Iterator[FieldDifference]:
        """The fields that differ; where nothing can be decoded, the first byte that does."""
        data_a, data_b = pair.data_a, pair.data_b
        assert data_a is not None
        assert data_b is not None
        is_told = False
        try:
            left, right = _decoded(self._a, pair, data_a), _decoded(self._b, pair, data_b)
            for each in field_differences(left, right, self._tolerance):
                is_told = True
                yield each
            is_told = is_told or self._tolerance is not None
        except (InputError, RecursionError):
            pass  # not what it is said to be, too large, or nested too deeply
        if not is_told:
            yield byte_difference(data_a, data_b)

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


def _decoded(recording: Recording, pair: Pair, data: bytes) -> dict[str, Any]:
    return recording.channels[pair.channel].decode(data, pair.stamp_ns)


def _key(pair: Pair) -> tuple[int, int, str]:
    sequences = [each for each in (pair.sequence_a, pair.sequence_b) if each is not None]
    return pair.stamp_ns, min(sequences), pair.channel
