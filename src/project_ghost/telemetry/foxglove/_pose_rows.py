"""Poses and transforms of many instants at once, with the bytes of each instant alone."""

from collections.abc import Sequence
from itertools import chain
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.telemetry.encoding._protobuf import length_delimited, varint

from ._scene import FRAME, POSE_HEAD, POSE_PREFIXES, TRANSFORM_PREFIXES, encode_stamp, frames_of

# The fields of a pose after its prefixes, with a place for the head of a list's member.
_FIELDS = [
    *(("position", "V3"), ("x", "<f8"), ("key_y", "u1"), ("y", "<f8"), ("key_z", "u1")),
    *(("z", "<f8"), ("rotation", "V3"), ("a", "<f8"), ("key_b", "u1"), ("b", "<f8")),
    *(("key_c", "u1"), ("c", "<f8"), ("key_w", "u1"), ("w", "<f8")),
]
_POSE = np.dtype(_FIELDS)
MEMBER = np.dtype([("head", f"V{len(POSE_HEAD)}"), ("pose", _POSE)])


@final
class PoseRows:
    """The actors of several instants, one instant after the other."""

    def __init__(self, names: Sequence[str], positions_m: Floats, orientations_q: Floats) -> None:
        self._frames = list(map(frames_of, names))
        self._members = encoded_members(positions_m, orientations_q)
        transforms = _encoded(positions_m, orientations_q, *TRANSFORM_PREFIXES)
        self._transforms = transforms.view(np.dtype((np.void, _POSE.itemsize))).tolist()

    def encode_poses(self, stamp_ns: int, start: int, stop: int) -> bytes:
        """Encode the actors of an instant as a `foxglove.PosesInFrame`."""
        head = length_delimited(1, encode_stamp(stamp_ns)) + length_delimited(2, FRAME.encode())
        return head + self._members[start:stop].tobytes()

    def encode_transforms(self, stamp_ns: int, start: int, stop: int) -> bytes:
        """Encode the actors of an instant as a `foxglove.FrameTransforms`."""
        stamp = length_delimited(1, encode_stamp(stamp_ns))
        frames = self._frames[start:stop]
        rest = len(stamp) + _POSE.itemsize
        heads = {size: b"\x0a" + varint(rest + size) + stamp for size in set(map(len, frames))}
        each = zip(
            map(heads.__getitem__, map(len, frames)),
            frames,
            self._transforms[start:stop],
            strict=True,
        )
        return b"".join(chain.from_iterable(each))


def encoded_members(positions_m: Floats, orientations_q: Floats) -> NDArray[np.void]:
    """Encode poses as members of a list."""
    members = np.empty(len(positions_m), dtype=MEMBER)
    members["head"] = np.void(POSE_HEAD)
    members["pose"] = _encoded(positions_m, orientations_q, *POSE_PREFIXES)
    return members


def _encoded(
    positions_m: Floats, orientations_q: Floats, position: bytes, rotation: bytes
) -> NDArray[np.void]:
    rows = np.empty(len(positions_m), dtype=_POSE)
    rows["position"], rows["rotation"] = np.void(position), np.void(rotation)
    rows["key_y"] = rows["key_b"] = 0x11
    rows["key_z"] = rows["key_c"] = 0x19
    rows["key_w"] = 0x21
    rows["x"], rows["y"], rows["z"] = positions_m.T
    rows["w"], rows["a"], rows["b"], rows["c"] = orientations_q.T
    return rows
