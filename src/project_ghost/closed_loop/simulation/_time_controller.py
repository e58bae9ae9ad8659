"""The iterations of a simulation."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.states import TimePoint

from ._iteration import SimulationIteration

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["AbstractSimulationTimeController", "StepSimulationTimeController"]


class AbstractSimulationTimeController(ABC):
    """Which iteration a simulation is at, and when it ends.

    The engine's time is that of the scenario: a controller of your own can only end a simulation
    earlier.
    """

    @abstractmethod
    def get_iteration(self) -> SimulationIteration:
        """The present iteration."""

    @abstractmethod
    def next_iteration(self) -> SimulationIteration | None:
        """Advance to the next iteration; None at the end."""

    @abstractmethod
    def reached_end(self) -> bool:
        """Whether there is no further step."""

    @abstractmethod
    def number_of_iterations(self) -> int:
        """The number of iterations of the scenario."""

    @abstractmethod
    def reset(self) -> None:
        """Go back to the first iteration."""


@final
class StepSimulationTimeController(AbstractSimulationTimeController):
    """One iteration after the other, at the times of the scenario."""

    def __init__(self, scenario: "AbstractScenario") -> None:
        self.scenario = scenario
        self.current_iteration_index = 0
        self._count: int | None = None  # asked for several times a step

    def get_iteration(self) -> SimulationIteration:
        """The present iteration."""
        return self._iteration(self.current_iteration_index)

    def next_iteration(self) -> SimulationIteration | None:
        """Advance to the next iteration; None at the end."""
        self.current_iteration_index += 1
        if self.current_iteration_index >= self.number_of_iterations():
            return None
        return self._iteration(self.current_iteration_index)

    def reached_end(self) -> bool:
        """Whether the present iteration is the last, from which nothing is simulated."""
        return self.current_iteration_index >= self.number_of_iterations() - 1

    def number_of_iterations(self) -> int:
        """The number of iterations of the scenario."""
        if self._count is None:
            self._count = self.scenario.get_number_of_iterations()
        return self._count

    def reset(self) -> None:
        """Go back to the first iteration."""
        self.current_iteration_index = 0
        self._count = None

    def _iteration(self, index: int) -> SimulationIteration:
        time_point: TimePoint = self.scenario.get_time_point(index)
        return SimulationIteration(time_point, index)
