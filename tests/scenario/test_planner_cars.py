"""Goal: a planner drives a car of a scenario, among recorded actors, through the engine's port.

Method: a small scenario whose planner is a function of the test.
"""

from pathlib import Path

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Execution
from project_ghost.engine.run.hosts._ports import OpenPort
from project_ghost.models.plans import PLAN_ROWS, PLAN_TIME, PLAN_VX, PLAN_WIDTH, PLAN_X, PLAN_Y
from project_ghost.scenario import canonical_json, parse_canonical, parse_scenario
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.bodies import ALIVE, X
from project_ghost.world.objects import ObjectKind, RecordedTrack

SCENARIO = """
version: 1
name: planned
step: 20ms
duration: 1s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 5}
    speed_mps: 5
    driver: {kind: planner, planner: simple, options: {horizon_s: 4}, controller: perfect}
populations:
  traffic: {kind: tracks, file: tracks.csv}
recording: {pose: 100ms}
"""


def recorded(name: str, kind: ObjectKind, y_m: float, first_s: float, count: int) -> RecordedTrack:
    """A track along x at 10 m/s, a sample each 100 ms."""
    stamps = np.arange(count, dtype=np.int64) * 100_000_000 + round(first_s * 1e9)
    x = np.arange(count, dtype=float)
    states = np.stack([x, np.full(count, y_m), 0 * x, 0 * x + 10.0, 0 * x], axis=1)
    return RecordedTrack(name, kind, 4.5, 1.8, stamps, states)


TRACKS = (
    recorded("7", ObjectKind.VEHICLE, 5.0, 0.0, 20),
    recorded("late", ObjectKind.BICYCLE, 10.0, 0.5, 3),
    recorded("p", ObjectKind.PEDESTRIAN, 15.0, 0.0, 6),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tracks.csv").write_text(tracks_text(TRACKS), encoding="utf-8")
    return tmp_path


def straight(port: OpenPort) -> dict[str, object]:
    """A plan straight on at the present speed."""
    ego = port.inputs["ego"]
    assert isinstance(ego, np.ndarray)
    plan, count = np.zeros((PLAN_ROWS, PLAN_WIDTH)), 21
    steps = np.arange(count)
    plan[:count, PLAN_TIME] = port.time_ns + steps * 100_000_000
    plan[:count, PLAN_X] = ego[0] + 0.1 * ego[3] * steps
    plan[:count, PLAN_Y] = ego[1]
    plan[:count, PLAN_VX] = ego[3]
    return {"plan": plan, "count": count}


def run(assembly: Assembly, execution: Execution = Execution.INTERPRETED) -> Engine:
    engine = Engine(assembly.graph, execution=execution)
    engine.attach("ego/planner", straight)
    engine.run(assembly.spec.duration)
    return engine


def test_a_planner_drives_a_car_among_recorded_actors(folder) -> None:
    assembly = assemble(parse_scenario(SCENARIO, folder=folder))
    engine = run(assembly)
    bodies = engine.array("Scene.bodies")
    assert bodies[:, X] == pytest.approx([5.0, 10.0, 2.0, 5.0])
    assert bodies[:, ALIVE].tolist() == [1.0, 1.0, 0.0, 0.0], "two tracks ended at 0.7 s and 0.5 s"


def test_the_assembly_says_who_is_who(folder) -> None:
    assembly = assemble(parse_scenario(SCENARIO, folder=folder))
    planned = assembly.planners["ego"]
    assert (planned.port, planned.row, planned.period_ns) == ("ego/planner", 0, 100_000_000)
    assert (planned.planner, dict(planned.options)) == ("simple", {"horizon_s": 4})
    assert planned.rear_axle_to_center_m < planned.wheelbase_m
    names = [(each.name, each.kind, each.is_recorded) for each in assembly.objects]
    assert names == [
        ("ego", ObjectKind.EGO, False),
        ("traffic/7", ObjectKind.VEHICLE, True),
        ("traffic/late", ObjectKind.BICYCLE, True),
        ("traffic/p", ObjectKind.PEDESTRIAN, True),
    ]
    assert assembly.table_of("traffic/late").name == "traffic"
    assert assembly.objects[1].length_m == 4.5


def test_the_planner_is_asked_from_time_0_on_at_every_period(folder) -> None:
    assembly = assemble(parse_scenario(SCENARIO, folder=folder))
    engine = Engine(assembly.graph)
    times = []

    def plan(port: OpenPort) -> dict[str, object]:
        times.append(port.time_ns)
        return straight(port)

    engine.attach("ego/planner", plan)
    engine.run(300_000_000)
    assert times == [0, 100_000_000, 200_000_000, 300_000_000]


def test_a_scenario_and_its_canonical_text_run_alike(folder) -> None:
    file = parse_scenario(SCENARIO, folder=folder)
    assembly = assemble(file)
    again = parse_canonical(canonical_json(file.spec), attached=assembly.files)
    assert list(assembly.files) == ["tracks.csv"]
    assert run(assemble(again)).digest == run(assembly).digest


@pytest.mark.parametrize("model", ["kinematic", "single_track"])
def test_the_tracker_drives_the_cars_own_model(folder, model) -> None:
    text = SCENARIO.replace("controller: perfect", "controller: tracker")
    text = text.replace("    speed_mps: 5\n", f"    speed_mps: 5\n    model: {model}\n")
    engine = run(assemble(parse_scenario(text, folder=folder)))
    assert engine.array("Scene.bodies")[0, X] == pytest.approx(5.0, abs=0.01)


def test_lqr_moves_the_car_once_a_plan(folder) -> None:
    text = SCENARIO.replace("controller: perfect", "controller: lqr")
    engine = Engine(assemble(parse_scenario(text, folder=folder)).graph)
    engine.attach("ego/planner", straight)
    engine.run(180_000_000)
    assert engine.array("Scene.bodies")[0, X] == pytest.approx(0.5)
    engine.run(20_000_000)
    assert engine.array("Scene.bodies")[0, X] == pytest.approx(1.0)


def test_a_recorded_drive_is_repeated_whatever_the_plan(folder) -> None:
    expert = "controller: log, expert: {file: tracks.csv, track: '7'}"
    text = SCENARIO.replace("controller: perfect", expert)
    assembly = assemble(parse_scenario(text, folder=folder))
    engine = run(assembly)
    bodies = engine.array("Scene.bodies")
    assert bodies[0, X] == bodies[1, X] == 10.0
    assert engine.array("ego.ego")[3] == 10.0
    assert assembly.planners["ego"].expert is not None


def test_a_planner_may_see_what_a_detector_sees(folder) -> None:
    eyes = "{kind: detector, period: 100ms, range_m: 200, field_of_view_deg: 160, range_noise_m: 0}"
    text = SCENARIO.replace(
        "    speed_mps: 5\n", f"    speed_mps: 5\n    sensors: {{eyes: {eyes}}}\n"
    )
    text = text.replace("controller: perfect", "controller: perfect, observation: eyes")
    engine = Engine(assemble(parse_scenario(text, folder=folder)).graph)
    seen = []

    def plan(port: OpenPort) -> dict[str, object]:
        seen.append(np.array(port.inputs["bodies"]))
        return straight(port)

    engine.attach("ego/planner", plan)
    engine.run("400ms")
    truth, last = engine.array("Scene.bodies"), seen[-1]
    assert last[0].tolist() == truth[0].tolist(), "it knows itself"
    assert last[:, ALIVE].tolist() == [1.0, 1.0, 0.0, 0.0], "one is beyond the field of view"
    assert last[1, X] == pytest.approx(truth[1, X], abs=0.5)
    assert last[1, X] != truth[1, X]


@pytest.mark.slow
def test_interpreted_and_compiled_runs_have_one_digest(folder) -> None:
    assembly = assemble(parse_scenario(SCENARIO, folder=folder))
    assert run(assembly, Execution.COMPILED).digest == run(assembly).digest


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 5}\n", "", "its start no heading"),
        ("yaw_deg: 0, ", "", "its start no heading"),
        ("kind: planner,", "kind: planner, period: 30ms,", "not a whole number of steps"),
        ("{horizon_s: 4}", "{horizon_s: null}", "the option horizon_s is None"),
        ("file: tracks.csv", "file: track.csv", "no file of tracks 'track.csv'.*tracks.csv"),
        ("planner: simple, ", "", "the key 'planner' is missing"),
        ("controller: perfect", "observation: eyes", "no detector 'eyes'"),
        ("controller: perfect", "controller: log", "repeat a recorded drive"),
        ("controller: perfect", "tracker_period: 30ms", "not a whole number of steps"),
        ("    speed_mps: 5\n", "    speed_mps: 5\n    model: single_track\n", "no use for a model"),
        (
            "    speed_mps: 5\n",
            "    speed_mps: 5\n    size: {wheelbase_m: 9}\n",
            "the wheelbase is 9 m",
        ),
        (
            "populations:",
            "faults: [{kind: kill, actor: ego, at: 100ms}]\npopulations:",
            "cannot disappear",
        ),
        (
            "populations:",
            "faults: [{kind: stuck_actuator, actor: ego, actuator: steering, at: 100ms}]\n"
            "populations:",
            "no actuator 'steering'",
        ),
        (
            "controller: perfect",
            "controller: log, expert: {file: tracks.csv, track: '8'}",
            "has no track '8'",
        ),
    ],
)
def test_mistakes_are_refused(folder, old, new, problem) -> None:
    assert old in SCENARIO
    with pytest.raises(InputError, match=problem):
        assemble(parse_scenario(SCENARIO.replace(old, new), folder=folder))


def test_a_population_of_planners_is_refused(folder) -> None:
    text = SCENARIO.replace(
        "  traffic: {kind: tracks, file: tracks.csv}",
        "  cars: {kind: car, count: 2, speed_mps: 5, driver: {kind: planner, planner: simple}, "
        "routes: [{waypoints: [[0, 9], [90, 9]]}]}",
    )
    with pytest.raises(InputError, match="the driver planner drives one car"):
        parse_scenario(text, folder=folder)
