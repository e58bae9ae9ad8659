"""The interface of callbacks."""

from typing import TYPE_CHECKING

from project_ghost.closed_loop.history import SimulationHistory, SimulationHistorySample
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.trajectory import AbstractTrajectory
from project_ghost.engine import Engine
from project_ghost.scenario.assembly import Assembly

if TYPE_CHECKING:
    from project_ghost.closed_loop.simulation import SimulationSetup

__all__ = ["AbstractCallback"]


class AbstractCallback:
    """An observer of a simulation; a runner calls these functions in this order.

    Define those that you need: the others do nothing.
    """

    def on_simulation_start(self, setup: "SimulationSetup") -> None:
        """Called before anything else."""

    def on_initialization_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Called before the simulation and the planner are initialized."""

    def on_initialization_end(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Called after the simulation and the planner are initialized."""

    def on_step_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Called before each step."""

    def on_planner_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Called before the planner plans."""

    def on_planner_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, trajectory: AbstractTrajectory
    ) -> None:
        """Called after the planner has planned."""

    def on_step_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, sample: SimulationHistorySample
    ) -> None:
        """Called after each step."""

    def on_simulation_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, history: SimulationHistory
    ) -> None:
        """Called at the end, also of a simulation that failed."""

    # Beyond nuPlan's eight.

    def listen(self, engine: Engine, assembly: Assembly) -> None:
        """Subscribe to the messages of the engine, which is at the start of its run."""

    def on_failure(self, error: Exception) -> None:
        """Called before `on_simulation_end` of a simulation that failed."""
