"""A planner that answers what the recorded driver did."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.level import Level

from ._abstract import AbstractPlanner, PlannerInitialization, PlannerInput

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["LogFuturePlanner"]


@final
class LogFuturePlanner(AbstractPlanner):
    """Answers the future of the recorded ego; where it ends, the last trajectory again."""

    requires_scenario = True
    level = Level.PORTABLE

    def __init__(
        self,
        scenario: AbstractScenario,
        num_poses: int = 16,
        future_time_horizon: float = 8.0,
    ) -> None:
        self._scenario = scenario
        self._num_poses = num_poses
        self._future_time_horizon = future_time_horizon
        self._trajectory: InterpolatedTrajectory | None = None

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def initialize(self, initialization: PlannerInitialization) -> None:
        """Nothing is needed."""

    def observation_type(self) -> type[Observation]:
        """Tracked objects, which it ignores."""
        return DetectionsTracks

    def compute_planner_trajectory(self, current_input: PlannerInput) -> InterpolatedTrajectory:
        """The recorded states from now on."""
        index = current_input.iteration.index
        try:
            now = self._scenario.get_ego_state_at_iteration(index)
            future = self._scenario.get_ego_future_trajectory(
                index, self._future_time_horizon, self._num_poses
            )
            self._trajectory = InterpolatedTrajectory([now, *future])
        except (AssertionError, ClosedLoopError) as error:
            if self._trajectory is None:
                raise ClosedLoopError(
                    "Future ego trajectory cannot be retrieved from the scenario!",
                    f"LogFuturePlanner, iteration {index}",
                    "a scenario whose ego was recorded",
                    "use another planner, or a scenario with an expert",
                ) from error
        return self._trajectory
