"""Agents: objects that move, with what they did and what they may do."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError

from ._box import OrientedBox
from ._kinds import TrackedObjectType
from ._pose import StateSE2
from ._scene_object import SceneObject, SceneObjectMetadata
from ._time import TimePoint
from ._vector import StateVector2D

if TYPE_CHECKING:
    from project_ghost.closed_loop.trajectory import PredictedTrajectory

__all__ = ["Agent", "AgentState", "AgentTemporalState"]


class AgentState(SceneObject):
    """An object with a velocity along the world's axes."""

    def __init__(
        self,
        tracked_object_type: TrackedObjectType,
        oriented_box: OrientedBox,
        velocity: StateVector2D,
        metadata: SceneObjectMetadata,
        angular_velocity: float | None = None,
    ) -> None:
        super().__init__(tracked_object_type, oriented_box, metadata)
        self._velocity = velocity
        self._angular_velocity = angular_velocity

    @property
    def velocity(self) -> StateVector2D:
        """The velocity along the world's axes, in m/s."""
        return self._velocity

    @property
    def angular_velocity(self) -> float | None:
        """The yaw rate in rad/s, None where it is unknown."""
        return self._angular_velocity


class AgentTemporalState:
    """The past of an agent, and predictions of its future whose probabilities sum to 1."""

    def __init__(
        self,
        initial_time_stamp: TimePoint,
        predictions: list[PredictedTrajectory] | None = None,
        past_trajectory: PredictedTrajectory | None = None,
    ) -> None:
        self._initial_time_stamp = initial_time_stamp
        self.predictions = predictions if predictions is not None else []
        self.past_trajectory = past_trajectory

    @property
    def predictions(self) -> list[PredictedTrajectory]:
        """The predicted trajectories."""
        return self._predictions

    @predictions.setter
    def predictions(self, predicted_trajectories: list[PredictedTrajectory]) -> None:
        if predicted_trajectories:
            total = fsum(prediction.probability for prediction in predicted_trajectories)
            if not abs(total - 1) < 1e-6:
                raise ClosedLoopValueError(
                    f"The provided trajectory probabilities did not sum to one, but to {total:.2f}!"
                )
        self._predictions = predicted_trajectories

    @property
    def past_trajectory(self) -> PredictedTrajectory | None:
        """Where the agent was, up to now."""
        return self._past_trajectory

    @past_trajectory.setter
    def past_trajectory(self, past_trajectory: PredictedTrajectory | None) -> None:
        if past_trajectory is not None:
            last = past_trajectory.waypoints[-1]
            if last is None:
                raise ClosedLoopError(
                    "Last waypoint represents current agent's state, this should not be None!"
                )
            if last.time_point != self._initial_time_stamp:
                raise ClosedLoopValueError(
                    "The provided trajectory does not end at current agent state! "
                    f"{last.time_us} != {self._initial_time_stamp}"
                )
        self._past_trajectory = past_trajectory


class Agent(AgentTemporalState, AgentState):
    """A vehicle, a pedestrian or a bicycle."""

    def __init__(
        self,
        tracked_object_type: TrackedObjectType,
        oriented_box: OrientedBox,
        velocity: StateVector2D,
        metadata: SceneObjectMetadata,
        angular_velocity: float | None = None,
        predictions: list[PredictedTrajectory] | None = None,
        past_trajectory: PredictedTrajectory | None = None,
    ) -> None:
        AgentState.__init__(
            self, tracked_object_type, oriented_box, velocity, metadata, angular_velocity
        )
        AgentTemporalState.__init__(
            self, TimePoint.from_ns(1000 * metadata.timestamp_us), predictions, past_trajectory
        )

    @classmethod
    def from_new_pose(cls, agent: Agent, pose: StateSE2) -> Agent:
        """The same agent at another pose, without predictions."""
        return Agent(
            agent.tracked_object_type,
            OrientedBox.from_new_pose(agent.box, pose),
            agent.velocity,
            agent.metadata,
            agent.angular_velocity,
        )

    @classmethod
    def from_agent_state(cls, agent: AgentState) -> Agent:
        """The agent of a state, without predictions."""
        return Agent(
            agent.tracked_object_type,
            agent.box,
            agent.velocity,
            agent.metadata,
            agent.angular_velocity,
        )
