"""How long the steps of a simulation take."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.history import SimulationHistory, SimulationHistorySample
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.trajectory import AbstractTrajectory

from ._abstract import AbstractCallback

if TYPE_CHECKING:
    from project_ghost.closed_loop.simulation import SimulationSetup

__all__ = ["TimingCallback"]

WriteTimings = Callable[[Mapping[str, float]], object]


@final
class TimingCallback(AbstractCallback):
    """Measures a simulation; `write` gets the figures in seconds at the end, by name.

    The names: simulation_elapsed_time, mean_step_time, max_step_time, mean_planner_step_time,
    max_planner_step_time, mean_propagate_time and mean_input_time (getting the planner's input).
    """

    def __init__(
        self,
        write: WriteTimings | None = None,
        now_s: Callable[[], float] = time.perf_counter,  # ghost: allow[wall-clock] only measures
    ) -> None:
        self._write = write
        self._now_s = now_s
        self.timings: dict[str, float] = {}
        self._clear()

    def _clear(self) -> None:
        self._started_s = self._step_s = self._planner_s = self._planned_s = 0.0
        self._steps: list[float] = []
        self._planner_steps: list[float] = []
        self._inputs: list[float] = []
        self._propagations: list[float] = []

    def on_simulation_start(self, setup: "SimulationSetup") -> None:  # noqa: ARG002
        """Start the measurement."""
        self._clear()
        self._started_s = self._now_s()

    def on_step_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:  # noqa: ARG002
        """Start the measurement of a step."""
        self._step_s = self._now_s()

    def on_planner_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:  # noqa: ARG002
        """Start the measurement of the planner."""
        self._planner_s = self._now_s()
        self._inputs.append(self._planner_s - self._step_s)

    def on_planner_end(
        self,
        setup: "SimulationSetup",  # noqa: ARG002
        planner: AbstractPlanner,  # noqa: ARG002
        trajectory: AbstractTrajectory,  # noqa: ARG002
    ) -> None:
        """End the measurement of the planner."""
        self._planned_s = self._now_s()
        self._planner_steps.append(self._planned_s - self._planner_s)

    def on_step_end(
        self,
        setup: "SimulationSetup",  # noqa: ARG002
        planner: AbstractPlanner,  # noqa: ARG002
        sample: SimulationHistorySample,  # noqa: ARG002
    ) -> None:
        """End the measurement of a step."""
        ended_s = self._now_s()
        self._steps.append(ended_s - self._step_s)
        self._propagations.append(ended_s - self._planned_s)

    def on_simulation_end(
        self,
        setup: "SimulationSetup",  # noqa: ARG002
        planner: AbstractPlanner,  # noqa: ARG002
        history: SimulationHistory,  # noqa: ARG002
    ) -> None:
        """Write the figures."""
        self.timings = {
            "simulation_elapsed_time": self._now_s() - self._started_s,
            "mean_step_time": _mean(self._steps),
            "max_step_time": max(self._steps, default=0.0),
            "max_planner_step_time": max(self._planner_steps, default=0.0),
            "mean_planner_step_time": _mean(self._planner_steps),
            "mean_input_time": _mean(self._inputs),
            "mean_propagate_time": _mean(self._propagations),
        }
        if self._write is not None:
            self._write(self.timings)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
