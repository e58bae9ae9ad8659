"""The interface of what gives observations."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from project_ghost.closed_loop.errors import ClosedLoopError

from ._types import DetectionsTracks, Observation

if TYPE_CHECKING:
    from project_ghost.closed_loop.history import SimulationHistoryBuffer
    from project_ghost.closed_loop.scenario import AbstractScenario
    from project_ghost.closed_loop.simulation import SimulationIteration

__all__ = ["AbstractObservation"]


class AbstractObservation(ABC):
    """What moves around the ego, and how a planner sees it.

    All of it are components of the engine, compiled like all others. An observation says which:
    `traffic_keys` are keys of the scenario's populations of tracks. It also has what is seen now.
    """

    def __init__(self, scenario: "AbstractScenario") -> None:
        self._scenario = scenario
        self._current: Observation | None = None

    @abstractmethod
    def traffic_keys(self) -> Mapping[str, Any]:
        """Keys of the section of a population of tracks."""

    def observation_type(self) -> type[Observation]:
        """The type of what planners see."""
        return DetectionsTracks

    def reset(self) -> None:
        """Go back to the scenario's start."""
        self._current = None

    def initialize(self) -> None:  # noqa: B027 - nothing to do, and nobody has to define it
        """Do nothing: the engine has made the first observation."""

    def get_observation(self) -> Observation:
        """What is seen now."""
        if self._current is None:
            self._current = self._scenario.initial_tracked_objects
        return self._current

    def take(self, observation: Observation) -> None:
        """Take the observation that the engine has made."""
        self._current = observation

    def update_observation(
        self,
        iteration: "SimulationIteration",
        next_iteration: "SimulationIteration",
        history: "SimulationHistoryBuffer",
    ) -> None:
        """Refuse: the engine moves all others, in `Simulation.propagate`."""
        raise ClosedLoopError(
            "what is observed is moved by the engine",
            f"{type(self).__name__}.update_observation, iterations {iteration.index} to "
            f"{next_iteration.index}, {len(history)} samples",
            "Simulation.propagate, which runs the engine to the next iteration",
            "call simulation.propagate(trajectory)",
        )
