"""Pair the messages of two files, with bounded memory.

Messages with the same channel, stamp and names form a pair; if there are several, in stored
order. The names are those of the actors or lights that a message is about, so an actor that only
one recording has leaves the others with their partners.

Both files are read front to back, always the one that is behind in time. A message without a
partner waits until the start times of the other file's remaining chunks rule one out. Two
chunks with equal bytes are skipped.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias, final

from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording
from project_ghost.telemetry.mcap._file import Segment

from ._window import TimeWindow

# Channel number, sequence, log time, publish time and payload.
Stored: TypeAlias = tuple[int, int, int, int, bytes]
# Channel, stamp, and the names in the message.
Key: TypeAlias = tuple[str, int, tuple[bytes, ...]]

WAITING_BYTES_MAX = 256 << 20
_WAITING_COST = 400  # Python's overhead for a message besides its bytes
_NAMING = (b'"actor"', b'"first"', b'"light"', b'"second"')
_NAME = re.compile(rb'"(?:actor|first|light|second)"\s*:\s*("(?:[^"\\]|\\.)*")')


class Pair(NamedTuple):
    """Two messages of a pair that differ, or one message without a partner.

    They are `in_place` if both cursors reached them at the same time.
    """

    channel: str
    stamp_ns: int
    a: Stored | None
    b: Stored | None
    in_place: bool = False

    @property
    def sequences(self) -> tuple[int | None, int | None]:
        """The sequence numbers of both messages."""
        return None if self.a is None else self.a[1], None if self.b is None else self.b[1]


@final
class Cursor:
    """A reading position in one of the files, among the messages of some channels and times."""

    def __init__(self, recording: Recording, topics: frozenset[str], window: TimeWindow) -> None:
        self.recording = recording
        self.file = recording.file
        self.path = recording.path
        self.names = {
            number: channel.topic
            for number, channel in self.file.channels.items()
            if channel.topic in topics
        }
        self._topics = frozenset(self.names.values())
        self._window = window
        self._counts: Counter[int] = Counter()  # of the messages in a window, by channel number
        self._segments = list(self.file.segments_with(self.names, *window))
        # For each segment: the earliest start time from it to the end of the file.
        floor = float("inf")
        self._floors: list[float] = [floor]
        for segment in reversed(self._segments):
            floor = min(floor, segment.start_ns)
            self._floors.append(floor)
        self._floors.reverse()
        self._next = 0
        self._ahead: bytes | None = None  # the next segment's bytes, if already read
        self.messages: Iterator[Stored] = iter(())  # the rest of the segment
        self.head: Stored | None = None
        self.start_ns = 0  # of the segment
        self.has_names = False  # whether messages of the segment can name anybody
        self._are_json = {
            topic: channel.message_encoding == "json"
            for topic, channel in recording.channels.items()
            if topic in topics
        }
        self.waiting: dict[Key, deque[Stored]] = {}
        self.waiting_bytes = 0

    def count(self, topic: str) -> int:
        """Return the number of messages of a channel in the window, once all were read."""
        if self._window.is_all or topic not in self.recording.channels:
            return self.recording.counts().get(topic, 0)
        if topic not in self._topics:
            return sum(1 for _ in self.recording.channels[topic].stored(*self._window))
        return sum(self._counts[number] for number, name in self.names.items() if name == topic)

    def floor_ns(self) -> float:
        """Return the earliest time that the remaining messages can have."""
        return self._floors[max(0, self._next - 1) if self.head is not None else self._next]

    def key(self, message: Stored) -> Key:
        """Return what a message and its partner have in common."""
        name = self.names[message[0]]
        may_name = self.has_names and self._are_json[name]
        return name, message[2], names_in(message[4]) if may_name else ()

    def may_have(self, key: Key) -> bool:
        """Whether a message of this channel and time may follow."""
        return key[1] >= self.floor_ns() and key[0] in self._topics

    def at_message(self) -> bool:
        """Whether the cursor is at a message."""
        return self.head is not None

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
        if not (self._can_count(mine) and other._can_count(theirs)):
            return False
        if mine.chunk.compression == theirs.chunk.compression:
            self._ahead, other._ahead = self.file.raw(mine), other.file.raw(theirs)
            same = self._ahead == other._ahead
        else:
            same = self.file.data(mine) == other.file.data(theirs)
        if same:
            self._skip()
            other._skip()
        return same

    def _can_count(self, segment: Segment) -> bool:
        """Whether the messages in the window are known without reading the segment."""
        if self._window.is_all:
            return True
        whole = self._window.has(segment.start_ns) and self._window.has(segment.stop_ns)
        return whole and segment.counts is not None

    def _skip(self) -> None:
        self._counts.update(self._segments[self._next].counts or {})
        self._next += 1
        self._ahead = None

    def advance(self) -> None:
        """Move to the next message, in this segment or a later one."""
        while not self.advance_in_segment() and self._next < len(self._segments):
            segment = self._segments[self._next]
            self._next += 1
            data, self._ahead = self.file.data(segment, self._ahead), None
            self.start_ns = segment.start_ns
            # A look at all bytes at once spares one into each message.
            self.has_names = any(word in data for word in _NAMING)
            messages = self.file.tuples_in(segment, data, self.names)
            self.messages = messages if self._window.is_all else self._in_window(messages)

    def _in_window(self, messages: Iterator[Stored]) -> Iterator[Stored]:
        for message in messages:
            if self._window.has(message[2]):
                self._counts[message[0]] += 1
                yield message

    def advance_in_segment(self) -> bool:
        """Move to the next message of this segment; return whether there is one."""
        self.head = next(self.messages, None)
        if self.head is not None and self.head[2] < self.start_ns:
            raise self.too_early(self.head)
        return self.head is not None

    def too_early(self, message: Stored) -> InputError:
        """Return the error about a message from before the start of its chunk."""
        return InputError(
            f"a message of {message[2]:_} ns is in a chunk that begins at {self.start_ns:_} ns",
            self.path,
            "chunks with correct start times",
            "rewrite the file, for instance with `ghost recover`",
        )

    def wait(self, key: Key, message: Stored) -> None:
        """Keep a message until its partner is read."""
        self.waiting.setdefault(key, deque()).append(message)
        self.waiting_bytes += len(message[4]) + _WAITING_COST
        if self.waiting_bytes > WAITING_BYTES_MAX:
            raise InputError(
                "the order of messages in the two files differs too much",
                f"{self.path}, channel {key[0]!r}, time {key[1]:_} ns",
                "files ordered by time, at least roughly",
                "compare one channel at a time with --channels",
            )

    def take_partner(self, key: Key) -> Stored | None:
        """Remove and return the first message that waits for this one."""
        queue = self.waiting.get(key)
        if queue is None:
            return None
        message = queue.popleft()
        if not queue:
            del self.waiting[key]
        self.waiting_bytes -= len(message[4]) + _WAITING_COST
        return message

    def take_expired(self, floor_ns: float) -> list[tuple[Key, Stored]]:
        """Remove and return the messages that can no longer have a partner."""
        keys = [key for key in self.waiting if key[1] < floor_ns]
        unmatched = []
        for key in keys:
            while (message := self.take_partner(key)) is not None:
                unmatched.append((key, message))
        return unmatched


def pairs(left: Cursor, right: Cursor) -> Iterator[Pair]:
    """Yield the pairs that differ in more than the channel's number, and messages without one."""
    may_skip = _same_channels(left.recording, right.recording)
    floors = (-1.0, -1.0)
    while True:
        nothing_waits = not left.waiting and not right.waiting
        both_at_segment = left.at_segment() and right.at_segment()
        if nothing_waits and may_skip and both_at_segment and left.skip_equal_segment(right):
            continue
        for each in (left, right):
            if not each.at_message():
                each.advance()
        if not (left.at_message() or right.at_message()):
            break
        floors_now = left.floor_ns(), right.floor_ns()
        if floors_now != floors:
            floors = floors_now
            yield from _unmatched(left, right, floors)
        if nothing_waits and left.at_message() and right.at_message():
            yield from _in_step(left, right)
            if not (left.at_message() and right.at_message()):
                continue
        yield from _step(left, right)
    yield from _unmatched(left, right, (float("inf"), float("inf")))


def _in_step(left: Cursor, right: Cursor) -> Iterator[Pair]:
    """Advance in both files as long as the next messages are partners: the usual case.

    No message may wait. What `_step` does for one message, this does for many without calls.
    """
    one, two = left.head, right.head
    names, other_names = left.names, right.names
    rest, other_rest = left.messages, right.messages
    start_ns, other_start_ns = left.start_ns, right.start_ns
    has_names = left.has_names or right.has_names
    while one is not None and two is not None and one[2] == two[2]:
        name = names[one[0]]
        if name != other_names[two[0]]:
            break
        if one[4] != two[4]:
            if has_names and left.key(one) != right.key(two):
                break
            yield Pair(name, one[2], one, two, True)  # noqa: FBT003 - faster than by name
        elif one[1:4] != two[1:4]:
            yield Pair(name, one[2], one, two, True)  # noqa: FBT003
        one, two = next(rest, None), next(other_rest, None)
        if one is not None and one[2] < start_ns:
            raise left.too_early(one)
        if two is not None and two[2] < other_start_ns:
            raise right.too_early(two)
    left.head, right.head = one, two


def _step(left: Cursor, right: Cursor) -> Iterator[Pair]:
    """Advance by one message in both files, or in the one that is behind."""
    one, two = left.head, right.head
    if one is not None and two is not None and one[2] == two[2]:
        name, key = left.names[one[0]], left.key(one)
        is_pair = (name == right.names[two[0]] and one[4] == two[4]) or key == right.key(two)
        if is_pair and key not in left.waiting and key not in right.waiting:
            if one[1:] != two[1:]:
                yield Pair(name, one[2], one, two, in_place=True)
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
        mine.wait(key, message)
    elif partner is None or message[1:] != partner[1:]:
        a, b = (message, partner) if is_left else (partner, message)
        yield Pair(*key[:2], a, b)


def _unmatched(left: Cursor, right: Cursor, floors: tuple[float, float]) -> Iterator[Pair]:
    for key, message in left.take_expired(floors[1]):
        yield Pair(*key[:2], message, None)
    for key, message in right.take_expired(floors[0]):
        yield Pair(*key[:2], None, message)


def _same_channels(a: Recording, b: Recording) -> bool:
    """Whether equal bytes mean equal messages in both files."""
    return all(
        a.file.channels[number].topic == b.file.channels[number].topic
        for number in a.file.channels.keys() & b.file.channels.keys()
    )
