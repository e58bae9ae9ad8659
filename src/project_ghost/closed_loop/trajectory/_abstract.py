"""What a trajectory is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from project_ghost.closed_loop.states import TimePoint

__all__ = ["AbstractTrajectory"]


class AbstractTrajectory(ABC):
    """States over time, from `start_time` to `end_time` and not beyond."""

    @property
    @abstractmethod
    def start_time(self) -> TimePoint:
        """The time of the first state."""

    @property
    @abstractmethod
    def end_time(self) -> TimePoint:
        """The time of the last state."""

    @property
    def duration(self) -> float:
        """From the first state to the last, in seconds."""
        return self.end_time.time_s - self.start_time.time_s

    @property
    def duration_us(self) -> int:
        """From the first state to the last, in microseconds."""
        return self.end_time.time_us - self.start_time.time_us

    @abstractmethod
    def get_state_at_time(self, time_point: TimePoint) -> Any:  # noqa: ANN401 - the states' own type
        """The state at a time within the trajectory."""

    def get_state_at_times(self, time_points: Sequence[TimePoint]) -> list[Any]:
        """The states at several times within the trajectory."""
        return [self.get_state_at_time(time_point) for time_point in time_points]

    @abstractmethod
    def get_sampled_trajectory(self) -> list[Any]:
        """The states that the trajectory was made of."""

    def is_in_range(self, time_point: TimePoint | int) -> bool:
        """Whether a time, or a number of microseconds, lies within the trajectory."""
        at = TimePoint(time_point) if isinstance(time_point, int) else time_point
        return self.start_time <= at <= self.end_time
