"""A box at a time: one state of an object's trajectory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from project_ghost.closed_loop.errors import ClosedLoopValueError

from ._box import OrientedBox
from ._pose import StateSE2
from ._split import InterpolatableState, SplitState
from ._time import TimePoint
from ._vector import StateVector2D

__all__ = ["Waypoint"]


class Waypoint(InterpolatableState):
    """A box at a time, and its velocity where it is known."""

    def __init__(
        self,
        time_point: TimePoint,
        oriented_box: OrientedBox,
        velocity: StateVector2D | None = None,
    ) -> None:
        self._time_point = time_point
        self._oriented_box = oriented_box
        self._velocity = velocity

    @property
    def time_point(self) -> TimePoint:
        """The time of the waypoint."""
        return self._time_point

    @property
    def oriented_box(self) -> OrientedBox:
        """The box."""
        return self._oriented_box

    @property
    def center(self) -> StateSE2:
        """The pose of the box's centre."""
        return self._oriented_box.center

    @property
    def velocity(self) -> StateVector2D | None:
        """The velocity along the world's axes, None where it is unknown."""
        return self._velocity

    @property
    def x(self) -> float:
        """The centre's x."""
        return self.center.x

    @property
    def y(self) -> float:
        """The centre's y."""
        return self.center.y

    @property
    def heading(self) -> float:
        """The centre's heading."""
        return self.center.heading

    def __iter__(self) -> Iterator[float | None]:
        return iter((self.time_us, *self.center, *self._velocity_parts()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Waypoint):
            return NotImplemented
        return (
            self.oriented_box == other.oriented_box
            and self.time_point == other.time_point
            and self.velocity == other.velocity
        )

    def __hash__(self) -> int:
        return hash((self.time_point, self.center))

    def serialize(self) -> list[float | None]:
        """Time in microseconds, x, y, heading, length, width, height, vx, vy."""
        box = self._oriented_box
        size = (box.length, box.width, box.height)
        return [self.time_us, *box.center, *size, *self._velocity_parts()]

    @staticmethod
    def deserialize(vector: Sequence[Any]) -> Waypoint:
        """The waypoint of what `serialize` gave."""
        _expect_nine(len(vector))
        box = OrientedBox(StateSE2(*vector[1:4]), vector[4], vector[5], vector[6])
        return Waypoint(TimePoint(int(vector[0])), box, _velocity(vector[7], vector[8]))

    def to_split_state(self) -> SplitState:
        """Time, position and velocity; the heading; the size."""
        box = self._oriented_box
        return SplitState(
            [self.time_us, box.center.x, box.center.y, *self._velocity_parts()],
            [box.center.heading],
            [box.width, box.length, box.height],
        )

    @staticmethod
    def from_split_state(split_state: SplitState) -> Waypoint:
        """The waypoint of these parts."""
        _expect_nine(len(split_state))
        time_us, x, y, vx, vy = split_state.linear_states
        width, length, height = split_state.fixed_states
        pose = StateSE2(x, y, split_state.angular_states[0])
        return Waypoint(
            TimePoint(int(time_us)), OrientedBox(pose, length, width, height), _velocity(vx, vy)
        )

    def _velocity_parts(self) -> tuple[float | None, float | None]:
        return (self._velocity.x, self._velocity.y) if self._velocity else (None, None)


def _velocity(x: float | None, y: float | None) -> StateVector2D | None:
    """The velocity of two parts. An interpolated unknown part is NaN."""
    if x is None or y is None or x != x or y != y:
        return None
    return StateVector2D(x, y)


def _expect_nine(size: int) -> None:
    if size != 9:
        raise ClosedLoopValueError(f"Expected a vector of size 9, got {size}")
