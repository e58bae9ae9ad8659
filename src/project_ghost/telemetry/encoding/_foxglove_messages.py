"""Foxglove's well-known messages, as Protocol Buffers: their fields, schemas and encoding.

Names, numbers and types are those of https://github.com/foxglove/foxglove-sdk, folder
schemas/proto. They are written as Protocol Buffers because that is what Rerun reads of them,
and Foxglove and Lichtblick as well; tests hold them against a library that is not ours.
"""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from typing import Any, Final, NamedTuple

from ._protobuf import enclosed, tag, varint

_VARINT, _FIXED64, _LENGTH_DELIMITED, _FIXED32 = 0, 1, 2, 5
_TYPES = {
    "double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "message": 11,
    "bytes": 12, "enum": 14,
}  # fmt: skip

# An empty entity is two bytes in a message, and a thousand as an object.
_PARTS_MAX = 1_000_000

# Each field in its place, the first has number 1: `name type`, `name type[]` for a list, and
# for an enumeration its names.
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
    """A field: `kind` is a type of Protocol Buffers, `of` the message or the names of an enum."""

    name: str
    number: int
    kind: str
    of: str
    repeated: bool


@cache
def fields_of(message: str) -> tuple[MessageField, ...]:
    """The fields of a message, by their numbers."""
    found = []
    for number, text in enumerate(_MESSAGES[message].split(", "), start=1):
        name, kind = text.split(" ")
        repeated = kind.endswith("[]")
        kind, of = kind.removesuffix("[]"), ""
        if "|" in kind:
            kind, of = "enum", kind
        elif kind not in _TYPES:
            kind, of = "message", kind
        found.append(MessageField(name, number, kind, of, repeated))
    return tuple(found)


# ------------------------------------------------------------------ schemas


def schema_of(message: str) -> bytes:
    """The FileDescriptorSet of a message and of all that it holds."""
    needed = dict.fromkeys(_needed(message))
    files, imports = b"", b""
    for each in needed:
        package, _, name = each.rpartition(".")
        if package != "foxglove":
            path = f"google/protobuf/{name.lower()}.proto".encode()
            files += enclosed(1, _file(path, package, b"", _described(each)))
            imports += enclosed(3, path)
    described = b"".join(_described(each) for each in needed if each.startswith("foxglove."))
    path = f"{message.replace('.', '/')}.proto".encode()
    return files + enclosed(1, _file(path, "foxglove", imports, described))


def _needed(message: str) -> Iterator[str]:
    for field in fields_of(message):
        if field.kind == "message":
            yield from _needed(field.of)
    yield message


def _file(path: bytes, package: str, imports: bytes, messages: bytes) -> bytes:
    head = enclosed(1, path) + enclosed(2, package.encode())
    return head + imports + messages + enclosed(12, b"proto3")


def _described(message: str) -> bytes:
    data, enums = enclosed(1, message.rpartition(".")[2].encode()), b""
    for field in fields_of(message):
        inner = enclosed(1, field.name.encode()) + _number(3, field.number)
        inner += _number(4, 3 if field.repeated else 1) + _number(5, _TYPES[field.kind])
        if field.kind == "message":
            inner += enclosed(6, f".{field.of}".encode())
        elif field.kind == "enum":
            inner += enclosed(6, f".{message}.Type".encode())
            values = [
                enclosed(2, enclosed(1, name.encode()) + _number(2, i))
                for i, name in enumerate(field.of.split("|"))
            ]
            enums += enclosed(4, enclosed(1, b"Type") + b"".join(values))
        data += enclosed(2, inner)
    return enclosed(4, data + enums)


def _number(field: int, value: int) -> bytes:
    return tag(field, _VARINT) + varint(value)


# ----------------------------------------------------------------- decoding


def is_known(message: str) -> bool:
    """Whether it is one of these messages."""
    return message in _MESSAGES


def decoded(message: str, data: bytes) -> dict[str, Any]:
    """What is in a message: lists always, other fields where they are; ValueError if it is none."""
    return _decoded(message, data, count(1))


def _decoded(message: str, data: bytes, parts: Iterator[int]) -> dict[str, Any]:
    if next(parts) > _PARTS_MAX:
        raise ValueError(f"it has more than {_PARTS_MAX:_} parts")
    known = {field.number: field for field in fields_of(message)}
    found: dict[str, Any] = {field.name: [] for field in known.values() if field.repeated}
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        value, at = _read_value(data, at, key & 7)
        field = known.get(key >> 3)
        if field is None:
            continue
        entries = _entries(field, key & 7, value, parts)
        if field.repeated:
            found[field.name] += entries
        elif entries:
            found[field.name] = entries[-1]
    return found


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        if at >= len(data):
            raise ValueError("it ends within a number")
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            return value, at
        shift += 7
    raise ValueError("a number has too many bytes")


def _read_value(data: bytes, at: int, wire: int) -> tuple[int | bytes, int]:
    if wire == _VARINT:
        return _read_varint(data, at)
    size = {_FIXED64: 8, _FIXED32: 4}.get(wire)
    if size is None:
        if wire != _LENGTH_DELIMITED:
            raise ValueError(f"a field is of the wire type {wire}")
        size, at = _read_varint(data, at)
    if at + size > len(data):
        raise ValueError("it ends within a field")
    return data[at : at + size], at + size


def _entries(field: MessageField, wire: int, value: int | bytes, parts: Iterator[int]) -> list[Any]:
    """The values that a field has here: one, or many that are packed."""
    fixed = {"double": "<d", "fixed32": "<I"}.get(field.kind)
    if fixed is not None and isinstance(value, bytes):
        return [each for (each,) in struct.iter_unpack(fixed, value)]
    if wire == _LENGTH_DELIMITED and isinstance(value, bytes):
        if field.kind == "message":
            return [_decoded(field.of, value, parts)]
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
    raise ValueError(f"the field {field.name!r} is of another type")


# ----------------------------------------------------------------- encoding


def encoded(message: str, values: Mapping[str, Any]) -> bytes:
    """A message with these values; fields that are not named are left out, as their defaults.

    Enumerations are named; bytes and texts are as they are.
    """
    known = {field.name for field in fields_of(message)}
    assert values.keys() <= known, values.keys() - known
    parts = []
    for field in fields_of(message):
        value = values.get(field.name)
        if value is not None:
            parts += [_field(field, each) for each in (value if field.repeated else (value,))]
    return b"".join(parts)


def _field(field: MessageField, value: Any) -> bytes:  # noqa: ANN401 - as its kind says
    if field.kind == "message":
        return enclosed(field.number, encoded(field.of, value))
    if field.kind == "double":
        return tag(field.number, _FIXED64) + struct.pack("<d", value)
    if field.kind == "fixed32":
        return tag(field.number, _FIXED32) + struct.pack("<I", value)
    if field.kind in ("string", "bytes"):
        data = value.encode() if isinstance(value, str) else value
        return enclosed(field.number, data)
    if field.kind == "enum":
        value = field.of.split("|").index(value)
    return _number(field.number, int(value))
