"""Boxes around pieces, boxes around eight of these boxes, and so on up to one box around all.

The pieces keep their order. Those that follow each other in a map lie side by side, so the boxes
are tight without sorting, and a search from left to right answers in the order of the pieces.
"""

from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats, Integers

__all__ = ["FANOUT", "Tree", "tree_of"]

FANOUT = 8


class Tree(NamedTuple):
    """Pieces and the boxes around them.

    Piece i has the corners `xs`, `ys` from `starts[i]` up to `starts[i + 1]`, and belongs to the
    shape `shapes[i]`, whose last piece is `lasts[i]`. The boxes of level 0 are those of the
    pieces; those of each level begin at `levels[level]`, in a multiple of `FANOUT`, and the last
    level has one box. Unused boxes are empty: their west is greater than their east.
    """

    xs: Floats
    ys: Floats
    starts: Integers
    shapes: Integers
    lasts: Integers
    west: Floats
    south: Floats
    east: Floats
    north: Floats
    levels: Integers


def tree_of(corners: Floats, starts: Integers, shapes: Integers) -> Tree:
    """The tree over pieces; `corners` (n, 2) has at least one row for each piece."""
    low, high = np.full((FANOUT, 2), np.inf), np.full((FANOUT, 2), -np.inf)
    if len(shapes):
        low = _padded(np.minimum.reduceat(corners, starts[:-1]), np.inf)
        high = _padded(np.maximum.reduceat(corners, starts[:-1]), -np.inf)
    lows, highs, levels = [low], [high], [0]
    while len(lows[-1]) > 1:
        levels.append(levels[-1] + len(lows[-1]))
        low = lows[-1].reshape(-1, FANOUT, 2).min(axis=1)
        high = highs[-1].reshape(-1, FANOUT, 2).max(axis=1)
        is_last = len(low) == 1
        lows.append(low if is_last else _padded(low, np.inf))
        highs.append(high if is_last else _padded(high, -np.inf))
    all_low, all_high = np.concatenate(lows), np.concatenate(highs)
    west, south = np.ascontiguousarray(all_low.T)
    east, north = np.ascontiguousarray(all_high.T)
    xs, ys = np.ascontiguousarray(corners.T)
    lasts = np.searchsorted(shapes, shapes, side="right") - 1
    return Tree(xs, ys, starts, shapes, lasts, west, south, east, north, np.array(levels))


def _padded(boxes: Floats, value: float) -> Floats:
    missing = -len(boxes) % FANOUT
    return np.concatenate([boxes, np.full((missing, 2), value)])
