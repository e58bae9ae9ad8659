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

    `bodies` are the rows of the scene as it was, for metrics, where the planner sees what a
    detector reports.
    """

    iteration: SimulationIteration
    ego_state: EgoState
    trajectory: AbstractTrajectory
    observation: Observation
    traffic_light_status: Sequence[TrafficLightStatusData]
    bodies: Floats | None = None
