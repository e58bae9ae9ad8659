"""Static scenery as arrays: convex pieces, each with the number of its polygon."""

from collections.abc import Sequence

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.world.geometry import UNLIMITED_M, bounds, convex_pieces

Polygon = Sequence[Sequence[float]]
Row = tuple[float, ...]


def scenery_arrays(
    polygons: Sequence[Polygon], tops: Sequence[float] | None = None
) -> tuple[list[list[Row]], list[Row]]:
    """Simple polygons as `scenery` (pieces, vertices, 2) and `outlines` (pieces, 7).

    A row of `outlines` is (vertices, number, low x, low y, high x, high y, top). `tops` has
    the Z of each polygon's upper end, by default unlimited. Without polygons there is one
    piece with 0 vertices, because a signal array cannot be empty.
    """
    highest = [UNLIMITED_M] * len(polygons) if tops is None else list(tops)
    if len(highest) != len(polygons) or not all(abs(top) <= UNLIMITED_M for top in highest):
        raise InputError(
            f"tops are {highest} for {len(polygons)} polygons",
            "scenery",
            "one number of metres for each polygon",
            "leave `tops` out if the scenery has no upper end",
        )
    pieces = [
        (number, piece)
        for number, polygon in enumerate(polygons)
        for piece in convex_pieces(polygon, f"scenery {number}")
    ]
    if not pieces:
        return [[(0.0, 0.0)]], [(0.0,) * 7]
    most = max(len(piece) for _, piece in pieces)
    scenery: list[list[Row]] = []
    outlines: list[Row] = []
    for number, piece in pieces:
        scenery.append([*piece, *[(0.0, 0.0)] * (most - len(piece))])
        low_x, low_y, high_x, high_y = (float(v) for v in bounds(np.array(piece), len(piece)))
        outlines.append(
            (float(len(piece)), float(number), low_x, low_y, high_x, high_y, highest[number])
        )
    return scenery, outlines
