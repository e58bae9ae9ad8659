"""What a simulation is made of."""

from dataclasses import dataclass
from typing import Any, final

from project_ghost.closed_loop.controller import AbstractEgoController
from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.observation import AbstractObservation
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.scenario import AbstractScenario

from ._time_controller import AbstractSimulationTimeController

__all__ = ["SimulationSetup", "validate_planner_setup"]

_KINDS = {
    "time_controller": ("simulation_time_controller", AbstractSimulationTimeController),
    "observations": ("observations", AbstractObservation),
    "ego_controller": ("ego_controller", AbstractEgoController),
    "scenario": ("scenario", AbstractScenario),
}


@final
@dataclass(frozen=True)
class SimulationSetup:
    """The iterations, the observation, the controller of the ego, and the scenario."""

    time_controller: AbstractSimulationTimeController
    observations: AbstractObservation
    ego_controller: AbstractEgoController
    scenario: AbstractScenario

    def __post_init__(self) -> None:
        for name, (shown, kind) in _KINDS.items():
            given: Any = getattr(self, name)
            if not isinstance(given, kind):
                raise ClosedLoopValueError(
                    f"Error: {shown} must inherit from {kind.__name__}!",
                    f"SimulationSetup({name}={given!r})",
                )

    def reset(self) -> None:
        """Reset the observation, the controller of the ego, and the iterations, in this order."""
        self.observations.reset()
        self.ego_controller.reset()
        self.time_controller.reset()


def validate_planner_setup(setup: SimulationSetup, planner: AbstractPlanner) -> None:
    """Refuse a planner that expects another type of observation."""
    expected, given = planner.observation_type(), setup.observations.observation_type()
    if expected != given:
        raise ClosedLoopValueError(
            "Error: The planner did not receive the right observations:"
            f"{expected} != {given} planner."
            f"Planner {type(planner)}, Observation:{type(setup.observations)}",
            f"planner {planner.name()}",
            f"an observation of the type {expected.__name__}",
            "choose another observation, or another planner",
        )
