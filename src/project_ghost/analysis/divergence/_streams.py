"""The messages of two files in pairs, with bounded memory.

Messages belong together that have the same channel and the same stamp; of several, the
first with the first. Both files are read from front to back, whichever is behind in time.
A message without a partner waits until the other file cannot have one any more: its later
chunks say from which time on they have messages. Two chunks that are the same bytes are
passed over.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias, final

from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording

Stored: TypeAlias = tuple[int, int, int, int, bytes]

WAITING_BYTES_MAX = 256 << 20
_WAITING_COST = 300  # what Python needs for a message besides its bytes


class Pair(NamedTuple):
    """Two messages that belong together and differ, or one without a partner.

    They are `in_place` where the files came to them at the same time, and none had to wait.
    """

    channel: str
    stamp_ns: int
    sequence_a: int | None
    sequence_b: int | None
    data_a: bytes | None
    data_b: bytes | None
    in_place: bool = False


@final
class Cursor:
    """A place in one of the files."""

    def __init__(self, recording: Recording, wanted: frozenset[str]) -> None:
        self.file = recording.file
        self.path = recording.path
        self.names = {
            number: channel.topic
            for number, channel in self.file.channels.items()
            if channel.topic in wanted
        }
        self._topics = frozenset(self.names.values())
        self._segments = self.file.segments
        # From which time on the segments from here to the end have messages.
        floor = float("inf")
        self._floors: list[float] = [floor]
        for segment in reversed(self._segments):
            floor = min(floor, segment.start_ns)
            self._floors.append(floor)
        self._floors.reverse()
        self._next = 0
        self._ahead: bytes | None = None  # what was read of the next segment already
        self._messages: Iterator[Stored] = iter(())
        self._start_ns = 0
        self.head: Stored | None = None
        self.waiting: dict[tuple[str, int], deque[tuple[int, bytes]]] = {}
        self.waiting_bytes = 0

    def floor_ns(self) -> float:
        """No message from here on is earlier."""
        return self._floors[max(0, self._next - 1) if self.head is not None else self._next]

    def may_have(self, key: tuple[str, int]) -> bool:
        """Whether a message of this channel and time may still come."""
        return key[1] >= self.floor_ns() and key[0] in self._topics

    def at_segment(self) -> bool:
        """Whether a segment begins here."""
        return self.head is None and self._next < len(self._segments)

    def same_segment(self, other: "Cursor") -> bool:
        """Pass over a segment in both files, if it is the same in each."""
        mine, its = self._segments[self._next], other._segments[other._next]
        if mine.chunk is None or its.chunk is None or mine[2:4] != its[2:4]:
            return False
        if mine.chunk.uncompressed_size != its.chunk.uncompressed_size:
            return False
        if mine.chunk.compression == its.chunk.compression:
            self._ahead, other._ahead = self.file.raw(mine), other.file.raw(its)
            same = self._ahead == other._ahead
        else:
            same = self.file.data(mine) == other.file.data(its)
        if same:
            self._next += 1
            other._next += 1
            self._ahead = other._ahead = None
        return same

    def pull(self) -> None:
        """Go on to the next message, in this segment or a later one."""
        while not self.pull_here() and self._next < len(self._segments):
            segment = self._segments[self._next]
            self._next += 1
            ahead, self._ahead = self._ahead, None
            if segment.counts is None or not self.names.keys().isdisjoint(segment.counts):
                self._start_ns = segment.start_ns
                self._messages = self.file.tuples_in(segment, self.file.data(segment, ahead))

    def pull_here(self) -> bool:
        """Go on to the next message of this segment, or to none."""
        names = self.names
        for message in self._messages:
            if message[0] in names:
                if message[2] < self._start_ns:
                    raise InputError(
                        f"a message of {message[2]:_} ns is in a chunk "
                        f"that begins at {self._start_ns:_} ns",
                        self.path,
                        "chunks that say from when on they have messages",
                        "write the file anew, for instance with `ghost recover`",
                    )
                self.head = message
                return True
        self.head = None
        return False

    def wait(self, key: tuple[str, int], sequence: int, data: bytes) -> None:
        """Keep a message until its partner comes."""
        self.waiting.setdefault(key, deque()).append((sequence, data))
        self.waiting_bytes += len(data) + _WAITING_COST
        if self.waiting_bytes > WAITING_BYTES_MAX:
            raise InputError(
                "the two files have their messages in too different an order",
                f"{self.path}, channel {key[0]!r}, time {key[1]:_} ns",
                "files that are ordered by time, or nearly so",
                "compare one channel at a time with --channels",
            )

    def partner(self, key: tuple[str, int]) -> tuple[int, bytes] | None:
        """Take the first message that waits for this one."""
        found = self.waiting.get(key)
        if found is None:
            return None
        entry = found.popleft()
        if not found:
            del self.waiting[key]
        self.waiting_bytes -= len(entry[1]) + _WAITING_COST
        return entry

    def expired(self, floor_ns: float) -> list[tuple[tuple[str, int], tuple[int, bytes]]]:
        """Take the messages whose partner cannot come any more."""
        keys = [key for key in self.waiting if key[1] < floor_ns]
        found = []
        for key in keys:
            while (entry := self.partner(key)) is not None:
                found.append((key, entry))
        return found


def pairs(a: Recording, b: Recording, channels: frozenset[str]) -> Iterator[Pair]:
    """The pairs that are not the same in payload or sequence, and the messages without one."""
    left, right = Cursor(a, channels), Cursor(b, channels)
    may_skip = _same_channels(a, b)
    floors = (-1.0, -1.0)
    while True:
        if left.head is None and right.head is None and may_skip:
            nothing_waits = not left.waiting and not right.waiting
            both = left.at_segment() and right.at_segment()
            if nothing_waits and both and left.same_segment(right):
                continue
        if left.head is None:
            left.pull()
        if right.head is None:
            right.pull()
        if left.head is None and right.head is None:
            break
        floors_now = left.floor_ns(), right.floor_ns()
        if floors_now != floors:
            floors = floors_now
            yield from _lonely(left, right, floors)
        yield from _step(left, right)
    yield from _lonely(left, right, (float("inf"), float("inf")))


def _step(left: Cursor, right: Cursor) -> Iterator[Pair]:
    """Go on by a message in each file, or in the one that is behind."""
    one, two = left.head, right.head
    if one is not None and two is not None and one[2] == two[2]:
        name = left.names[one[0]]
        key = name, one[2]
        waits = key in left.waiting or key in right.waiting
        if name == right.names[two[0]] and not waits:
            if one[4] != two[4] or one[1] != two[1]:
                yield Pair(name, one[2], one[1], two[1], one[4], two[4], in_place=True)
            left.pull_here()
            right.pull_here()
            return
    if two is None or (one is not None and one[2] <= two[2]):
        assert one is not None
        yield from _placed(left, right, one, is_left=True)
        left.pull_here()
    else:
        yield from _placed(right, left, two, is_left=False)
        right.pull_here()


def _placed(mine: Cursor, other: Cursor, message: Stored, *, is_left: bool) -> Iterator[Pair]:
    """Pair a message with one that waits, or let it wait."""
    key = mine.names[message[0]], message[2]
    partner = other.partner(key)
    if partner is None and other.may_have(key):
        mine.wait(key, message[1], message[4])
        return
    ours, theirs = (message[1], message[4]), partner or (None, None)
    if ours != theirs:
        a, b = (ours, theirs) if is_left else (theirs, ours)
        yield Pair(*key, a[0], b[0], a[1], b[1])


def _lonely(left: Cursor, right: Cursor, floors: tuple[float, float]) -> Iterator[Pair]:
    for key, (sequence, data) in left.expired(floors[1]):
        yield Pair(*key, sequence, None, data, None)
    for key, (sequence, data) in right.expired(floors[0]):
        yield Pair(*key, None, sequence, None, data)


def _same_channels(a: Recording, b: Recording) -> bool:
    """Whether the same bytes mean the same messages in both files."""
    return all(
        a.file.channels[number].topic == b.file.channels[number].topic
        for number in a.file.channels.keys() & b.file.channels.keys()
    )
