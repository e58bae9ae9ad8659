"""As much of Protocol Buffers as bulk channels need: messages of one size, and their schema.

Every field that is written has a fixed place, so that a whole block of messages is made, and
read, as one array. Viewers read such channels by their schema, like any other's.

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


# Numbers of one or two groups, which most lengths are.
_SHORT: Sequence[bytes] = [bytes([n]) for n in range(0x80)] + [
    bytes([n & 0x7F | 0x80, n >> 7]) for n in range(0x80, 0x200)
]


def varint(value: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    if value < len(_SHORT):
        return _SHORT[value]
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def tag(number: int, wire_type: int) -> bytes:
    """What stands before a field's value."""
    return varint(number << 3 | wire_type)


def enclosed(number: int, data: bytes) -> bytes:
    """A field that is a text, bytes, a message or a packed list."""
    return tag(number, LENGTH_DELIMITED) + varint(len(data)) + data


def descriptor_set(package: str, message: str, fields: Sequence[Field]) -> bytes:
    """The FileDescriptorSet of one message type."""
    described = enclosed(1, message.encode())
    for field in fields:
        label = LABEL_REPEATED if field.repeated else LABEL_OPTIONAL
        inner = (
            enclosed(1, field.name.encode())
            + tag(3, 0)
            + varint(field.number)
            + tag(4, 0)
            + varint(label)
            + tag(5, 0)
            + varint(field.type)
            + enclosed(10, field.name.encode())
        )
        described += enclosed(2, inner)
    file = (
        enclosed(1, f"{package}/{message}.proto".encode())
        + enclosed(2, package.encode())
        + enclosed(4, described)
        + enclosed(12, b"proto3")
    )
    return enclosed(1, file)
