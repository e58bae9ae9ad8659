"""A predictor that lets all objects go on as they do."""

from typing import final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.states import (
    Agent,
    OrientedBox,
    StateSE2,
    TimePoint,
    TrackedObjects,
    Waypoint,
)
from project_ghost.closed_loop.trajectory import PredictedTrajectory, TrajectorySampling

from ._abstract import AbstractPredictor, PredictorInitialization, PredictorInput

__all__ = ["ConstantVelocityPredictor"]


@final
class ConstantVelocityPredictor(AbstractPredictor):
    """One prediction for each agent: straight ahead at its velocity, its heading unchanged."""

    def __init__(self, future_trajectory_sampling: TrajectorySampling) -> None:
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
        """The present objects with one prediction for each agent."""
        _, observation = current_input.history.current_state
        if not isinstance(observation, DetectionsTracks):
            raise ClosedLoopValueError(
                f"ConstantVelocityPredictor supports DetectionsTracks. "
                f"Got {observation.detection_type()}"
            )
        now = current_input.iteration.time_point
        return DetectionsTracks(
            TrackedObjects(
                self._predicted(thing, now) if isinstance(thing, Agent) else thing
                for thing in observation.tracked_objects
            )
        )

    def _predicted(self, agent: Agent, now: TimePoint) -> Agent:
        step_ns = round(self._sampling.step_time * 1e9)
        waypoints: list[Waypoint | None] = []
        for index in range((self._sampling.num_poses or 0) + 1):
            ahead_s = index * step_ns / 1e9
            pose = StateSE2(
                agent.center.x + ahead_s * agent.velocity.x,
                agent.center.y + ahead_s * agent.velocity.y,
                agent.center.heading,
            )
            box = OrientedBox.from_new_pose(agent.box, pose)
            time_point = TimePoint.from_ns(now.time_ns + index * step_ns)
            waypoints.append(Waypoint(time_point, box, agent.velocity))
        # Objects of a sample are shared: the prediction goes to a copy.
        return Agent(
            agent.tracked_object_type,
            agent.box,
            agent.velocity,
            agent.metadata,
            agent.angular_velocity,
            [PredictedTrajectory(1.0, waypoints)],
            agent.past_trajectory,
        )
