"""Evaluate the metrics of a simulation at its end."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.history import SimulationHistory
from project_ghost.closed_loop.metrics import CLOSED_LOOP, Challenge, Metric, RunScore, evaluate
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.simulation._run_arrays import run_arrays
from project_ghost.closed_loop.simulation._seat import PlannerSeat
from project_ghost.engine import Engine
from project_ghost.scenario.assembly import Assembly

from ._abstract import AbstractCallback

if TYPE_CHECKING:
    from project_ghost.closed_loop.simulation import SimulationSetup

__all__ = ["MetricCallback"]


@final
class MetricCallback(AbstractCallback):
    """Evaluates metrics at the end of a simulation: `score` has the result.

    `metrics` are functions of the user's own beside the built-in ones.
    """

    def __init__(self, metrics: Iterable[Metric] = (), challenge: Challenge = CLOSED_LOOP) -> None:
        self._metrics = tuple(metrics)
        self._challenge = challenge
        self._assembly: Assembly | None = None
        self.score: RunScore | None = None

    def listen(self, engine: Engine, assembly: Assembly) -> None:  # noqa: ARG002
        """Take note of the assembled scenario."""
        self._assembly = assembly

    def on_simulation_start(self, setup: "SimulationSetup") -> None:  # noqa: ARG002
        """Forget the result of an earlier simulation."""
        self.score = None

    def on_simulation_end(
        self,
        setup: "SimulationSetup",
        planner: AbstractPlanner,  # noqa: ARG002
        history: SimulationHistory,
    ) -> None:
        """Evaluate the samples that there are."""
        if self._assembly is None or not len(history):
            return  # it failed before its first step, and scores 0
        seat = PlannerSeat(self._assembly, next(iter(self._assembly.planners.values())))
        arrays = run_arrays(history.data, setup.scenario, seat)
        self.score = evaluate(arrays, self._metrics, challenge=self._challenge)
