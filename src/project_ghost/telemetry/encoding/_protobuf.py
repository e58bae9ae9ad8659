"""The part of Protocol Buffers that bulk channels need: fixed-size messages and their schema.

Every field has a fixed offset, so a block of messages is written and read as one array.
Viewers decode such channels through their schema, like any other channel.

The wire format: https://protobuf.dev/programming-guides/encoding/; the schema is a
FileDescriptorSet, https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.proto
"""

from collections.abc import Sequence
from typing import NamedTuple

FIXED64 = 1
LENGTH_DELIMITED = 2

TYPE_DOUBLE = 1
TYPE_FIXED64 = 6
LABEL_OPTIONAL = 1
LABEL_REPEATED = 3


class Field(NamedTuple):
    """A field of a message: 64 bits, or a list of them."""

    name: str
    number: int
    type: int
    repeated: bool


# Precomputed numbers of one or two groups, because most lengths are that short.
_SHORT: Sequence[bytes] = [bytes([n]) for n in range(0x80)] + [
    bytes([n & 0x7F | 0x80, n >> 7]) for n in range(0x80, 0x200)
]


def varint(value: int) -> bytes:
    """Encode a number in groups of seven bits, lowest first."""
    if value < len(_SHORT):
        return _SHORT[value]
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)


def tag(number: int, wire_type: int) -> bytes:
    """Encode the key that precedes a field's value."""
    return varint(number << 3 | wire_type)


def length_delimited(number: int, data: bytes) -> bytes:
    """Encode a field that is a string, bytes, a message or a packed list."""
    return tag(number, LENGTH_DELIMITED) + varint(len(data)) + data


def descriptor_set(package: str, message: str, fields: Sequence[Field]) -> bytes:
    """Return the FileDescriptorSet of one message type."""
    descriptor = length_delimited(1, message.encode())
    for field in fields:
        label = LABEL_REPEATED if field.repeated else LABEL_OPTIONAL
        inner = (
            length_delimited(1, field.name.encode())
            + tag(3, 0)
            + varint(field.number)
            + tag(4, 0)
            + varint(label)
            + tag(5, 0)
            + varint(field.type)
            + length_delimited(10, field.name.encode())
        )
        descriptor += length_delimited(2, inner)
    file = (
        length_delimited(1, f"{package}/{message}.proto".encode())
        + length_delimited(2, package.encode())
        + length_delimited(4, descriptor)
        + length_delimited(12, b"proto3")
    )
    return length_delimited(1, file)
