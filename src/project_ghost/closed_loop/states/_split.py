"""States that a trajectory interpolates: linear parts, angles, and parts that stay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from ._time import TimePoint

__all__ = ["InterpolatableState", "SplitState"]


@dataclass
class SplitState:
    """A state taken apart for interpolation."""

    linear_states: list[Any]
    angular_states: list[float]
    fixed_states: list[Any]

    def __len__(self) -> int:
        return len(self.linear_states) + len(self.angular_states) + len(self.fixed_states)


class InterpolatableState(ABC):
    """A state of a trajectory. The first linear part is its time in microseconds."""

    @property
    @abstractmethod
    def time_point(self) -> TimePoint:
        """The time of the state."""

    @abstractmethod
    def to_split_state(self) -> SplitState:
        """The parts of the state."""

    @staticmethod
    @abstractmethod
    def from_split_state(split_state: SplitState) -> InterpolatableState:
        """The state of these parts."""

    @property
    def time_us(self) -> int:
        """The time in microseconds."""
        return self.time_point.time_us

    @property
    def time_seconds(self) -> float:
        """The time in seconds."""
        return self.time_point.time_s
