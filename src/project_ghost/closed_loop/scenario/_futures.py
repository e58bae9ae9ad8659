"""The recorded future of objects, as predictions that come true."""

from collections.abc import Sequence

import numpy as np

from project_ghost.closed_loop.states import (
    Agent,
    OrientedBox,
    StateSE2,
    StateVector2D,
    TimePoint,
    TrackedObjects,
    Waypoint,
)
from project_ghost.closed_loop.trajectory import PredictedTrajectory, TrajectorySampling
from project_ghost.core.duration import NS_PER_S
from project_ghost.world.bodies import ALIVE, VX, VY, YAW, X, Y
from project_ghost.world.objects import RecordedTrack

from ._track_rows import track_rows

__all__ = ["add_recorded_futures"]


def add_recorded_futures(
    tracked: TrackedObjects,
    tracks: Sequence[RecordedTrack],
    time_ns: int,
    sampling: TrajectorySampling,
) -> None:
    """Give each agent what it does next as its only prediction, as far as it is recorded."""
    interval_ns = round(sampling.step_time * NS_PER_S)
    count = sampling.num_poses or 0
    times_ns = [time_ns + step * interval_ns for step in range(count + 1)]
    rows = np.array([track_rows(tracks, each) for each in times_ns])
    for agent in tracked.get_agents():
        assert agent.metadata.track_id is not None
        number = agent.metadata.track_id
        waypoints = [
            _waypoint(agent, row, each) if row[ALIVE] != 0.0 else None
            for row, each in zip(rows[:, number].tolist(), times_ns, strict=True)
        ]
        agent.predictions = [PredictedTrajectory(1.0, waypoints)]


def _waypoint(agent: Agent, row: list[float], time_ns: int) -> Waypoint:
    box = OrientedBox.from_new_pose(agent.box, StateSE2(row[X], row[Y], row[YAW]))
    return Waypoint(TimePoint.from_ns(time_ns), box, StateVector2D(row[VX], row[VY]))
