"""Distances between poses and boxes, and angles."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import (
    Dimension,
    OrientedBox,
    Point2D,
    StateSE2,
    get_pacifica_parameters,
)
from project_ghost.core import dmath
from project_ghost.core.arrays import Floats

from ._between import angles_between
from ._transform import translate_laterally, translate_longitudinally

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = [
    "AngularInterpolator",
    "compute_distance",
    "compute_lateral_displacements",
    "l2_euclidean_corners_distance",
    "lateral_distance",
    "longitudinal_distance",
    "principal_value",
    "se2_box_distances",
    "signed_lateral_distance",
    "signed_longitudinal_distance",
]

Angle = TypeVar("Angle", float, Floats)


def principal_value(angle: Angle, min_: float = -pi) -> Angle:
    """The angle from `min_` up to `min_` + 2 pi that differs by whole turns; also of an array."""
    if not np.all(np.isfinite(angle)):
        raise ClosedLoopValueError("angle is not finite")
    return (angle - min_) % (2.0 * pi) + min_


def compute_distance(lhs: StateSE2, rhs: StateSE2) -> float:
    """The distance between two positions."""
    return lhs.distance_to(rhs)


def lateral_distance(reference: StateSE2, other: Point2D) -> float:
    """How far a point is to the left of a pose."""
    sine, cosine = dmath.sincos(reference.heading)
    return -sine * (other.x - reference.x) + cosine * (other.y - reference.y)


def longitudinal_distance(reference: StateSE2, other: Point2D) -> float:
    """How far a point is ahead of a pose."""
    sine, cosine = dmath.sincos(reference.heading)
    return cosine * (other.x - reference.x) + sine * (other.y - reference.y)


def signed_lateral_distance(ego_state: StateSE2, other: Polygon) -> float:
    """How far a polygon is to the left (or, negative, right) of a Pacifica; 0 beside neither."""
    half = get_pacifica_parameters().half_width
    left, right = translate_laterally(ego_state, half), translate_laterally(ego_state, -half)
    corners = _corners(other)
    to_left = max(min(lateral_distance(left, corner) for corner in corners), 0.0)
    to_right = max(min(-lateral_distance(right, corner) for corner in corners), 0.0)
    return to_left if to_left > to_right else -to_right


def signed_longitudinal_distance(ego_state: StateSE2, other: Polygon) -> float:
    """How far a polygon is ahead (or, negative, behind) of a Pacifica; 0 beside it."""
    half = get_pacifica_parameters().half_length
    front = translate_longitudinally(ego_state, half)
    back = translate_longitudinally(ego_state, -half)
    corners = _corners(other)
    ahead = max(min(longitudinal_distance(front, corner) for corner in corners), 0.0)
    behind = max(min(-longitudinal_distance(back, corner) for corner in corners), 0.0)
    return ahead if ahead > behind else -behind


def compute_lateral_displacements(poses: Sequence[StateSE2]) -> list[float]:
    """The differences of y from pose to pose."""
    return [poses[i].y - poses[i - 1].y for i in range(1, len(poses))]


def l2_euclidean_corners_distance(box1: OrientedBox, box2: OrientedBox) -> float:
    """The root of the summed squares of the distances between equal corners."""
    square = 0.0
    for (x1, y1), (x2, y2) in zip(
        box1.corners_array.tolist(), box2.corners_array.tolist(), strict=True
    ):
        square += (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)
    return dmath.sqrt(square)


def se2_box_distances(
    query: StateSE2,
    targets: Sequence[StateSE2],
    box_size: Dimension,
    consider_flipped: bool = True,  # noqa: FBT001, FBT002 - nuPlan's signature
) -> list[float]:
    """The corner distances from a pose to others, of boxes of one size; also turned by half."""
    size = (box_size.length, box_size.width, box_size.height)
    queries = [OrientedBox(query, *size)]
    if consider_flipped:
        queries.append(OrientedBox(StateSE2(query.x, query.y, query.heading + pi), *size))
    return [
        min(l2_euclidean_corners_distance(box, OrientedBox(target, *size)) for box in queries)
        for target in targets
    ]


class AngularInterpolator:
    """Angles at given places, linear in between."""

    def __init__(self, states: ArrayLike, angular_states: ArrayLike) -> None:
        self._places = np.asarray(states, dtype=np.float64)
        self._angles = np.asarray(angular_states, dtype=np.float64)

    def interpolate(self, sampled_state: ArrayLike) -> Floats:
        """The angles at a place, or at several."""
        wanted = np.asarray(sampled_state, dtype=np.float64)
        rows = self._angles.reshape(len(self._places), -1)
        found = angles_between(self._places, rows, np.atleast_1d(wanted))
        return found.reshape(wanted.shape + self._angles.shape[1:])


def _corners(polygon: Polygon) -> list[Point2D]:
    return [Point2D(float(x), float(y)) for x, y in polygon.exterior.coords]
