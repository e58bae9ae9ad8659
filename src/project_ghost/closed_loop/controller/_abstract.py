"""The interface of ego controllers."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.closed_loop.simulation._iteration import SimulationIteration
from project_ghost.closed_loop.states import EgoState
from project_ghost.closed_loop.trajectory import AbstractTrajectory

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["AbstractEgoController"]


class AbstractEgoController(ABC):
    """How the ego drives a plan.

    The vehicle is a component of the engine, compiled like all others. A controller says which
    one: `driver_keys` are keys of the scenario's section `driver`. It also has the ego's state.
    """

    def __init__(self, scenario: "AbstractScenario") -> None:
        self._scenario = scenario
        self._state: EgoState | None = None

    @abstractmethod
    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section of a scenario."""

    def get_state(self) -> EgoState:
        """The present state of the ego."""
        if self._state is None:
            self._state = self._scenario.initial_ego_state
        return self._state

    def reset(self) -> None:
        """Go back to the state of the scenario's start."""
        self._state = None

    def take(self, ego_state: EgoState) -> None:
        """Take the state that the engine has computed."""
        self._state = ego_state

    def update_state(
        self,
        current_iteration: SimulationIteration,
        next_iteration: SimulationIteration,
        ego_state: EgoState,
        trajectory: AbstractTrajectory,
    ) -> None:
        """Refuse: the engine moves the ego, in `Simulation.propagate`."""
        raise ClosedLoopError(
            "the ego is moved by the engine",
            f"{type(self).__name__}.update_state, iterations {current_iteration.index} to "
            f"{next_iteration.index}, {type(ego_state).__name__}, {type(trajectory).__name__}",
            "Simulation.propagate, which runs the engine to the next iteration",
            "call simulation.propagate(trajectory)",
        )
