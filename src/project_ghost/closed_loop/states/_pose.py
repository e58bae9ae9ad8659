"""Points and poses in the plane: metres east and north, radians from east, anticlockwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isclose

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.core import dmath
from project_ghost.core.arrays import Floats

from ._time import TimePoint

__all__ = ["Point2D", "ProgressStateSE2", "StateSE2", "TemporalStateSE2"]


@dataclass(slots=True)
class Point2D:
    """A point."""

    x: float
    y: float

    def __iter__(self) -> Iterator[float]:
        return iter((self.x, self.y))

    @property
    def array(self) -> Floats:
        """The point as an array of 2."""
        return np.array([self.x, self.y], dtype=np.float64)

    def __hash__(self) -> int:
        return hash((self.x, self.y))


@dataclass(slots=True)
class StateSE2(Point2D):
    """A pose. Two are equal that differ by at most 1 mm and 0.1 mrad, as in nuPlan."""

    heading: float

    @property
    def point(self) -> Point2D:
        """The pose without its heading."""
        return Point2D(self.x, self.y)

    def as_matrix(self) -> Floats:
        """The transformation from the axes of this pose to the world's, 3 x 3."""
        sine, cosine = dmath.sincos(self.heading)
        return np.array([[cosine, -sine, self.x], [sine, cosine, self.y], [0.0, 0.0, 1.0]])

    def as_matrix_3d(self) -> Floats:
        """The same transformation in space, 4 x 4."""
        matrix = np.eye(4)
        matrix[:2, [0, 1, 3]] = self.as_matrix()[:2]
        return matrix

    def distance_to(self, state: StateSE2) -> float:
        """The distance between two positions."""
        return dmath.hypot(self.x - state.x, self.y - state.y)

    @staticmethod
    def from_matrix(matrix: Floats) -> StateSE2:
        """The pose of a 3 x 3 transformation."""
        if matrix.shape != (3, 3):
            raise ClosedLoopValueError(
                f"Expected 3x3 transformation matrix, but input matrix has shape {matrix.shape}"
            )
        heading = dmath.atan2(float(matrix[1, 0]), float(matrix[0, 0]))
        return StateSE2(float(matrix[0, 2]), float(matrix[1, 2]), heading)

    @staticmethod
    def deserialize(vector: Sequence[float]) -> StateSE2:
        """The pose of x, y, heading."""
        _expect_size(vector, 3)
        return StateSE2(*vector)

    def serialize(self) -> list[float]:
        """The list of x, y, heading."""
        return [self.x, self.y, self.heading]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateSE2):
            return NotImplemented
        return (
            isclose(self.x, other.x, abs_tol=1e-3)
            and isclose(self.y, other.y, abs_tol=1e-3)
            and isclose(self.heading, other.heading, abs_tol=1e-4)
        )

    def __iter__(self) -> Iterator[float]:
        return iter((self.x, self.y, self.heading))

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.heading))


@dataclass(slots=True)
class ProgressStateSE2(StateSE2):
    """A pose on a path, with the distance along it. Iterates as progress, x, y, heading."""

    progress: float

    @staticmethod
    def deserialize(vector: Sequence[float]) -> ProgressStateSE2:
        """The pose of progress, x, y, heading."""
        _expect_size(vector, 4)
        return ProgressStateSE2(progress=vector[0], x=vector[1], y=vector[2], heading=vector[3])

    def __iter__(self) -> Iterator[float]:
        return iter((self.progress, self.x, self.y, self.heading))

    def __hash__(self) -> int:
        return hash((self.progress, self.x, self.y, self.heading))


@dataclass(slots=True)
class TemporalStateSE2(StateSE2):
    """A pose at a time."""

    time_point: TimePoint

    @property
    def time_us(self) -> int:
        """The time in microseconds."""
        return self.time_point.time_us

    @property
    def time_seconds(self) -> float:
        """The time in seconds."""
        return self.time_point.time_s

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.heading, self.time_point))


def _expect_size(vector: Sequence[float], size: int) -> None:
    if len(vector) != size:
        raise ClosedLoopError(f"Expected a vector of size {size}, got {len(vector)}")
