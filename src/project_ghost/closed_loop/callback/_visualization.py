"""Show a simulation while it runs."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.history import SimulationHistorySample
from project_ghost.closed_loop.observation import Observation
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.simulation._iteration import SimulationIteration
from project_ghost.closed_loop.states import EgoState, StateSE2

from ._abstract import AbstractCallback

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario
    from project_ghost.closed_loop.simulation import SimulationSetup

__all__ = ["AbstractVisualization", "VisualizationCallback"]


class AbstractVisualization(ABC):
    """Draws a simulation: gets the parts of a step one by one, then draws them."""

    @abstractmethod
    def render_scenario(self, scenario: "AbstractScenario", render_goal: bool) -> None:  # noqa: FBT001
        """Draw the scenario, with its goal if asked to."""

    @abstractmethod
    def render_ego_state(self, state_center: StateSE2) -> None:
        """Draw the ego at a pose of its centre."""

    @abstractmethod
    def render_polygon_trajectory(self, trajectory: list[EgoState]) -> None:
        """Draw a trajectory as boxes."""

    @abstractmethod
    def render_trajectory(self, trajectory: list[StateSE2]) -> None:
        """Draw a trajectory as a line."""

    @abstractmethod
    def render_observations(self, observations: Observation) -> None:
        """Draw the observed objects."""

    @abstractmethod
    def render(self, iteration: SimulationIteration) -> None:
        """Show what was drawn for an iteration."""


@final
class VisualizationCallback(AbstractCallback):
    """Gives the steps of a simulation to a visualization."""

    def __init__(self, renderer: AbstractVisualization) -> None:
        self._renderer = renderer

    def on_initialization_end(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:  # noqa: ARG002
        """Draw the scenario."""
        self._renderer.render_scenario(setup.scenario, True)  # noqa: FBT003 - nuPlan's signature

    def on_step_end(
        self,
        setup: "SimulationSetup",  # noqa: ARG002
        planner: AbstractPlanner,  # noqa: ARG002
        sample: SimulationHistorySample,
    ) -> None:
        """Draw the step."""
        self._renderer.render_ego_state(sample.ego_state.center)
        self._renderer.render_observations(sample.observation)
        planned = sample.trajectory.get_sampled_trajectory()
        self._renderer.render_trajectory([state.center for state in planned])
        self._renderer.render(sample.iteration)
