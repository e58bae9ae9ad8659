"""What an object may do."""

from dataclasses import dataclass
from functools import cached_property

from project_ghost.closed_loop.states import Waypoint

from ._abstract import AbstractTrajectory
from ._interpolated import InterpolatedTrajectory

__all__ = ["PredictedTrajectory"]


@dataclass
class PredictedTrajectory:
    """The waypoints of one possible future, or of the past, and its probability."""

    probability: float
    waypoints: list[Waypoint | None]

    @property
    def valid_waypoints(self) -> list[Waypoint]:
        """The waypoints that are known."""
        return [waypoint for waypoint in self.waypoints if waypoint is not None]

    @cached_property
    def trajectory(self) -> AbstractTrajectory:
        """The known waypoints as a trajectory."""
        return InterpolatedTrajectory(self.valid_waypoints)

    def __len__(self) -> int:
        return len(self.waypoints)
