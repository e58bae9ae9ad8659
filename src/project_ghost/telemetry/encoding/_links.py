"""The state hash chain in a recording: blocks of links on one channel.

A message holds up to `LINKS_PER_BLOCK` links of consecutive ticks, as a Protocol Buffers
message (fixed64 first_tick = 1, fixed64 step_ns = 2, repeated fixed64 links = 3). Each link
depends on the one before, so two runs have equal links up to their first difference and
different links after it: bisection finds the tick of the first difference.
"""

import struct
from typing import NamedTuple, final

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Integers
from project_ghost.core.errors import InputError

from ._protobuf import FIXED64, TYPE_FIXED64, Field, descriptor_set, length_delimited, tag

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
_HEAD = struct.Struct("<xQxQ")


class LinksBlock(NamedTuple):
    """The links of consecutive ticks."""

    first_tick: int
    step_ns: int
    links: Integers

    @property
    def stamp_ns(self) -> int:
        """The time of the last tick, which is the message's stamp."""
        return (self.first_tick + len(self.links) - 1) * self.step_ns

    def encoded(self) -> bytes:
        """Return the block as a Protocol Buffers message."""
        head = (
            tag(1, FIXED64)
            + self.first_tick.to_bytes(8, "little")
            + tag(2, FIXED64)
            + self.step_ns.to_bytes(8, "little")
        )
        return head + length_delimited(3, self.links.astype("<i8").tobytes())


@checked_arguments
def decode_links(data: bytes, where: str = CHANNEL_LINKS) -> LinksBlock:
    """Decode a message of the links channel."""
    if len(data) > _HEAD_SIZE and data[0] == 0x09 and data[9] == 0x11 and data[18] == 0x1A:
        first_tick, step_ns = _HEAD.unpack_from(data)
        size, offset = _varint(data, _HEAD_SIZE + 1)
        if size % 8 == 0 and offset + size == len(data):
            links = np.frombuffer(data, dtype="<i8", offset=offset).astype(np.int64)
            return LinksBlock(first_tick, step_ns, links)
    raise InputError(
        "a block of hash links cannot be read",
        where,
        f"a message of {LINKS_SCHEMA_NAME} as written by Ghost",
        "the file is corrupt or was written by another program",
    )


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    value = shift = 0
    while offset < len(data) and shift < 63:
        value |= (data[offset] & 0x7F) << shift
        offset += 1
        if data[offset - 1] < 0x80:
            break
        shift += 7
    return value, offset


@final
class LinksBuffer:
    """Collects links into blocks; only the tick decides where a block is cut."""

    def __init__(self, step_ns: int, first_tick: int = 0) -> None:
        self.step_ns = step_ns
        self._tick = first_tick
        self._rest = np.empty(0, dtype=np.int64)

    @property
    def complete_before_ns(self) -> int:
        """All links before this time have been added."""
        return (self._tick + len(self._rest)) * self.step_ns

    def add(self, links: Integers) -> list[LinksBlock]:
        """Append links; return the blocks that they completed."""
        blocks = []
        rest = np.concatenate([self._rest, links.astype(np.int64, copy=False)])
        while len(rest) >= (size := LINKS_PER_BLOCK - self._tick % LINKS_PER_BLOCK):
            blocks.append(LinksBlock(self._tick, self.step_ns, rest[:size]))
            self._tick += size
            rest = rest[size:]
        self._rest = rest
        return blocks

    def close(self) -> list[LinksBlock]:
        """Return the last, incomplete block, if there is one."""
        if not len(self._rest):
            return []
        block = LinksBlock(self._tick, self.step_ns, self._rest)
        self._tick += len(self._rest)
        self._rest = self._rest[:0]
        return [block]
