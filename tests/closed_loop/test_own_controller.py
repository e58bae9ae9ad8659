"""Controllers of one's own: classes in Python that drive plans."""

import sys

import pytest

from project_ghost.closed_loop.controller import OwnController, ScenarioEgoController
from project_ghost.closed_loop.observation import ScenarioObservation
from project_ghost.closed_loop.planner import SimplePlanner
from project_ghost.closed_loop.runner import SimulationRunner
from project_ghost.closed_loop.scenario import AssembledScenario
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.core.errors import GhostError
from project_ghost.runs import checkpoint, prepare, read_checkpoint, recorded_run
from project_ghost.scenario import load_scenario

TEXT = """\
version: 1
name: own-controller
step: 10ms
duration: 1s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 4}
    speed_mps: 4
    route: {waypoints: [[0, 0], [100, 0]]}
    driver: {kind: planner, planner: simple, controller: "own_control.py:CLASS"}
"""

CLASSES = """\
from project_ghost.closed_loop.controller import AbstractStateController
from project_ghost.engine import Parameter
from project_ghost.models.ego_control import AbstractEgoControl
from project_ghost.models.plans import EGO_X, PLAN_X


class Exact(AbstractStateController):
    def next_state(self, ego_state, trajectory, next_time):
        return trajectory.get_state_at_time(next_time)


class Counting(AbstractEgoControl):
    gain = Parameter(1.0)

    def __init__(self, **values):
        super().__init__(**values)
        self.count = 0

    def output(self, ego, plan, count, gain, time_ns):
        self.count += 1
        following = ego.copy()
        following[EGO_X] += 0.01 * gain * self.count
        return following


class Nothing(AbstractStateController):
    def next_state(self, ego_state, trajectory, next_time):
        return None
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "own_control", raising=False)  # of an earlier test
    (tmp_path / "own_control.py").write_text(CLASSES)

    def write(name, *settings):
        path = tmp_path / "own.yaml"
        path.write_text(TEXT.replace("CLASS", name))
        return load_scenario(path, settings)

    return write


def _simulation(file, make=ScenarioEgoController, *arguments):
    scenario = AssembledScenario.from_file(file)
    return Simulation(
        SimulationSetup(
            time_controller=StepSimulationTimeController(scenario),
            observations=ScenarioObservation(scenario),
            ego_controller=make(scenario, *arguments),
            scenario=scenario,
        )
    )


def test_a_controller_that_follows_its_plan_is_where_perfect_tracking_is(written):
    own, perfect = (
        _simulation(written("Exact", *settings))
        for settings in ((), ("actors.ego.driver.controller=perfect",))
    )
    for each in (own, perfect):
        assert SimulationRunner(each, SimplePlanner()).run().succeeded
    ends = [each.history.last().ego_state.rear_axle.x for each in (own, perfect)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    assert ends[0] > 2.0


def test_it_is_named_in_python_with_its_options(written):
    file = written("Exact")
    simulation = _simulation(file, OwnController, "own_control.py:Counting", {"gain": 10.0})
    assert SimulationRunner(simulation, SimplePlanner()).run().succeeded
    moved = simulation.history.last().ego_state.rear_axle.x
    start = simulation.history.data[0].ego_state.rear_axle.x
    assert moved - start == pytest.approx(0.1 * sum(range(1, 11)))


def test_its_run_is_recorded_verified_and_restored(written, tmp_path):
    file = written("Counting")
    run = tmp_path / "run"
    run.mkdir()
    digest = recorded_run(prepare(file), run).digest
    simulation = _simulation(file)
    assert SimulationRunner(simulation, SimplePlanner()).run().succeeded
    assert simulation.digest == digest
    stored = checkpoint(run, 500_000_000, tmp_path / "half.ghost", trust=True)
    restored = prepare(read_checkpoint(stored.path), trust=True)
    assert restored.run().digest == digest
    assert prepare(run, trust=True).run().digest == digest


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("Nothing", (), "next_state returned None"),
        ("Missing", (), "'Missing' in own_control does not exist"),
        ("Exact", ("actors.ego.driver.controller_options={gain: 2}",), "there is no key 'gain'"),
        (
            "Exact",
            ("actors.ego.driver.controller=project_ghost.models.plans:Any",),
            "does not exist",
        ),
        (
            "Exact",
            ("actors.ego.driver.controller=project_ghost.models.tracks:AbstractAgentPoses",),
            "is no controller of a plan",
        ),
        ("Exact", ("actors.ego.driver.controller=lrq",), "controller is 'lrq'"),
        (
            "Exact",
            ("actors.ego.driver={kind: planner, planner: simple, controller_options: {a: 1}}",),
            "lqr has no options here",
        ),
    ],
)
def test_mistakes_are_refused(written, name, settings, message):
    with pytest.raises(GhostError, match=message):
        prepare(written(name, *settings)).run()


def test_the_command_line_takes_a_class(written, tmp_path, monkeypatch, capsys):
    from project_ghost.cli import main

    written("Exact")
    monkeypatch.chdir(tmp_path)
    flags = ["--planner", "simple", "--scenario", "own.yaml", "--no-record", "-o", "out", "--quiet"]
    assert main(["simulate", *flags, "--controller", "own_control.py:Counting"]) == 0
    assert main(["simulate", *flags, "--controller", "own_control.py:Conting", "--force"]) == 2
    assert main(["simulate", *flags, "--controller", "lrq", "--force"]) == 2
    assert "did you mean 'lqr'" in capsys.readouterr().err
