"""The index and time of one step of a simulation."""

from dataclasses import dataclass
from typing import Any, final

__all__ = ["SimulationIteration"]


@final
@dataclass(frozen=True)
class SimulationIteration:
    """One step of a simulation: its time, and its index from 0."""

    time_point: Any  # a TimePoint
    index: int

    def __post_init__(self) -> None:
        if self.index < 0:
            raise ValueError(f"Iteration must be >= 0, but it is {self.index}!")

    @property
    def time_us(self) -> int:
        """The time in microseconds."""
        return int(self.time_point.time_us)

    @property
    def time_s(self) -> float:
        """The time in seconds."""
        return float(self.time_point.time_s)
