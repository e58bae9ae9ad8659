"""A vector in the plane."""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import hypot

__all__ = ["StateVector2D"]


class StateVector2D:
    """A velocity or an acceleration: x and y, or `array`, which both may be set."""

    __slots__ = ("_array", "_x", "_y")

    def __init__(self, x: float, y: float) -> None:
        self._x = x
        self._y = y
        # Made when asked for: most vectors of a scene are never read as arrays.
        self._array: Floats | None = None

    @property
    def x(self) -> float:
        """The first component."""
        return self._x

    @x.setter
    def x(self, x: float) -> None:
        self._x = x
        if self._array is not None:
            self._array[0] = x

    @property
    def y(self) -> float:
        """The second component."""
        return self._y

    @y.setter
    def y(self, y: float) -> None:
        self._y = y
        if self._array is not None:
            self._array[1] = y

    @property
    def array(self) -> Floats:
        """The vector as an array of 2."""
        if self._array is None:
            self._array = np.array([self._x, self._y], dtype=np.float64)
        return self._array

    @array.setter
    def array(self, other: Floats) -> None:
        self._array = other
        self._x = other[0]
        self._y = other[1]

    def magnitude(self) -> float:
        """The length of the vector."""
        return hypot(self._x, self._y)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateVector2D):
            return NotImplemented
        return bool(self._x == other._x and self._y == other._y)

    # Its components may be set, so it has no hash.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"x: {self._x}, y: {self._y}"
