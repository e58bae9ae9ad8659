"""Planners written for nuPlan drive our scenarios, unchanged and the same way twice."""

from pathlib import Path

import pytest

from project_ghost.closed_loop.controller import ScenarioEgoController
from project_ghost.closed_loop.observation import ScenarioObservation
from project_ghost.closed_loop.planner import load_planner
from project_ghost.closed_loop.scenario import AssembledScenario, planned_file
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.scenario import ScenarioFile, load_scenario
from project_ghost.scenario.commonroad import commonroad_scenarios

pytest.importorskip("shapely")

FOLDER = Path(__file__).parent / "written_for_nuplan"
DATA = Path(__file__).parents[4] / "shared" / "data" / "commonroad"
PLANNERS = (
    "lane_follower.py:LaneFollower",
    "trajectory_sampler.py:TrajectorySampler",
    "path_follower.py:PathFollower",
)


def _driven(file: ScenarioFile, name: str, steps: int) -> Simulation:
    scenario = AssembledScenario.from_file(file)
    setup = SimulationSetup(
        StepSimulationTimeController(scenario),
        ScenarioObservation(scenario),
        ScenarioEgoController(scenario),
        scenario,
    )
    simulation = Simulation(setup, execution="interpreted")
    planner = load_planner(name, [FOLDER])
    planner.initialize(simulation.initialize())
    while simulation.is_simulation_running() and steps > 0:
        simulation.propagate(planner.compute_trajectory(simulation.get_planner_input()))
        steps -= 1
    return simulation


def _way_m(simulation: Simulation) -> float:
    states = simulation.history.extract_ego_state
    return states[0].center.distance_to(states[-1].center)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANNERS)
class TestDriving:
    def test_on_a_built_in_scene(self, name: str) -> None:
        file = planned_file(load_scenario("urban-crossing", ["duration=3s"]), {"planner": "simple"})
        first, second = (_driven(file, name, 12) for _ in range(2))
        assert _way_m(first) > 0.1  # it starts from rest
        states = [simulation.history.extract_ego_state[-1] for simulation in (first, second)]
        assert states[0].array.tobytes() == states[1].array.tobytes()

    @pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data/commonroad")
    @pytest.mark.parametrize("scene", ["USA_Lanker-1_9_T-1", "USA_US101-29_2_T-1"])
    def test_on_recorded_scenes(self, name: str, scene: str) -> None:
        """The second has a goal that is a time only: its route is what lies ahead."""
        (file,) = commonroad_scenarios(DATA / f"{scene}.xml")
        assert len(AssembledScenario.from_file(file).get_route_roadblock_ids()) > 0
        assert _way_m(_driven(file, name, 15)) > 3.0
