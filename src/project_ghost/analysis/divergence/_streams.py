"""Pair the messages of two files, with bounded memory.

Messages with the same channel, stamp and names form a pair; if there are several, in stored
order. The names are those of the actors or lights that a message is about, so an actor that only
one recording has leaves the others with their partners.

Both files are read front to back, always the one that is behind in time. A message without a
partner waits until the start times of the other file's remaining chunks rule one out. Two
chunks with equal bytes are skipped.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias, final

from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording

Stored: TypeAlias = tuple[int, int, int, int, bytes]
# Channel, stamp, and the names in the message.
Key: TypeAlias = tuple[str, int, tuple[bytes, ...]]

WAITING_BYTES_MAX = 256 << 20
_WAITING_COST = 300  # Python's overhead for a message besides its bytes
_NAME = re.compile(rb'"(?:actor|first|light|second)"\s*:\s*("(?:[^"\\]|\\.)*")')


class Pair(NamedTuple):
    """Two messages of a pair that differ, or one message without a partner.

    They are `in_place` if both cursors reached them at the same time.
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
    """A reading position in one of the files."""

    def __init__(self, recording: Recording, topics: frozenset[str]) -> None:
        self.file = recording.file
        self.path = recording.path
        self.names = {
            number: channel.topic
            for number, channel in self.file.channels.items()
            if channel.topic in topics
        }
        self._topics = frozenset(self.names.values())
        self._segments = self.file.segments
        # For each segment: the earliest start time from it to the end of the file.
        floor = float("inf")
        self._floors: list[float] = [floor]
        for segment in reversed(self._segments):
            floor = min(floor, segment.start_ns)
            self._floors.append(floor)
        self._floors.reverse()
        self._next = 0
        self._ahead: bytes | None = None  # the next segment's bytes, if already read
        self._messages: Iterator[Stored] = iter(())
        self._start_ns = 0
        self.head: Stored | None = None
        self._are_json = {
            topic: channel.message_encoding == "json"
            for topic, channel in recording.channels.items()
            if topic in topics
        }
        self.waiting: dict[Key, deque[tuple[int, bytes]]] = {}
        self.waiting_bytes = 0

    def floor_ns(self) -> float:
        """Return the earliest time that the remaining messages can have."""
        return self._floors[max(0, self._next - 1) if self.head is not None else self._next]

    def key(self, message: Stored) -> Key:
        """Return what a message and its partner have in common."""
        name = self.names[message[0]]
        return name, message[2], names_in(message[4]) if self._are_json[name] else ()

    def may_have(self, key: Key) -> bool:
        """Whether a message of this channel and time may follow."""
        return key[1] >= self.floor_ns() and key[0] in self._topics

    def at_segment(self) -> bool:
        """Whether the cursor is at the start of a segment."""
        return self.head is None and self._next < len(self._segments)

    def skip_equal_segment(self, other: "Cursor") -> bool:
        """Skip a segment in both files if it is equal; return whether it was."""
        mine, theirs = self._segments[self._next], other._segments[other._next]
        if mine.chunk is None or theirs.chunk is None or mine[2:4] != theirs[2:4]:
            return False
        if mine.chunk.uncompressed_size != theirs.chunk.uncompressed_size:
            return False
        if mine.chunk.compression == theirs.chunk.compression:
            self._ahead, other._ahead = self.file.raw(mine), other.file.raw(theirs)
            same = self._ahead == other._ahead
        else:
            same = self.file.data(mine) == other.file.data(theirs)
        if same:
            self._next += 1
            other._next += 1
            self._ahead = other._ahead = None
        return same

    def advance(self) -> None:
        """Move to the next message, in this segment or a later one."""
        while not self.advance_in_segment() and self._next < len(self._segments):
            segment = self._segments[self._next]
            self._next += 1
            ahead, self._ahead = self._ahead, None
            if segment.counts is None or not self.names.keys().isdisjoint(segment.counts):
                self._start_ns = segment.start_ns
                self._messages = self.file.tuples_in(segment, self.file.data(segment, ahead))

    def advance_in_segment(self) -> bool:
        """Move to the next message of this segment; return whether there is one."""
        names = self.names
        for message in self._messages:
            if message[0] in names:
                if message[2] < self._start_ns:
                    raise InputError(
                        f"a message of {message[2]:_} ns is in a chunk "
                        f"that begins at {self._start_ns:_} ns",
                        self.path,
                        "chunks with correct start times",
                        "rewrite the file, for instance with `ghost recover`",
                    )
                self.head = message
                return True
        self.head = None
        return False

    def wait(self, key: Key, sequence: int, data: bytes) -> None:
        """Keep a message until its partner is read."""
        self.waiting.setdefault(key, deque()).append((sequence, data))
        self.waiting_bytes += len(data) + _WAITING_COST
        if self.waiting_bytes > WAITING_BYTES_MAX:
            raise InputError(
                "the order of messages in the two files differs too much",
                f"{self.path}, channel {key[0]!r}, time {key[1]:_} ns",
                "files ordered by time, at least roughly",
                "compare one channel at a time with --channels",
            )

    def take_partner(self, key: Key) -> tuple[int, bytes] | None:
        """Remove and return the first message that waits for this one."""
        queue = self.waiting.get(key)
        if queue is None:
            return None
        entry = queue.popleft()
        if not queue:
            del self.waiting[key]
        self.waiting_bytes -= len(entry[1]) + _WAITING_COST
        return entry

    def take_expired(self, floor_ns: float) -> list[tuple[Key, tuple[int, bytes]]]:
        """Remove and return the messages that can no longer have a partner."""
        keys = [key for key in self.waiting if key[1] < floor_ns]
        unmatched = []
        for key in keys:
            while (entry := self.take_partner(key)) is not None:
                unmatched.append((key, entry))
        return unmatched


def pairs(a: Recording, b: Recording, channels: frozenset[str]) -> Iterator[Pair]:
    """Yield the pairs that differ in payload or sequence, and the messages without a partner."""
    left, right = Cursor(a, channels), Cursor(b, channels)
    may_skip = _same_channels(a, b)
    floors = (-1.0, -1.0)
    while True:
        if left.head is None and right.head is None and may_skip:
            nothing_waits = not left.waiting and not right.waiting
            both = left.at_segment() and right.at_segment()
            if nothing_waits and both and left.skip_equal_segment(right):
                continue
        if left.head is None:
            left.advance()
        if right.head is None:
            right.advance()
        if left.head is None and right.head is None:
            break
        floors_now = left.floor_ns(), right.floor_ns()
        if floors_now != floors:
            floors = floors_now
            yield from _unmatched(left, right, floors)
        yield from _step(left, right)
    yield from _unmatched(left, right, (float("inf"), float("inf")))


def _step(left: Cursor, right: Cursor) -> Iterator[Pair]:
    """Advance by one message in both files, or in the one that is behind."""
    one, two = left.head, right.head
    if one is not None and two is not None and one[2] == two[2]:
        name = left.names[one[0]]
        if name == right.names[two[0]] and _are_partners(left, right, one, two):
            if one[4] != two[4] or one[1] != two[1]:
                yield Pair(name, one[2], one[1], two[1], one[4], two[4], in_place=True)
            left.advance_in_segment()
            right.advance_in_segment()
            return
    if two is None or (one is not None and one[2] <= two[2]):
        assert one is not None
        yield from _match_or_wait(left, right, one, is_left=True)
        left.advance_in_segment()
    else:
        yield from _match_or_wait(right, left, two, is_left=False)
        right.advance_in_segment()


def _are_partners(left: Cursor, right: Cursor, one: Stored, two: Stored) -> bool:
    """Whether two messages of one channel and time are a pair, and none waits before them."""
    is_equal = one[4] == two[4]
    if is_equal and not left.waiting and not right.waiting:
        return True  # the usual case: no message has to be looked into
    key = left.key(one)
    is_pair = is_equal or key == right.key(two)
    return is_pair and key not in left.waiting and key not in right.waiting


def names_in(data: bytes) -> tuple[bytes, ...]:
    """Return the names that a message in JSON is about, not those of things listed in it."""
    names = []
    for match in _NAME.finditer(data):
        if data.count(b"{", 0, match.start()) > 1:
            break
        names.append(match[1])
    return tuple(names)


def _match_or_wait(
    mine: Cursor, other: Cursor, message: Stored, *, is_left: bool
) -> Iterator[Pair]:
    """Pair a message with a waiting one, or let it wait."""
    key = mine.key(message)
    partner = other.take_partner(key)
    if partner is None and other.may_have(key):
        mine.wait(key, message[1], message[4])
        return
    ours, theirs = (message[1], message[4]), partner or (None, None)
    if ours != theirs:
        a, b = (ours, theirs) if is_left else (theirs, ours)
        yield Pair(*key[:2], a[0], b[0], a[1], b[1])


def _unmatched(left: Cursor, right: Cursor, floors: tuple[float, float]) -> Iterator[Pair]:
    for key, (sequence, data) in left.take_expired(floors[1]):
        yield Pair(*key[:2], sequence, None, data, None)
    for key, (sequence, data) in right.take_expired(floors[0]):
        yield Pair(*key[:2], None, sequence, None, data)


def _same_channels(a: Recording, b: Recording) -> bool:
    """Whether equal bytes mean equal messages in both files."""
    return all(
        a.file.channels[number].topic == b.file.channels[number].topic
        for number in a.file.channels.keys() & b.file.channels.keys()
    )
