"""The index and time of one step of a simulation."""

from dataclasses import dataclass
from typing import final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import TimePoint

__all__ = ["SimulationIteration"]


@final
@dataclass(frozen=True)
class SimulationIteration:
    """One step of a simulation: its time, and its index from 0."""

    time_point: TimePoint
    index: int

    def __post_init__(self) -> None:
        if self.index < 0:
            raise ClosedLoopValueError(f"Iteration must be >= 0, but it is {self.index}!")

    @property
    def time_us(self) -> int:
        """The time in microseconds."""
        return self.time_point.time_us

    @property
    def time_s(self) -> float:
        """The time in seconds."""
        return self.time_point.time_s
