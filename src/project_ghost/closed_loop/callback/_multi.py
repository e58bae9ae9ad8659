"""Several callbacks as one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.history import SimulationHistory, SimulationHistorySample
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.trajectory import AbstractTrajectory
from project_ghost.engine import Engine
from project_ghost.scenario.assembly import Assembly

from ._abstract import AbstractCallback

if TYPE_CHECKING:
    from project_ghost.closed_loop.simulation import SimulationSetup

__all__ = ["MultiCallback"]


@final
class MultiCallback(AbstractCallback):
    """Calls callbacks in their order. One that raises ends the step; at the end all are called."""

    def __init__(self, callbacks: Sequence[AbstractCallback]) -> None:
        self._callbacks = tuple(callbacks)

    @property
    def callbacks(self) -> tuple[AbstractCallback, ...]:
        """The callbacks."""
        return self._callbacks

    def listen(self, engine: Engine, assembly: Assembly) -> None:
        """Let all listen to the engine."""
        for callback in self._callbacks:
            callback.listen(engine, assembly)

    def on_failure(self, error: Exception) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_failure(error)

    def on_simulation_start(self, setup: "SimulationSetup") -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_simulation_start(setup)

    def on_initialization_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_initialization_start(setup, planner)

    def on_initialization_end(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_initialization_end(setup, planner)

    def on_step_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_step_start(setup, planner)

    def on_planner_start(self, setup: "SimulationSetup", planner: AbstractPlanner) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_planner_start(setup, planner)

    def on_planner_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, trajectory: AbstractTrajectory
    ) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_planner_end(setup, planner, trajectory)

    def on_step_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, sample: SimulationHistorySample
    ) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_step_end(setup, planner, sample)

    def on_simulation_end(
        self, setup: "SimulationSetup", planner: AbstractPlanner, history: SimulationHistory
    ) -> None:
        """Call all of them, also after one has raised; raise the first error, the others noted."""
        first: Exception | None = None
        for callback in self._callbacks:
            try:
                callback.on_simulation_end(setup, planner, history)
            except Exception as error:
                if first is None:
                    first = error
                else:
                    first.add_note(f"also {type(callback).__name__}: {error!r}")
        if first is not None:
            raise first
