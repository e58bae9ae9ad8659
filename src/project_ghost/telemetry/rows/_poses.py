"""Poses and transforms of many instants, written by compiled code: the bytes of `PoseRows`."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Text
from project_ghost.core.compiled import borrowing, compile_source, copy_bytes, inlined
from project_ghost.core.dmath import cos, sin
from project_ghost.core.duration import NS_PER_S
from project_ghost.telemetry.foxglove._pose_rows import MEMBER, encoded_members
from project_ghost.telemetry.foxglove._scene import (
    FRAME,
    POSE_HEAD,
    POSE_PREFIXES,
    TRANSFORM_PREFIXES,
    frames_of,
)

from ._arena import Arena
from ._text_table import TextTable, text_ids

__all__ = ["ActorNames", "encode_instants", "quaternions_of_yaws"]

# The bytes of a pose after the head that it has as a member of a list.
_HEAD = len(POSE_HEAD)
_POSE = MEMBER.itemsize - _HEAD
# A transform differs from a pose in the first byte of either prefix.
_POSITION, _ROTATION = TRANSFORM_PREFIXES[0][0], TRANSFORM_PREFIXES[1][0]
_ROTATION_PLACE = len(POSE_PREFIXES[0]) + 3 * 8 + 2
# More than a member takes beyond its pose and its frames, or a message beyond its members.
_AROUND = 48
# A run whose actors come and go has new names for ever.
_NAMES_MAX = 50_000


@final
class ActorNames:
    """The names of actors, each with a number, and their frames as fields of a transform."""

    def __init__(self, field: Text) -> None:
        self._field = field
        self._forget()

    def _forget(self) -> None:
        self._table = TextTable([self._field])
        self._frames = Arena()
        self._ends = [0]

    def ids(self, rows: Floats) -> Integers:
        """The number of the actor of each row; it holds until the next call."""
        if len(self._table.texts) > _NAMES_MAX:
            self._forget()
        return text_ids(self._table, self._field.place, self._field.width, rows)

    def name(self, number: int) -> str:
        """The name of an actor."""
        return self._table.texts[number]

    def frames(self) -> tuple[NDArray[np.uint8], Integers]:
        """The frames of all actors so far, and where each ends."""
        for name in self._table.texts[len(self._ends) - 1 :]:
            self._frames.add(frames_of(name))
            self._ends.append(self._frames.used)
        return self._frames.bytes, np.array(self._ends, dtype=np.int64)


class _Given(NamedTuple):
    """What the compiled code reads."""

    members: NDArray[np.uint8]
    ids: Integers
    frames: NDArray[np.uint8]
    frame_ends: Integers
    world: NDArray[np.uint8]  # the frame of poses, as a field


def encode_instants(
    names: ActorNames,
    ids: Integers,
    positions_m: Floats,
    orientations_q: Floats,
    instants: Integers,
    arena: Arena,
) -> list[tuple[int, int]]:
    """Encode the transforms and the poses of some instants, one after the other.

    `ids` are the numbers of the actors of all rows, `instants` the time of each instant, its first
    row and the one after its last. Returns where each message is in the arena, and its size.
    """
    members = encoded_members(positions_m, orientations_q)
    frames, ends = names.frames()
    room = (np.diff(ends)[ids] + 2 * MEMBER.itemsize + _AROUND).sum() + 2 * _AROUND * len(instants)
    arena.reserve(int(room))
    bounds = np.full(1 + 2 * len(instants), arena.used, dtype=np.int64)
    given = _Given(members.view(np.uint8), ids, frames, ends, _WORLD)
    _compiled()(given, instants, arena.bytes, bounds)
    arena.used = int(bounds[-1])
    return [(start, stop - start) for start, stop in pairwise(bounds.tolist())]


def quaternions_of_yaws(yaws_rad: Floats) -> Floats:
    """The rotations about the vertical axis, with the bits of `quaternion_of_yaw`."""
    quaternions = np.zeros((len(yaws_rad), 4))
    _compiled_turns()(yaws_rad, quaternions)
    return quaternions


_WORLD = np.array([0x12, len(FRAME), *FRAME.encode()], dtype=np.uint8)


@cache
def _compiled() -> Callable[..., Any]:
    arguments = "given, instants, out, bounds"
    source = f"def write_instants({arguments}):\n    write({arguments})\n"
    return compile_source(source, "write_instants", {"write": _write_instants})


@cache
def _compiled_turns() -> Callable[..., Any]:
    source = "def write_turns(yaws_rad, out):\n    write(yaws_rad, out)\n"
    return compile_source(source, "write_turns", {"write": _write_turns})


# --------------------------------------------------------------- compiled


@borrowing
@inlined
def _write_turns(yaws_rad: Any, out: Any) -> None:  # noqa: ANN401
    for i in range(yaws_rad.shape[0]):
        out[i, 0] = cos(0.5 * yaws_rad[i])
        out[i, 3] = sin(0.5 * yaws_rad[i])


@borrowing
@inlined
def _write_instants(given: Any, instants: Any, out: Any, bounds: Any) -> None:  # noqa: ANN401
    at = bounds[0]
    for i in range(instants.shape[0]):
        stamp_ns, start, stop = instants[i, 0], instants[i, 1], instants[i, 2]
        for row in range(start, stop):
            at = _write_transform(given, stamp_ns, row, out, at)
        bounds[2 * i + 1] = at
        at = _write_stamp(stamp_ns, out, at)
        copy_bytes(given.world, 0, given.world.shape[0], out, at)
        at += given.world.shape[0]
        first, last = start * (_HEAD + _POSE), stop * (_HEAD + _POSE)
        copy_bytes(given.members, first, last, out, at)
        at += last - first
        bounds[2 * i + 2] = at


@borrowing
@inlined
def _write_transform(given: Any, stamp_ns: int, row: int, out: Any, at: int) -> int:  # noqa: ANN401
    actor = given.ids[row]
    first, last = given.frame_ends[actor], given.frame_ends[actor + 1]
    size = 2 + _stamp_size(stamp_ns) + last - first + _POSE
    out[at] = 0x0A
    at = _write_varint(size, out, at + 1)
    at = _write_stamp(stamp_ns, out, at)
    copy_bytes(given.frames, first, last, out, at)
    at += last - first
    begin = row * (_HEAD + _POSE) + _HEAD
    copy_bytes(given.members, begin, begin + _POSE, out, at)
    out[at], out[at + _ROTATION_PLACE] = _POSITION, _ROTATION
    return at + _POSE


@borrowing
@inlined
def _write_stamp(stamp_ns: int, out: Any, at: int) -> int:  # noqa: ANN401
    """Write a time as the first field of a message."""
    out[at], out[at + 1], out[at + 2] = 0x0A, _stamp_size(stamp_ns), 0x08
    at = _write_varint(stamp_ns // NS_PER_S, out, at + 3)
    out[at] = 0x10
    return _write_varint(stamp_ns % NS_PER_S, out, at + 1)


@borrowing
@inlined
def _stamp_size(stamp_ns: int) -> int:
    return 2 + _varint_size(stamp_ns // NS_PER_S) + _varint_size(stamp_ns % NS_PER_S)


@borrowing
@inlined
def _varint_size(value: int) -> int:
    size = 1
    while value > 0x7F:
        value >>= 7
        size += 1
    return size


@borrowing
@inlined
def _write_varint(value: int, out: Any, at: int) -> int:  # noqa: ANN401
    while value > 0x7F:
        out[at] = (value & 0x7F) | 0x80
        value >>= 7
        at += 1
    out[at] = value
    return at + 1
