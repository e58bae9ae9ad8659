"""Closed loops: planner steps a second and core, at 10 Hz, with the hash chain, unrecorded.

A planner that returns at once, 50 recorded actors around its car: what is left is the simulation
around the planner, the car's controller, the other actors and contacts. The time is the
processor's, without the planner's own.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import numpy as np

from benchmarks import Result
from project_ghost.closed_loop.controller import ScenarioEgoController
from project_ghost.closed_loop.observation import ScenarioObservation
from project_ghost.closed_loop.planner import PlannerInput
from project_ghost.closed_loop.scenario import AssembledScenario
from project_ghost.closed_loop.simulation import (
    Simulation,
    SimulationSetup,
    StepSimulationTimeController,
)
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.engine import Execution
from project_ghost.models.plans import (
    EGO_VX,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    PLAN_TIME,
    PLAN_VX,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)
from project_ghost.scenario import ScenarioFile, parse_scenario
from project_ghost.scenario.commonroad import commonroad_scenarios
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.maps import builtin_maps, read_map
from project_ghost.world.objects import ObjectKind, RecordedTrack

AGENTS = 50
STEPS = 100
REPEATS = 12
PLAN_STATES = 81
PERIOD_NS = 100_000_000
COMMONROAD = Path(__file__).parents[2] / "shared" / "data" / "commonroad"

# The least number of steps a second, by what is measured.
BARS = {"perfect": 15_000.0, "lqr": 8_000.0, "idm": 3_500.0, "commonroad": 4_000.0}

_SCENARIO = """
version: 1
name: closed-loop
step: {step}
duration: 12s
map: motorway
actors:
  ego:
    kind: car
    start: {{lane: {lane}, at_m: 20, speed_mps: 15}}
    speed_mps: 15
    driver: {{kind: planner, planner: simple, controller: {controller}}}
populations:
  traffic: {{kind: tracks, file: tracks.csv, reacting: {reacting}, radius_m: 0}}
on_collision: ignore
contacts_every: {contacts}
recording: {{pose: 100ms}}
"""


@cache
def _tracks() -> tuple[str, str]:
    """A lane of the motorway, and the text of 50 tracks on the lanes beside each other."""
    road_map = read_map(builtin_maps()["motorway"])
    first = max((lane for lane in road_map.lanes if lane.is_drivable), key=lambda e: e.length_m)
    beside = [lane for lane in road_map.lanes if lane.road == first.road and lane.is_drivable]
    same = [lane for lane in beside if abs(lane.heading_at(0.0) - first.heading_at(0.0)) < 0.5]
    stamps = np.arange(120, dtype=np.int64) * PERIOD_NS
    tracks = []
    for number in range(AGENTS):
        lane = same[number % len(same)]
        states = []
        for second in stamps / 1e9:
            # Far behind each other, and back to the beginning: a road without an end.
            station = (60.0 + 20.0 * (number // len(same)) + 15.0 * second) % lane.length_m
            x, y, _ = lane.point_at(station)
            yaw = lane.heading_at(station)
            states.append([x, y, yaw, 15.0 * np.cos(yaw), 15.0 * np.sin(yaw)])
        state = np.array(states)
        tracks.append(RecordedTrack(str(number), ObjectKind.VEHICLE, 4.5, 1.8, stamps, state))
    return first.id, tracks_text(tracks)


def _file(controller: str, reacting: str, step: str, contacts: str) -> ScenarioFile:
    lane, text = _tracks()
    scenario = _SCENARIO.format(
        lane=lane, controller=controller, reacting=reacting, step=step, contacts=contacts
    )
    with TemporaryDirectory() as folder:
        (Path(folder) / "tracks.csv").write_text(text, encoding="utf-8")
        file = parse_scenario(scenario, folder=Path(folder))
        return ScenarioFile(file.spec, file.document, Path(), {"tracks.csv": text.encode()})


def _straight_on(seen: PlannerInput) -> InterpolatedTrajectory:
    """The plan of a planner that returns at once: straight on from where the car is."""
    state = seen.history.current_state[0]
    ego, ahead_ns = state.array, np.arange(PLAN_STATES) * PERIOD_NS
    along = ahead_ns * (ego[EGO_VX] * 1e-9)
    plan = np.zeros((PLAN_STATES, PLAN_WIDTH))
    plan[:, PLAN_TIME] = state.time_point.time_ns + ahead_ns
    plan[:, PLAN_X] = ego[EGO_X] + np.cos(ego[EGO_YAW]) * along
    plan[:, PLAN_Y] = ego[EGO_Y] + np.sin(ego[EGO_YAW]) * along
    plan[:, PLAN_YAW] = ego[EGO_YAW]
    plan[:, PLAN_VX] = ego[EGO_VX]
    return InterpolatedTrajectory(plan, state.car_footprint.vehicle_parameters)


class Split(NamedTuple):
    """The seconds of a step: what the planner gets, the planner, and what is simulated."""

    input_s: float
    planner_s: float
    propagate_s: float

    @property
    def steps_per_s(self) -> float:
        """Steps a second, if the planner took no time."""
        return 1.0 / (self.input_s + self.propagate_s)


def _simulation(file: ScenarioFile) -> Simulation:
    scenario = AssembledScenario.from_file(file)
    setup = SimulationSetup(
        StepSimulationTimeController(scenario),
        ScenarioObservation(scenario),
        ScenarioEgoController(scenario),
        scenario,
    )
    return Simulation(setup, execution=Execution.COMPILED)


def _steps(simulation: Simulation, most: int) -> tuple[int, Split]:
    """The number of steps of a simulation from its start, and the mean seconds of one."""
    simulation.initialize()
    total, steps = [0.0, 0.0, 0.0], 0
    while simulation.is_simulation_running() and steps < most:
        times = [process_time()]
        seen = simulation.get_planner_input()
        times.append(process_time())
        plan = _straight_on(seen)
        times.append(process_time())
        simulation.propagate(plan)
        times.append(process_time())
        for part in range(3):
            total[part] += times[part + 1] - times[part]
        steps += 1
    return steps, Split(*(each / steps for each in total))


@cache
def _best(controller: str, reacting: str, step: str, contacts: str) -> Split:
    """The first seconds of a run, in which everybody is there: the best of some."""
    simulation = _simulation(_file(controller, reacting, step, contacts))
    splits = [_steps(simulation, STEPS)[1] for _ in range(REPEATS)]
    return max(splits, key=lambda split: split.steps_per_s)


def _result(name: str, bar: str, value: float) -> Result:
    ratios = {f"the bar, {BARS[bar]:,.0f}": value / BARS[bar]}
    return {"name": name, "value": value, "unit": "steps/s", "ratios": ratios}


def perfect() -> Result:
    """Perfect tracking, without contacts."""
    split = _best("perfect", "replay", "100ms", "12s")
    name = f"perfect tracking, {AGENTS} recorded actors, no contacts"
    return _result(name, "perfect", split.steps_per_s)


def lqr() -> Result:
    """The LQR tracker, with contacts at 10 Hz."""
    split = _best("lqr", "replay", "100ms", "100ms")
    name = f"LQR, {AGENTS} recorded actors, contacts at 10 Hz"
    return _result(name, "lqr", split.steps_per_s)


def lqr_input() -> Result:
    """What the planner gets, of such a step."""
    return _part("get_planner_input", _best("lqr", "replay", "100ms", "100ms").input_s)


def lqr_planner() -> Result:
    """The planner that returns at once, of such a step; not in the figures above."""
    return _part("planner", _best("lqr", "replay", "100ms", "100ms").planner_s)


def lqr_propagate() -> Result:
    """What is simulated, of such a step."""
    return _part("propagate", _best("lqr", "replay", "100ms", "100ms").propagate_s)


def _part(name: str, seconds: float) -> Result:
    return {"name": f"of it: {name}", "value": seconds * 1e6, "unit": "us", "ratios": {}}


def lqr_fine() -> Result:
    """The same at an engine step of 10 ms."""
    split = _best("lqr", "replay", "10ms", "100ms")
    name = f"LQR, {AGENTS} recorded actors, contacts at 10 Hz, step 10 ms"
    return _result(name, "lqr", split.steps_per_s)


def idm() -> Result:
    """All recorded vehicles react."""
    split = _best("lqr", "idm", "100ms", "100ms")
    name = f"LQR, {AGENTS} IDM agents, contacts at 10 Hz"
    return _result(name, "idm", split.steps_per_s)


def commonroad() -> Result:
    """All planning problems of the CommonRoad files, one after the other, compiled."""
    if not COMMONROAD.exists():
        name = "CommonRoad files: not run, because ../shared/data is absent"
        return {"name": name, "value": 0.0, "unit": "(data)", "ratios": {}}
    return _result("LQR through all CommonRoad problems", "commonroad", _through(_problems()))


def _problems() -> Iterable[ScenarioFile]:
    for path in sorted(COMMONROAD.rglob("*.xml")):
        yield from commonroad_scenarios(path)


def _through(files: Iterable[ScenarioFile]) -> float:
    """Steps a second over all runs together, each from its first step to its last."""
    steps, seconds = 0, 0.0
    for file in files:
        count, split = _steps(_simulation(file), 100_000)
        steps += count
        seconds += count / split.steps_per_s
    return steps / seconds


BENCHMARKS = [perfect, lqr, lqr_input, lqr_planner, lqr_propagate, lqr_fine, idm, commonroad]
