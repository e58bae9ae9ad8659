"""Foxglove's well-known messages, as Protocol Buffers: their fields, schemas and encoding.

Names, numbers and types are those of https://github.com/foxglove/foxglove-sdk, folder
schemas/proto. They are written as Protocol Buffers because that is what Rerun reads of them,
and Foxglove and Lichtblick as well; tests hold them against a library that is not ours.
"""

import struct
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from project_ghost.telemetry._protobuf import enclosed, tag, varint

_VARINT, _FIXED64, _FIXED32 = 0, 1, 5
_TYPES = {
    "double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "message": 11,
    "bytes": 12, "enum": 14,
}  # fmt: skip

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
