"""A predictor that answers what the recorded objects did."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.trajectory import TrajectorySampling

from ._abstract import AbstractPredictor, PredictorInitialization, PredictorInput

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["LogFuturePredictor"]


@final
class LogFuturePredictor(AbstractPredictor):
    """Answers the recorded objects at the iteration, with their own future."""

    requires_scenario = True

    def __init__(
        self,
        scenario: AbstractScenario,
        future_trajectory_sampling: TrajectorySampling,
    ) -> None:
        self._scenario = scenario
        self._sampling = future_trajectory_sampling

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def initialize(self, initialization: PredictorInitialization) -> None:
        """Nothing is needed."""

    def observation_type(self) -> type[Observation]:
        """Tracked objects."""
        return DetectionsTracks

    def compute_predicted_trajectories(self, current_input: PredictorInput) -> DetectionsTracks:
        """The recorded objects with their recorded future."""
        return self._scenario.get_tracked_objects_at_iteration(
            current_input.iteration.index, self._sampling
        )
