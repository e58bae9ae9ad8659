"""The history of a recorded simulation is the one that the simulation had, bit for bit."""

from typing import Any

import pytest

from project_ghost.closed_loop.controller import ScenarioEgoController
from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.closed_loop.observation import ScenarioObservation
from project_ghost.closed_loop.planner import SimplePlanner
from project_ghost.closed_loop.runner import SimulationRunner
from project_ghost.closed_loop.scenario import AssembledScenario, planned_file
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.closed_loop.trajectory import plan_table
from project_ghost.core.errors import InputError
from project_ghost.runs import RecordingCallback, prepare, recorded_history, recorded_run
from project_ghost.scenario import load_scenario, with_settings


def recorded(folder, name, *settings, every=1):
    """A recorded run, and its simulation."""
    file = planned_file(load_scenario(name, ["duration=1s"]), {"planner": "simple"})
    file = with_settings(file, settings) if settings else file
    scenario = AssembledScenario.from_file(file)
    setup = SimulationSetup(
        time_controller=StepSimulationTimeController(scenario),
        observations=ScenarioObservation(scenario),
        ego_controller=ScenarioEgoController(scenario),
        scenario=scenario,
    )
    simulation = Simulation(setup, RecordingCallback(folder), history_every=every)
    assert SimulationRunner(simulation, SimplePlanner()).run().succeeded
    return simulation


DETECTOR = (
    "actors.car1.sensors={eyes: {kind: detector}}",
    "actors.car1.driver.observation=eyes",
)


@pytest.mark.parametrize(
    ("name", "settings"),
    [("t-junction-4", ()), ("urban-crossing", ()), ("t-junction-4", DETECTOR)],
    ids=["plain", "lights", "detector"],
)
def test_it_has_the_bits_of_the_simulation(tmp_path, name, settings):
    simulation = recorded(tmp_path / "run", name, *settings)
    history = recorded_history(tmp_path / "run")
    assert len(history) == len(simulation.history) == 11
    assert history.interval_seconds == simulation.history.interval_seconds
    assert history.mission_goal == simulation.history.mission_goal
    ours: Any
    theirs: Any
    for ours, theirs in zip(history, simulation.history, strict=True):
        assert ours.iteration == theirs.iteration
        assert ours.ego_state.array.tobytes() == theirs.ego_state.array.tobytes()
        one, other = (each.observation.tracked_objects for each in (ours, theirs))
        assert one.array.tobytes() == other.array.tobytes()
        assert [each.track_token for each in one] == [each.track_token for each in other]
        assert ours.traffic_light_status == theirs.traffic_light_status
        plans = [plan_table(each.trajectory) for each in (ours, theirs)]
        assert plans[0][1] == plans[1][1]
        assert plans[0][0].tobytes() == plans[1][0].tobytes()
        assert ours.bodies.tobytes() == theirs.bodies.tobytes()
        assert ours.ego.tobytes() == theirs.ego.tobytes()


def test_samples_are_read_by_index_and_never_changed(tmp_path):
    recorded(tmp_path / "run", "t-junction-4", every=0)
    history = recorded_history(tmp_path / "run")
    assert history.last().iteration.index == 10
    assert history.data[3].iteration.index == 3
    assert [each.iteration.index for each in history.samples[-2:]] == [9, 10]
    with pytest.raises(IndexError):
        history.data[11]
    with pytest.raises(ClosedLoopError, match="those of a recording"):
        history.add_sample(history.last())


def test_a_run_without_a_planner_has_no_history(tmp_path):
    recorded_run(prepare(load_scenario("t-junction-4", ["duration=100ms"])), tmp_path)
    with pytest.raises(InputError, match="no car of the scenario has a planner"):
        recorded_history(tmp_path)
