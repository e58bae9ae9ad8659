"""Planners that change what they are given: metrics, history and the run do not notice."""

import numpy as np
import pytest

from project_ghost.closed_loop.callback import MetricCallback
from project_ghost.closed_loop.controller import TwoStageController
from project_ghost.closed_loop.observation import DetectionsTracks, ScenarioObservation
from project_ghost.closed_loop.planner import AbstractPlanner, SimplePlanner, load_planner
from project_ghost.closed_loop.runner import SimulationRunner
from project_ghost.closed_loop.scenario import AssembledScenario, planned_file
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.closed_loop.states import TrackedObjects
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory, plan_table
from project_ghost.core.errors import GhostError, InputError
from project_ghost.runs import checkpoint, prepare, recorded_run
from project_ghost.scenario import load_scenario


class Wrapping(AbstractPlanner):
    """Plans as the simple planner does."""

    def __init__(self):
        self.simple = SimplePlanner()

    def name(self):
        return type(self).__name__

    def initialize(self, initialization):
        self.simple.initialize(initialization)

    def observation_type(self):
        return DetectionsTracks

    def compute_planner_trajectory(self, current_input):
        return self.simple.compute_planner_trajectory(current_input)


class Changing(Wrapping):
    """Changes all that it is given, after it has planned with it."""

    def compute_planner_trajectory(self, current_input):
        plan = super().compute_planner_trajectory(current_input)
        for change in CHANGES:
            try:
                change(current_input)
            except (ValueError, AttributeError, TypeError):
                continue
        return plan


def _write(array):
    array.flags.writeable = True
    array[:] = 7.0


def _assign_rows(given):
    given.history.current_state[0].array = np.full(11, 7.0)


CHANGES = (
    lambda given: _write(given.history.current_state[0].array),
    lambda given: _write(given.history.current_state[1].tracked_objects.array),
    _assign_rows,
    lambda given: given.history.current_state[1].tracked_objects.tracked_objects.clear(),
    lambda given: setattr(given.history.current_state[1], "tracked_objects", TrackedObjects()),
    lambda given: given.history.append(*given.history.current_state),
    lambda given: given.history.ego_states.clear(),
    lambda given: given.traffic_light_data.clear(),
)


class Reusing(Wrapping):
    """Writes every plan into the same array."""

    def compute_planner_trajectory(self, current_input):
        planned = super().compute_planner_trajectory(current_input).array
        if not hasattr(self, "own"):
            self.own = np.zeros(planned.shape)
        self.own[:] = planned
        ego, _ = current_input.history.current_state
        return InterpolatedTrajectory(self.own, ego.car_footprint.vehicle_parameters)


def driven(planner):
    file = planned_file(load_scenario("urban-crossing", ["duration=1s"]), {"planner": "simple"})
    scenario = AssembledScenario.from_file(file)
    setup = SimulationSetup(
        time_controller=StepSimulationTimeController(scenario),
        observations=ScenarioObservation(scenario),
        ego_controller=TwoStageController(scenario),
        scenario=scenario,
    )
    metrics = MetricCallback()
    simulation = Simulation(setup, metrics)
    report = SimulationRunner(simulation, planner).run()
    return simulation, report


@pytest.mark.parametrize("planner", [Changing, Reusing])
def test_what_a_planner_changes_is_its_own(planner):
    honest, expected = driven(SimplePlanner())
    changed, report = driven(planner())
    assert report.succeeded, report.error_message
    assert changed.digest == honest.digest
    found, wanted = (
        {name: (each.score, each.statistics) for name, each in one.metrics.results.items()}
        for one in (report, expected)
    )
    assert found == wanted
    for ours, theirs in zip(changed.history, honest.history, strict=True):
        assert ours.bodies.tobytes() == theirs.bodies.tobytes()
        assert ours.ego.tobytes() == theirs.ego.tobytes()
        assert list(ours.traffic_light_status) == list(theirs.traffic_light_status)
        plans = [plan_table(each.trajectory)[0].tobytes() for each in (ours, theirs)]
        assert plans[0] == plans[1]


def test_a_report_that_fails_fails_its_run_and_does_not_escape():
    class Reporting(Wrapping):
        def generate_planner_report(self, *_):
            raise ValueError("no report")

    _, report = driven(Reporting())
    assert not report.succeeded
    assert "no report" in report.error_message


STORING = """\
from project_ghost.closed_loop.planner import SimplePlanner


class Raising(SimplePlanner):
    def save(self):
        raise ValueError("no")


class Text(SimplePlanner):
    def save(self):
        return "text"


class Unlevelled(SimplePlanner):
    level = "excellent"


class Blind(SimplePlanner):
    def observation_type(self):
        return None
"""


def _hostile(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "storing_wrongly.py").write_text(STORING)
    keys = {"planner": f"storing_wrongly.py:{name}"}
    return planned_file(load_scenario("t-junction-4", ["duration=200ms"]), keys)


@pytest.mark.parametrize(
    ("name", "what"), [("Raising", "failed: ValueError: no"), ("Text", "'text'")]
)
def test_a_planner_that_cannot_be_stored_is_refused(tmp_path, monkeypatch, name, what):
    recorded_run(prepare(_hostile(tmp_path, monkeypatch, name)), tmp_path)
    with pytest.raises(GhostError, match=f"`save` of the planner .*{what}"):
        checkpoint(tmp_path, 100_000_000, tmp_path / "half.ghost", trust=True)
    assert not (tmp_path / "half.ghost").exists()


def test_a_wrong_level_and_a_wrong_observation_type_are_refused(tmp_path, monkeypatch):
    with pytest.raises(InputError, match=r"the level of the planner .* is 'excellent'"):
        prepare(_hostile(tmp_path, monkeypatch, "Unlevelled"))
    with pytest.raises(GhostError, match="did not receive the right observations"):
        prepare(_hostile(tmp_path, monkeypatch, "Blind")).run()
    with pytest.raises(InputError, match="is 'excellent'"):
        load_planner("storing_wrongly.py:Unlevelled", [tmp_path])
