"""One sample of a simulation's history."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from project_ghost.closed_loop.map import TrafficLightStatusData
from project_ghost.closed_loop.observation import Observation
from project_ghost.closed_loop.simulation._iteration import SimulationIteration
from project_ghost.closed_loop.states import EgoState
from project_ghost.closed_loop.trajectory import AbstractTrajectory
from project_ghost.core.arrays import Floats

__all__ = ["SimulationHistorySample"]


@final
@dataclass(frozen=True)
class SimulationHistorySample:
    """What a planner saw at an iteration, and what it planned there.

    `bodies` and `ego` are the rows of the scene and of the vehicle as they were, for metrics: a
    planner may see what a detector reports, and may have changed the objects that it was given.
    """

    iteration: SimulationIteration
    ego_state: EgoState
    trajectory: AbstractTrajectory
    observation: Observation
    traffic_light_status: Sequence[TrafficLightStatusData]
    bodies: Floats | None = None
    ego: Floats | None = None
