"""Run a whole simulation with its planner."""

import time
import traceback
from abc import ABC, abstractmethod
from typing import final

from project_ghost.closed_loop.callback import AbstractCallback, MetricCallback, MultiCallback
from project_ghost.closed_loop.errors import ENDING, escape_refused
from project_ghost.closed_loop.metrics import RunScore
from project_ghost.closed_loop.planner import AbstractPlanner, name_of
from project_ghost.closed_loop.scenario import AbstractScenario
from project_ghost.closed_loop.simulation import Simulation

from ._report import RunnerReport

__all__ = ["AbstractRunner", "SimulationRunner", "run_simulation"]


class AbstractRunner(ABC):
    """Something to run with a scenario and a planner."""

    @abstractmethod
    def run(self) -> RunnerReport:
        """Run it; errors are in the report."""

    @property
    @abstractmethod
    def scenario(self) -> AbstractScenario:
        """The scenario."""

    @property
    @abstractmethod
    def planner(self) -> AbstractPlanner:
        """The planner."""


@final
class SimulationRunner(AbstractRunner):
    """Runs a simulation with a planner, and calls the simulation's callback on the way.

    A run that fails still calls `on_simulation_end`, with the samples that there are, and its
    report has the error: no run drops out of a set. `error` is that error itself.
    """

    def __init__(self, simulation: Simulation, planner: AbstractPlanner) -> None:
        self._simulation = simulation
        self._planner = planner
        self.error: Exception | None = None

    @property
    def simulation(self) -> Simulation:
        """The simulation."""
        return self._simulation

    @property
    def scenario(self) -> AbstractScenario:
        """The scenario."""
        return self._simulation.scenario

    @property
    def planner(self) -> AbstractPlanner:
        """The planner."""
        return self._planner

    def run(self) -> RunnerReport:
        """Run the simulation from start to end."""
        simulation, scenario = self._simulation, self.scenario
        started_s = _now_s()
        self.error = None
        message: str | None = None
        try:
            self._run()
        except ENDING:
            raise
        except Exception as error:
            self.error = error
            message = self._message(error)
        except BaseException as error:
            self.error = escape_refused(error, name_of(self._planner))
            self.error.__cause__ = error
            message = self._message(self.error)
        try:
            if self.error is not None:
                simulation.callback.on_failure(self.error)
            simulation.callback.on_simulation_end(
                simulation.setup, self._planner, simulation.history
            )
        except Exception as error:
            self.error = self.error or error
            text = self._message(error)
            message = text if message is None else f"{message}\nalso, at the end:\n{text}"
        report = None
        try:
            report = self._planner.generate_planner_report()
        except Exception as error:
            self.error = self.error or error
            text = self._message(error)
            message = text if message is None else f"{message}\nalso, in its report:\n{text}"
        return RunnerReport(
            succeeded=self.error is None,
            error_message=message,
            start_time=started_s,
            end_time=_now_s(),
            planner_report=report,
            scenario_name=scenario.scenario_name,
            planner_name=name_of(self._planner),
            log_name=scenario.log_name,
            scenario_type=scenario.scenario_type,
            metrics=_metrics_of(simulation.callback),
        )

    def _run(self) -> None:
        simulation, planner = self._simulation, self._planner
        setup, callback = simulation.setup, simulation.callback
        name = planner.name()
        callback.on_simulation_start(setup)
        callback.on_initialization_start(setup, planner)
        simulation.validate_planner(planner)
        planner.initialize(simulation.initialize())
        callback.on_initialization_end(setup, planner)
        while simulation.is_simulation_running():
            callback.on_step_start(setup, planner)
            seen = simulation.get_planner_input()
            callback.on_planner_start(setup, planner)
            trajectory = planner.compute_trajectory(seen)
            callback.on_planner_end(setup, planner, trajectory)
            simulation.propagate(trajectory, name)
            callback.on_step_end(setup, planner, simulation.history.last())

    def _message(self, error: Exception) -> str:
        """The traceback, and where in the simulation it was."""
        iteration = self._simulation.setup.time_controller.get_iteration()
        trace = "".join(traceback.format_exception(error))
        return (
            f"{trace}scenario {self.scenario.scenario_name}, planner {name_of(self._planner)}, "
            f"iteration {iteration.index} at {iteration.time_s:.3f} s"
        )


def _metrics_of(callback: AbstractCallback) -> RunScore | None:
    """What a metric callback has found, if there is one."""
    if isinstance(callback, MultiCallback):
        found = (_metrics_of(each) for each in callback.callbacks)
        return next((each for each in found if each is not None), None)
    return callback.score if isinstance(callback, MetricCallback) else None


def run_simulation(runner: AbstractRunner, exit_on_failure: bool = False) -> RunnerReport:  # noqa: FBT001, FBT002 - nuPlan's signature
    """Run one runner; with `exit_on_failure` the error of a failed run is raised."""
    report = runner.run()
    if not report.succeeded and exit_on_failure:
        error = getattr(runner, "error", None)
        raise RuntimeError(report.error_message) from error
    return report


def _now_s() -> float:
    # ghost: allow[wall-clock] for a report about the run, not for the run
    return time.perf_counter()
