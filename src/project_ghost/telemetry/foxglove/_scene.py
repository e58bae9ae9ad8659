"""Actors and their surroundings as Foxglove messages."""

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from project_ghost.core.dmath import cos, sin
from project_ghost.core.duration import NS_PER_S
from project_ghost.telemetry.encoding._channels import VIEW_KEY, ChannelSpec
from project_ghost.telemetry.encoding._foxglove_messages import encode_foxglove, schema_of
from project_ghost.telemetry.encoding._protobuf import length_delimited, varint

CHANNEL_POSES: Final = "/foxglove/poses"
CHANNEL_TRANSFORMS: Final = "/foxglove/transforms"
CHANNEL_SCENE: Final = "/foxglove/scene"
CHANNEL_MAP: Final = "/foxglove/map"

FRAME = "world"
Rgba = tuple[float, float, float, float]
Place = tuple[float, float, float]

# A pose, or the tail of a transform: every number has a fixed offset.
_POSE = struct.Struct("<3sdcdcd3sdcdcdcd")
_POSE_SIZE = _POSE.size
POSE_HEAD = b"\x1a" + varint(_POSE_SIZE)
# What precedes position and orientation, in a pose and in a transform.
POSE_PREFIXES = b"\x0a\x1b\x09", b"\x12\x24\x09"
TRANSFORM_PREFIXES = b"\x22\x1b\x09", b"\x2a\x24\x09"
_WHITE: Rgba = (1.0, 1.0, 1.0, 1.0)


class Look(NamedTuple):
    """An actor's appearance: a box, and the height of its centre above the actor's position."""

    size_m: Place = (4.5, 1.8, 1.5)  # length, width, height
    color: Rgba = (0.25, 0.55, 0.9, 1.0)
    lift_m: float = 0.75


class Actor(NamedTuple):
    """An actor in the viewer: a box with its name above it."""

    name: str
    position_m: Place
    orientation_q: tuple[float, float, float, float]  # w, x, y, z
    look: Look = Look()


class View(NamedTuple):
    """The actors of one instant, in actor order, and the names of those that left."""

    stamp_ns: int
    actors: Sequence[Actor]
    gone: Sequence[str] = ()


class Piece(NamedTuple):
    """A static line on the ground, or a static outline with walls of a given height."""

    name: str
    points: tuple[Place, ...]
    color: Rgba
    closed: bool = False
    height_m: float = 0.0
    thickness_m: float = 0.1


class Surroundings(NamedTuple):
    """Everything static, shown from `stamp_ns` on."""

    stamp_ns: int
    pieces: tuple[Piece, ...]


def quaternion_of_yaw(yaw_rad: float) -> tuple[float, float, float, float]:
    """The rotation about the vertical axis, with the same bits everywhere."""
    return cos(0.5 * yaw_rad), 0.0, 0.0, sin(0.5 * yaw_rad)


def encode_poses(view: View) -> bytes:
    """Encode the poses of all actors as a `foxglove.PosesInFrame`."""
    parts = [length_delimited(1, encode_stamp(view.stamp_ns)), length_delimited(2, FRAME.encode())]
    for actor in view.actors:
        parts += (POSE_HEAD, _pose(*POSE_PREFIXES, actor))
    return b"".join(parts)


def encode_transforms(view: View) -> bytes:
    """Encode a frame for each actor, relative to the world, as a `foxglove.FrameTransforms`."""
    stamp = length_delimited(1, encode_stamp(view.stamp_ns))
    parts: list[bytes] = []
    for actor in view.actors:
        frames = frames_of(actor.name)
        size = varint(len(stamp) + len(frames) + _POSE_SIZE)
        pose = _pose(*TRANSFORM_PREFIXES, actor)
        parts += (b"\x0a", size, stamp, frames, pose)
    return b"".join(parts)


@lru_cache(4096)
def frames_of(name: str) -> bytes:
    """Encode the names of the world frame and the actor's frame, as fields of a transform."""
    return length_delimited(2, FRAME.encode()) + length_delimited(3, name.encode())


def _pose(position: bytes, rotation: bytes, actor: Actor) -> bytes:
    """Encode position and orientation as fields that start with the given prefix bytes."""
    (x, y, z), (w, a, b, c) = actor.position_m, actor.orientation_q
    return _POSE.pack(
        position,
        x,
        b"\x11",
        y,
        b"\x19",
        z,
        rotation,
        a,
        b"\x11",
        b,
        b"\x19",
        c,
        b"\x21",
        w,
    )


def encode_scene(view: View) -> bytes:
    """Encode a box and a name for each actor, attached to its frame, as a `foxglove.SceneUpdate`.

    Each update holds all present actors, so a viewer may start at any of them; actors in
    `view.gone` are deleted.
    """
    stamp = _time(view.stamp_ns)
    deletions = [{"timestamp": stamp, "type": "MATCHING_ID", "id": name} for name in view.gone]
    gone = encode_foxglove("foxglove.SceneUpdate", {"deletions": deletions})
    head = length_delimited(1, encode_stamp(view.stamp_ns))
    entities = (length_delimited(2, head + _entity(each.name, each.look)) for each in view.actors)
    return b"".join((gone, *entities))


# Kept for the next run of the same scene: a function of its argument alone.
@lru_cache(maxsize=8)
def encode_map(surroundings: Surroundings) -> bytes:
    """Encode the static surroundings as a `foxglove.SceneUpdate`."""
    stamp = _time(surroundings.stamp_ns)
    entities = [
        {
            "timestamp": stamp,
            "frame_id": FRAME,
            "id": piece.name,
            "lines": [_line(piece)],
            "triangles": [_walls(piece)] if piece.height_m else [],
        }
        for piece in surroundings.pieces
    ]
    return encode_foxglove("foxglove.SceneUpdate", {"entities": entities})


@lru_cache(4096)
def _entity(name: str, look: Look) -> bytes:
    """Encode an actor's box and name as a `foxglove.SceneEntity`, all fields but its time."""
    values = {
        "frame_id": name,
        "id": name,
        "frame_locked": True,
        "cubes": [
            {
                "pose": _at((0.0, 0.0, look.lift_m)),
                "size": _vector(look.size_m),
                "color": _color(look.color),
            }
        ],
        "texts": [
            {
                "pose": _at((0.0, 0.0, look.lift_m + look.size_m[2])),
                "billboard": True,
                "font_size": 0.8,
                "color": _color(_WHITE),
                "text": name,
            }
        ],
    }
    return encode_foxglove("foxglove.SceneEntity", values)


def _line(piece: Piece) -> dict[str, Any]:
    return {
        "type": "LINE_LOOP" if piece.closed else "LINE_STRIP",
        "pose": _at((0.0, 0.0, 0.0)),
        "thickness": piece.thickness_m,
        "points": [_vector(point) for point in piece.points],
        "color": _color(piece.color),
    }


def _walls(piece: Piece) -> dict[str, Any]:
    """Return triangles of a wall along each edge and of a roof; outlines are convex."""
    corners, height = piece.points, piece.height_m
    vertices: list[Place] = []
    for (ax, ay, _), (bx, by, _) in pairwise([*corners, corners[0]]):
        vertices += [(ax, ay, 0.0), (bx, by, 0.0), (bx, by, height)]
        vertices += [(ax, ay, 0.0), (bx, by, height), (ax, ay, height)]
    (ox, oy, _), *others = corners
    for (ax, ay, _), (bx, by, _) in pairwise(others):
        vertices += [(ox, oy, height), (ax, ay, height), (bx, by, height)]
    return {
        "pose": _at((0.0, 0.0, 0.0)),
        "points": [_vector(vertex) for vertex in vertices],
        "color": _color(piece.color),
    }


def _time(stamp_ns: int) -> dict[str, int]:
    seconds, nanos = divmod(stamp_ns, NS_PER_S)
    return {"seconds": seconds, "nanos": nanos}


def encode_stamp(stamp_ns: int) -> bytes:
    """Encode a time as a `google.protobuf.Timestamp`."""
    seconds, nanos = divmod(stamp_ns, NS_PER_S)
    return b"\x08" + varint(seconds) + b"\x10" + varint(nanos)


def _vector(components: Iterable[float]) -> dict[str, float]:
    return dict(zip("xyz", components, strict=True))


def _color(values: Rgba) -> dict[str, float]:
    return dict(zip("rgba", values, strict=True))


def _at(position: Place) -> dict[str, Any]:
    """Return a pose without rotation."""
    return {"position": _vector(position), "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}


_VIEW = {VIEW_KEY: "true"}


def _channel(name: str, message: str, encode: Any) -> ChannelSpec:  # noqa: ANN401 - any payload
    return ChannelSpec(name, message, schema_of(message), encode, _VIEW)


VIEW_CHANNELS: Final = (
    _channel(CHANNEL_MAP, "foxglove.SceneUpdate", encode_map),
    _channel(CHANNEL_SCENE, "foxglove.SceneUpdate", encode_scene),
    _channel(CHANNEL_TRANSFORMS, "foxglove.FrameTransforms", encode_transforms),
    _channel(CHANNEL_POSES, "foxglove.PosesInFrame", encode_poses),
)
