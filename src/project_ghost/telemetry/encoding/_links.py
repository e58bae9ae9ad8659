"""The state chain in a recording: blocks of links on one channel.

A message holds up to `LINKS_PER_BLOCK` links of consecutive ticks, as a Protocol Buffers
message (fixed64 first_tick = 1, fixed64 step_ns = 2, repeated fixed64 links = 3). Because
each link is mixed from the one before, two runs have equal links up to where they part and
different ones after it: the tick of the first difference is found by bisection.
"""

import struct
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import InputError

from ._protobuf import FIXED64, TYPE_FIXED64, Field, descriptor_set, enclosed, tag

CHANNEL_LINKS = "/hash/links"
LINKS_SCHEMA_NAME = "ghost.HashLinks"
LINKS_PER_BLOCK = 4096
LINKS_SCHEMA = descriptor_set(
    "ghost",
    "HashLinks",
    [
        Field("first_tick", 1, TYPE_FIXED64, repeated=False),
        Field("step_ns", 2, TYPE_FIXED64, repeated=False),
        Field("links", 3, TYPE_FIXED64, repeated=True),
    ],
)

_HEAD_SIZE = 18
_PLACES = struct.Struct("<xQxQ")


class LinksBlock(NamedTuple):
    """The links of consecutive ticks."""

    first_tick: int
    step_ns: int
    links: NDArray[np.int64]

    @property
    def stamp_ns(self) -> int:
        """When the last of the ticks is, which is the message's stamp."""
        return (self.first_tick + len(self.links) - 1) * self.step_ns

    def encoded(self) -> bytes:
        """The message."""
        head = (
            tag(1, FIXED64)
            + self.first_tick.to_bytes(8, "little")
            + tag(2, FIXED64)
            + self.step_ns.to_bytes(8, "little")
        )
        return head + enclosed(3, self.links.astype("<i8").tobytes())


def decode_links(data: bytes, where: str = CHANNEL_LINKS) -> LinksBlock:
    """The links of a message."""
    if len(data) > _HEAD_SIZE and data[0] == 0x09 and data[9] == 0x11 and data[18] == 0x1A:
        first_tick, step_ns = _PLACES.unpack_from(data)
        size, at = _varint(data, _HEAD_SIZE + 1)
        if size % 8 == 0 and at + size == len(data):
            links = np.frombuffer(data, dtype="<i8", offset=at).astype(np.int64)
            return LinksBlock(first_tick, step_ns, links)
    raise InputError(
        "a block of hash links cannot be read",
        where,
        f"a message of {LINKS_SCHEMA_NAME} as Ghost writes it",
        "the file is corrupt, or written by something else",
    )


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 63:
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            break
        shift += 7
    return value, at


@final
class LinksBuffer:
    """Links on their way into blocks, which are cut by tick alone."""

    def __init__(self, step_ns: int, first_tick: int = 0) -> None:
        self.step_ns = step_ns
        self._tick = first_tick
        self._rest = np.empty(0, dtype=np.int64)

    @property
    def handed_over_ns(self) -> int:
        """Every link before this time is here, or in a block already."""
        return (self._tick + len(self._rest)) * self.step_ns

    def add(self, links: NDArray[np.int64]) -> list[LinksBlock]:
        """Append links; the blocks that they completed."""
        found = []
        rest = np.concatenate([self._rest, links.astype(np.int64, copy=False)])
        while len(rest) >= (size := LINKS_PER_BLOCK - self._tick % LINKS_PER_BLOCK):
            found.append(LinksBlock(self._tick, self.step_ns, rest[:size]))
            self._tick += size
            rest = rest[size:]
        self._rest = rest
        return found

    def close(self) -> list[LinksBlock]:
        """The last block, if there is one."""
        if not len(self._rest):
            return []
        block = LinksBlock(self._tick, self.step_ns, self._rest)
        self._tick += len(self._rest)
        self._rest = self._rest[:0]
        return [block]
