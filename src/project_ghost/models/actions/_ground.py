"""The drivable area as a table of polygons, which kernels search."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Parameter, array
from project_ghost.world.geometry import is_inside

__all__ = ["Ground", "is_on_ground", "packed_ground"]

# So many neighbouring pieces have one box around all of them.
_GROUP = 16


class Ground(NamedTuple):
    """Polygons, the boxes around them, and the boxes around groups of them.

    Piece i has `corners` from `starts[i]` up to `starts[i + 1]`. A box is (west, south, east,
    north). Without a map there is one box without an inside.
    """

    corners: Floats = array(Parameter(shape=("corner_count", 2), unit="m"))
    starts: Floats = array(Parameter(shape=("start_count",)))
    boxes: Floats = array(Parameter(shape=("piece_count", 4), unit="m"))
    groups: Floats = array(Parameter(shape=("group_count", 4), unit="m"))


def packed_ground(pieces: Sequence[Sequence[Sequence[float]]]) -> dict[str, Any]:
    """The sizes and parameters of a kernel that has `Ground`, for the polygons of an area."""
    polygons = [np.array([corner[:2] for corner in piece]) for piece in pieces if len(piece) > 2]
    is_known = 1.0 if polygons else 0.0
    if not polygons:
        polygons = [np.zeros((3, 2))]
    boxes = np.array([[*each.min(axis=0), *each.max(axis=0)] for each in polygons])
    firsts = range(0, len(boxes), _GROUP)
    groups = [
        [*boxes[k : k + _GROUP, :2].min(axis=0), *boxes[k : k + _GROUP, 2:].max(axis=0)]
        for k in firsts
    ]
    starts = np.cumsum([0, *map(len, polygons)]).astype(float)
    corners = np.concatenate(polygons)
    return {
        "corner_count": len(corners),
        "start_count": len(starts),
        "piece_count": len(boxes),
        "group_count": len(groups),
        "corners": corners,
        "starts": starts,
        "boxes": boxes,
        "groups": np.array(groups),
        "has_ground": is_known,
    }


def is_on_ground(ground: Ground, x: float, y: float, known: Floats, at: int) -> bool:
    """Whether a point is in one of the pieces; the piece is kept in `known[at]`, to begin there."""
    last = int(known[at])
    if _is_in(ground, last, x, y):
        return True
    pieces = ground.boxes.shape[0]
    for group in range(ground.groups.shape[0]):
        if _is_within(ground.groups, group, x, y):
            first = group * _GROUP
            for piece in range(first, min(first + _GROUP, pieces)):
                if _is_in(ground, piece, x, y):
                    known[at] = piece
                    return True
    return False


@inlined
def _is_within(boxes: Floats, i: int, x: float, y: float) -> bool:
    west, south, east, north = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
    return bool(west <= x and x <= east and south <= y and y <= north)


@inlined
def _is_in(ground: Ground, piece: int, x: float, y: float) -> bool:
    if not _is_within(ground.boxes, piece, x, y):
        return False
    first, stop = int(ground.starts[piece]), int(ground.starts[piece + 1])
    return is_inside(x, y, ground.corners[first:stop], stop - first)
