"""Foxglove's well-known messages as Protocol Buffers: fields, schemas, encoding, decoding.

Names, numbers and types are those of https://github.com/foxglove/foxglove-sdk, folder
schemas/proto. The encoding is Protocol Buffers because Rerun, Foxglove and Lichtblick all read
it; tests compare it with an independent library.
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache
from itertools import chain, count
from typing import Any, Final, NamedTuple

from ._protobuf import length_delimited, tag, varint

_VARINT, _FIXED64, _LENGTH_DELIMITED, _FIXED32 = 0, 1, 2, 5
_TYPES = {
    "double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "message": 11,
    "bytes": 12, "enum": 14,
}  # fmt: skip

# Limits memory: an empty entity takes two bytes in a message and about a thousand as an object.
_PARTS_MAX = 1_000_000

# Fields in the order of their numbers, from 1: `name type`, `name type[]` for a list, and
# `name A|B` for an enumeration.
_MESSAGES: Final = {
    "google.protobuf.Timestamp": "seconds int64, nanos int32",
    "google.protobuf.Duration": "seconds int64, nanos int32",
    "foxglove.Vector3": "x double, y double, z double",
    "foxglove.Point3": "x double, y double, z double",
    "foxglove.Quaternion": "x double, y double, z double, w double",
    "foxglove.Color": "r double, g double, b double, a double",
    "foxglove.KeyValuePair": "key string, value string",
    "foxglove.Pose": "position foxglove.Vector3, orientation foxglove.Quaternion",
    "foxglove.ArrowPrimitive": "pose foxglove.Pose, shaft_length double, shaft_diameter double, "
    "head_length double, head_diameter double, color foxglove.Color",
    "foxglove.CubePrimitive": "pose foxglove.Pose, size foxglove.Vector3, color foxglove.Color",
    "foxglove.SpherePrimitive": "pose foxglove.Pose, size foxglove.Vector3, color foxglove.Color",
    "foxglove.CylinderPrimitive": "pose foxglove.Pose, size foxglove.Vector3, "
    "bottom_scale double, top_scale double, color foxglove.Color",
    "foxglove.LinePrimitive": "type LINE_STRIP|LINE_LOOP|LINE_LIST, pose foxglove.Pose, "
    "thickness double, scale_invariant bool, points foxglove.Point3[], color foxglove.Color, "
    "colors foxglove.Color[], indices fixed32[]",
    "foxglove.TriangleListPrimitive": "pose foxglove.Pose, points foxglove.Point3[], "
    "color foxglove.Color, colors foxglove.Color[], indices fixed32[]",
    "foxglove.TextPrimitive": "pose foxglove.Pose, billboard bool, font_size double, "
    "scale_invariant bool, color foxglove.Color, text string",
    "foxglove.ModelPrimitive": "pose foxglove.Pose, scale foxglove.Vector3, "
    "color foxglove.Color, override_color bool, url string, media_type string, data bytes",
    "foxglove.SceneEntity": "timestamp google.protobuf.Timestamp, frame_id string, id string, "
    "lifetime google.protobuf.Duration, frame_locked bool, metadata foxglove.KeyValuePair[], "
    "arrows foxglove.ArrowPrimitive[], cubes foxglove.CubePrimitive[], "
    "spheres foxglove.SpherePrimitive[], cylinders foxglove.CylinderPrimitive[], "
    "lines foxglove.LinePrimitive[], triangles foxglove.TriangleListPrimitive[], "
    "texts foxglove.TextPrimitive[], models foxglove.ModelPrimitive[]",
    "foxglove.SceneEntityDeletion": "timestamp google.protobuf.Timestamp, type MATCHING_ID|ALL, "
    "id string",
    "foxglove.SceneUpdate": "deletions foxglove.SceneEntityDeletion[], "
    "entities foxglove.SceneEntity[]",
    "foxglove.FrameTransform": "timestamp google.protobuf.Timestamp, parent_frame_id string, "
    "child_frame_id string, translation foxglove.Vector3, rotation foxglove.Quaternion",
    "foxglove.FrameTransforms": "transforms foxglove.FrameTransform[]",
    "foxglove.PosesInFrame": "timestamp google.protobuf.Timestamp, frame_id string, "
    "poses foxglove.Pose[]",
}


class MessageField(NamedTuple):
    """A field: `kind` is a Protocol Buffers type, `of` the message or the names of an enum."""

    name: str
    number: int
    kind: str
    of: str
    repeated: bool


@cache
def fields_of(message: str) -> tuple[MessageField, ...]:
    """Return the fields of a message, ordered by number."""
    fields = []
    for number, text in enumerate(_MESSAGES[message].split(", "), start=1):
        name, kind = text.split(" ")
        repeated = kind.endswith("[]")
        kind, of = kind.removesuffix("[]"), ""
        if "|" in kind:
            kind, of = "enum", kind
        elif kind not in _TYPES:
            kind, of = "message", kind
        fields.append(MessageField(name, number, kind, of, repeated))
    return tuple(fields)


# ------------------------------------------------------------------ schemas


def schema_of(message: str) -> bytes:
    """Return the FileDescriptorSet of a message and of every message it contains."""
    names = dict.fromkeys(_with_dependencies(message))
    files, imports = b"", b""
    for each in names:
        package, _, name = each.rpartition(".")
        if package != "foxglove":
            path = f"google/protobuf/{name.lower()}.proto".encode()
            files += length_delimited(1, _file(path, package, b"", _descriptor(each)))
            imports += length_delimited(3, path)
    messages = b"".join(_descriptor(each) for each in names if each.startswith("foxglove."))
    path = f"{message.replace('.', '/')}.proto".encode()
    return files + length_delimited(1, _file(path, "foxglove", imports, messages))


def _with_dependencies(message: str) -> Iterator[str]:
    for field in fields_of(message):
        if field.kind == "message":
            yield from _with_dependencies(field.of)
    yield message


def _file(path: bytes, package: str, imports: bytes, messages: bytes) -> bytes:
    head = length_delimited(1, path) + length_delimited(2, package.encode())
    return head + imports + messages + length_delimited(12, b"proto3")


def _descriptor(message: str) -> bytes:
    data, enums = length_delimited(1, message.rpartition(".")[2].encode()), b""
    for field in fields_of(message):
        inner = length_delimited(1, field.name.encode()) + _number(3, field.number)
        inner += _number(4, 3 if field.repeated else 1) + _number(5, _TYPES[field.kind])
        if field.kind == "message":
            inner += length_delimited(6, f".{field.of}".encode())
        elif field.kind == "enum":
            inner += length_delimited(6, f".{message}.Type".encode())
            values = [
                length_delimited(2, length_delimited(1, name.encode()) + _number(2, i))
                for i, name in enumerate(field.of.split("|"))
            ]
            enums += length_delimited(4, length_delimited(1, b"Type") + b"".join(values))
        data += length_delimited(2, inner)
    return length_delimited(4, data + enums)


def _number(field: int, value: int) -> bytes:
    return tag(field, _VARINT) + varint(value)


# ----------------------------------------------------------------- decoding


def is_foxglove_message(message: str) -> bool:
    """Whether this module defines the message."""
    return message in _MESSAGES


def decode_foxglove(message: str, data: bytes) -> dict[str, Any]:
    """Decode a message; raise ValueError if it is malformed.

    Absent repeated fields become empty lists, other absent fields are left out.
    """
    return _decode(message, data, count(1))


def _decode(message: str, data: bytes, parts: Iterator[int]) -> dict[str, Any]:
    if next(parts) > _PARTS_MAX:
        raise ValueError(f"it has more than {_PARTS_MAX:_} parts")
    known = {field.number: field for field in fields_of(message)}
    values: dict[str, Any] = {field.name: [] for field in known.values() if field.repeated}
    offset = 0
    while offset < len(data):
        key, offset = _read_varint(data, offset)
        value, offset = _read_value(data, offset, key & 7)
        field = known.get(key >> 3)
        if field is None:
            continue
        entries = _entries(field, key & 7, value, parts)
        if field.repeated:
            values[field.name] += entries
        elif entries:
            values[field.name] = entries[-1]
    return values


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        if offset >= len(data):
            raise ValueError("it ends within a number")
        value |= (data[offset] & 0x7F) << shift
        offset += 1
        if data[offset - 1] < 0x80:
            return value, offset
        shift += 7
    raise ValueError("a number has too many bytes")


def _read_value(data: bytes, offset: int, wire: int) -> tuple[int | bytes, int]:
    if wire == _VARINT:
        return _read_varint(data, offset)
    size = {_FIXED64: 8, _FIXED32: 4}.get(wire)
    if size is None:
        if wire != _LENGTH_DELIMITED:
            raise ValueError(f"a field is of the wire type {wire}")
        size, offset = _read_varint(data, offset)
    if offset + size > len(data):
        raise ValueError("it ends within a field")
    return data[offset : offset + size], offset + size


def _entries(field: MessageField, wire: int, value: int | bytes, parts: Iterator[int]) -> list[Any]:
    """Return the values of a field occurrence: one, or several if it is packed."""
    fixed = {"double": "<d", "fixed32": "<I"}.get(field.kind)
    if fixed is not None and isinstance(value, bytes):
        return [each for (each,) in struct.iter_unpack(fixed, value)]
    if wire == _LENGTH_DELIMITED and isinstance(value, bytes):
        if field.kind == "message":
            return [_decode(field.of, value, parts)]
        if field.kind == "string":
            return [value.decode()]
        if field.kind == "bytes":
            return [value.hex()]
    if wire == _VARINT and isinstance(value, int):
        if field.kind == "enum":
            names = field.of.split("|")
            return [names[value] if value < len(names) else value]
        if field.kind in ("bool", "int32", "int64"):
            return [bool(value) if field.kind == "bool" else value]
    raise ValueError(f"the field {field.name!r} has the wrong type")


# ----------------------------------------------------------------- encoding


def encode_foxglove(message: str, values: Mapping[str, Any]) -> bytes:
    """Encode a message; fields without a value are left out, which means their default.

    Enumerations are given by name.
    """
    names, doubles = _form(message)
    assert values.keys() <= names, values.keys() - names
    if doubles is not None and len(values) == len(names):
        return doubles(values)
    parts = []
    for field in fields_of(message):
        content = values.get(field.name)
        if content is not None:
            parts += [
                _encode_field(field, each) for each in (content if field.repeated else (content,))
            ]
    return b"".join(parts)


@cache
def _form(message: str) -> tuple[Set[str], Callable[[Mapping[str, Any]], bytes] | None]:
    """The names of a message's fields, and how to encode all of them at once if all are doubles."""
    fields = fields_of(message)
    names = tuple(field.name for field in fields)
    if any(field.kind != "double" or field.repeated for field in fields):
        return frozenset(names), None
    pack = struct.Struct("<" + "cd" * len(fields)).pack
    tags = [tag(field.number, _FIXED64) for field in fields]

    def encode(values: Mapping[str, Any]) -> bytes:
        numbers = map(values.__getitem__, names)
        return pack(*chain.from_iterable(zip(tags, numbers, strict=True)))

    return frozenset(names), encode


def _encode_field(field: MessageField, value: Any) -> bytes:  # noqa: ANN401 - depends on the kind
    if field.kind == "message":
        return length_delimited(field.number, encode_foxglove(field.of, value))
    if field.kind == "double":
        return tag(field.number, _FIXED64) + struct.pack("<d", value)
    if field.kind == "fixed32":
        return tag(field.number, _FIXED32) + struct.pack("<I", value)
    if field.kind in ("string", "bytes"):
        data = value.encode() if isinstance(value, str) else value
        return length_delimited(field.number, data)
    if field.kind == "enum":
        value = field.of.split("|").index(value)
    return _number(field.number, int(value))
