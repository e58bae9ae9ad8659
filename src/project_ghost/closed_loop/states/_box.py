"""Boxes in the plane: what vehicles and objects cover."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import isclose
from typing import TYPE_CHECKING, Self

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import hypot
from project_ghost.core.errors import InputError
from project_ghost.world.geometry import overlaps

from ._pose import Point2D, StateSE2
from ._shift import shifted

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = [
    "Dimension",
    "OrientedBox",
    "OrientedBoxPointType",
    "collision_by_radius_check",
    "in_collision",
]


@dataclass(frozen=True)
class Dimension:
    """The size of a box, in metres."""

    length: float
    width: float
    height: float


class OrientedBoxPointType(IntEnum):
    """A point of a box."""

    FRONT_BUMPER = 1
    REAR_BUMPER = 2
    FRONT_LEFT = 3
    FRONT_RIGHT = 4
    REAR_LEFT = 5
    REAR_RIGHT = 6
    CENTER = 7
    LEFT = 8
    RIGHT = 9


# By point: how many half lengths ahead of the centre, how many half widths to its left.
_POINTS = {
    OrientedBoxPointType.FRONT_BUMPER: (1.0, 0.0),
    OrientedBoxPointType.REAR_BUMPER: (-1.0, 0.0),
    OrientedBoxPointType.FRONT_LEFT: (1.0, 1.0),
    OrientedBoxPointType.FRONT_RIGHT: (1.0, -1.0),
    OrientedBoxPointType.REAR_LEFT: (-1.0, 1.0),
    OrientedBoxPointType.REAR_RIGHT: (-1.0, -1.0),
    OrientedBoxPointType.CENTER: (0.0, 0.0),
    OrientedBoxPointType.LEFT: (0.0, 1.0),
    OrientedBoxPointType.RIGHT: (0.0, -1.0),
}

# Anticlockwise from the front left, as `world.geometry` has them.
_CORNERS = (
    OrientedBoxPointType.FRONT_LEFT,
    OrientedBoxPointType.REAR_LEFT,
    OrientedBoxPointType.REAR_RIGHT,
    OrientedBoxPointType.FRONT_RIGHT,
)


class OrientedBox:
    """A box by the pose of its centre, its length, width and height."""

    def __init__(
        self, center: StateSE2, length: float, width: float, height: float | None = None
    ) -> None:
        self._center = center
        self._length = length
        self._width = width
        self._height = 0.0 if height is None else height

    @property
    def center(self) -> StateSE2:
        """The pose of the centre."""
        return self._center

    @property
    def length(self) -> float:
        """The size along the heading, in metres."""
        return self._length

    @property
    def half_length(self) -> float:
        """Half the length."""
        return self._length / 2.0

    @property
    def width(self) -> float:
        """The size across the heading, in metres."""
        return self._width

    @property
    def half_width(self) -> float:
        """Half the width."""
        return self._width / 2.0

    @property
    def height(self) -> float:
        """The height in metres; 0 where it is unknown."""
        return self._height

    @property
    def half_height(self) -> float:
        """Half the height."""
        return self._height / 2.0

    @property
    def dimensions(self) -> Dimension:
        """Length, width and height."""
        return Dimension(self._length, self._width, self._height)

    def corner(self, point: OrientedBoxPointType) -> Point2D:
        """A point of the box, in the world."""
        if point not in _POINTS:
            raise ClosedLoopError(f"Unknown point: {point}!")
        ahead, left = _POINTS[point]
        at = self._center
        return Point2D(
            *shifted(at.x, at.y, at.heading, ahead * self.half_length, left * self.half_width)
        )

    def all_corners(self) -> list[Point2D]:
        """Front left, rear left, rear right, front right."""
        return [self.corner(point) for point in _CORNERS]

    @cached_property
    def corners_array(self) -> Floats:
        """The corners as an array (4, 2), anticlockwise, for `world.geometry`."""
        return np.array([tuple(corner) for corner in self.all_corners()])

    @cached_property
    def geometry(self) -> Polygon:
        """The box as a shapely Polygon; needs the extra `nuplan-planners`."""
        try:
            from shapely.geometry import Polygon as Shape
        except ImportError:
            raise InputError(
                "shapely is not installed",
                where="OrientedBox.geometry",
                expected="shapely, for programs that ask for its polygons",
                fix="pip install 'ghost-sim[nuplan-planners]', or use corners_array",
            ) from None
        return Shape(self.corners_array)

    @classmethod
    def from_new_pose(cls, box: OrientedBox, pose: StateSE2) -> Self:
        """The same box with its centre at another pose."""
        return cls(pose, box.length, box.width, box.height)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OrientedBox):
            return NotImplemented
        return (
            isclose(self.width, other.width)
            and isclose(self.height, other.height)
            and isclose(self.length, other.length)
            and self.center == other.center
        )

    def __hash__(self) -> int:
        return hash((self.center, self.width, self.height, self.length))


def collision_by_radius_check(box1: OrientedBox, box2: OrientedBox) -> bool:
    """Whether the circles around two boxes overlap."""
    reach = (hypot(box1.width, box1.length) + hypot(box2.width, box2.length)) / 2.0
    return box1.center.distance_to(box2.center) < reach


def in_collision(box1: OrientedBox, box2: OrientedBox) -> bool:
    """Whether two boxes overlap or touch."""
    return collision_by_radius_check(box1, box2) and overlaps(
        box1.corners_array, 4, 0.0, box2.corners_array, 4, 0.0
    )
