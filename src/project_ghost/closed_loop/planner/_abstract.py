"""What a planner is."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, final

from project_ghost.closed_loop.errors import ENDING
from project_ghost.closed_loop.observation import Observation
from project_ghost.closed_loop.states import StateSE2
from project_ghost.closed_loop.trajectory import AbstractTrajectory
from project_ghost.core.level import Level

from ._report import PlannerReport

if TYPE_CHECKING:
    from project_ghost.closed_loop.history import SimulationHistoryBuffer
    from project_ghost.closed_loop.map import MapApi, TrafficLightStatusData
    from project_ghost.closed_loop.simulation import SimulationIteration

__all__ = ["AbstractPlanner", "PlannerInitialization", "PlannerInput", "name_of"]


@final
@dataclass(frozen=True)
class PlannerInitialization:
    """What a planner is told before the first step."""

    route_roadblock_ids: list[str]
    mission_goal: StateSE2 | None
    map_api: MapApi | None


@final
@dataclass(frozen=True)
class PlannerInput:
    """What a planner is told at each step. Nothing of it changes later."""

    iteration: SimulationIteration
    history: SimulationHistoryBuffer
    traffic_light_data: Sequence[TrafficLightStatusData] | None = None


class AbstractPlanner(ABC):
    """Plans a trajectory at each step; a class of your own gives the four abstract methods.

    Beyond nuPlan's interface: `level` says where the planner's answers have the same bits, and a
    planner that has `save` and `load` continues from a checkpoint without planning its past again.
    """

    # True if the planner is made with `scenario=`: only for planners that may see the future.
    requires_scenario: bool = False
    level: Level = Level.HOST

    _compute_trajectory_runtimes: list[float]

    def __new__(cls, *args: Any, **options: Any) -> Self:  # noqa: ANN401, ARG004 - of any planner
        """Make a planner whose own `__init__` need not call this class's."""
        planner = super().__new__(cls)
        planner._compute_trajectory_runtimes = []
        return planner

    @abstractmethod
    def name(self) -> str:
        """The name of the planner in tables and reports."""

    @abstractmethod
    def initialize(self, initialization: PlannerInitialization) -> None:
        """Take what is known before the first step."""

    @abstractmethod
    def observation_type(self) -> type[Observation]:
        """What the planner wants to see: DetectionsTracks or Sensors."""

    @abstractmethod
    def compute_planner_trajectory(self, current_input: PlannerInput) -> AbstractTrajectory:
        """The trajectory that the vehicle is to follow from now on."""

    def compute_trajectory(self, current_input: PlannerInput) -> AbstractTrajectory:
        """The same, with its runtime noted for the report, also where it raises."""
        # ghost: allow[wall-clock] for the report only; no result of a run depends on it
        started = time.perf_counter()
        try:
            return self.compute_planner_trajectory(current_input)
        finally:
            # ghost: allow[wall-clock] for the report only
            self._compute_trajectory_runtimes.append(time.perf_counter() - started)

    def generate_planner_report(self, clear_stats: bool = True) -> PlannerReport:  # noqa: FBT001, FBT002 - nuPlan's signature
        """The runtimes so far, which are then forgotten."""
        report = PlannerReport(compute_trajectory_runtimes=list(self._compute_trajectory_runtimes))
        if clear_stats:
            self._compute_trajectory_runtimes = []
        return report

    def save(self) -> bytes:
        """All that the planner has learnt since `initialize`, for a checkpoint."""
        raise NotImplementedError(f"{type(self).__name__} has no save")

    def load(self, data: bytes) -> None:
        """Continue from what `save` gave, after `initialize`."""
        raise NotImplementedError(f"{type(self).__name__} has no load")


def name_of(planner: AbstractPlanner) -> str:
    """The name of a planner in errors and tables: its class where `name` itself fails."""
    try:
        return str(planner.name())
    except ENDING:
        raise
    except BaseException:
        return type(planner).__name__
