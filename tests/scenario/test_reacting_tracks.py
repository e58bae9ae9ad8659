"""Goal: recorded vehicles that react follow lanes, keep their distance, come late, and vanish.

Method: tracks along a lane of the built-in motorway, towards a planner's car that stands on it.
"""

from pathlib import Path

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Execution
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.bodies import ALIVE, SERIAL, VX, X, Y
from project_ghost.world.maps import builtin_maps, read_map
from project_ghost.world.objects import ObjectKind, RecordedTrack

ROADS = read_map(builtin_maps()["motorway"])
LANE = next(lane for lane in ROADS.lanes if lane.is_drivable and lane.length_m > 400.0)

SCENARIO = f"""
version: 1
name: reacting
step: 100ms
duration: 20s
map: motorway
actors:
  ego:
    kind: car
    start: {{lane: {LANE.id}, at_m: 200}}
    speed_mps: 5
    driver: {{kind: planner, planner: stand, controller: perfect}}
populations:
  traffic: {{kind: tracks, file: tracks.csv, reacting: idm, radius_m: 150}}
on_collision: ignore
recording: {{pose: 100ms}}
"""


def along(
    name: str, from_m: float, first_s: float, kind: ObjectKind = ObjectKind.VEHICLE
) -> RecordedTrack:
    """A track along the lane at 15 m/s for 25 s."""
    stamps = np.arange(250, dtype=np.int64) * 100_000_000
    states = []
    for stamp in stamps.tolist():
        station = min(from_m + 15.0 * stamp / 1e9, LANE.length_m)
        x, y, _ = LANE.point_at(station)
        yaw = LANE.heading_at(station)
        states.append([x, y, yaw, 15 * np.cos(yaw), 15 * np.sin(yaw)])
    recorded = np.array(states)
    if kind is ObjectKind.PEDESTRIAN:
        recorded[:, :2] += 100.0  # away from the road
    return RecordedTrack(name, kind, 4.5, 1.8, stamps + round(first_s * 1e9), recorded)


def parked(name: str, at_m: float) -> RecordedTrack:
    track = along(name, at_m, 0.0)
    states = np.repeat(track.states[:1], len(track.states), axis=0)
    states[:, 3:] = 0.0
    return RecordedTrack(name, track.kind, 4.5, 1.8, track.stamps_ns, states)


TRACKS = (
    along("late", 100.0, 2.0),
    along("person", 20.0, 0.0, ObjectKind.PEDESTRIAN),
    along("first", 100.0, 0.0),
    parked("parked", 50.0),
    along("far", 300.0, 0.0),
)


def assembly(folder: Path, text: str = SCENARIO) -> Assembly:
    (folder / "tracks.csv").write_text(tracks_text(TRACKS), encoding="utf-8")
    return assemble(parse_scenario(text, folder=folder))


def started(scene: Assembly, execution: Execution = Execution.INTERPRETED) -> Engine:
    engine = Engine(scene.graph, execution=execution)
    engine.attach("ego/planner", lambda _: {"plan": np.zeros((128, 9)), "count": 0.0})
    return engine


def rows(scene: Assembly, engine: Engine) -> dict[str, np.ndarray]:
    bodies = engine.array("Scene.bodies")
    return {each.name: bodies[row] for row, each in enumerate(scene.objects)}


def test_who_reacts_has_a_table_of_its_own(tmp_path) -> None:
    scene = assembly(tmp_path)
    assert [table.name for table in scene.tables] == ["ego", "traffic", "traffic_reacting"]
    assert [(each.name, each.is_recorded) for each in scene.objects] == [
        ("ego", False),
        ("traffic/person", True),
        ("traffic/parked", True),
        ("traffic/first", False),
        ("traffic/far", False),
        ("traffic/late", False),
    ]


def test_vehicles_stop_behind_a_standing_car_and_one_that_comes_late_behind_them(tmp_path) -> None:
    scene = assembly(tmp_path)
    engine = started(scene)
    engine.run("1.9s")
    found = rows(scene, engine)
    assert found["traffic/first"][ALIVE] == 1.0
    assert (found["traffic/late"][ALIVE], found["traffic/late"][SERIAL]) == (0.0, -1.0)
    engine.run("18.1s")
    found = rows(scene, engine)
    ego, first, late = (found[name] for name in ("ego", "traffic/first", "traffic/late"))
    assert late[ALIVE] == 1.0
    places = [LANE.nearest(each[X], each[Y]).distance_m for each in (late, first, ego)]
    assert places[0] + 4.5 < places[1] < places[2] - 4.0
    assert abs(first[VX]) < 1.0
    assert engine.value("Contacts.total") == 0.0


def test_a_vehicle_beyond_the_radius_vanishes_for_good(tmp_path) -> None:
    scene = assembly(tmp_path)
    engine = started(scene)
    engine.run("3s")
    assert rows(scene, engine)["traffic/far"][ALIVE] == 1.0
    engine.run("17s")
    assert rows(scene, engine)["traffic/far"][ALIVE] == 0.0
    assert rows(scene, engine)["traffic/person"][ALIVE] == 1.0, "its recording goes on"


POLICIES = """
import numpy as np
from project_ghost.models.tracks import (
    AbstractAgentPolicies, AbstractAgentPolicy, AbstractAgentPoses,
)

class Brakes(AbstractAgentPolicies):
    def act(self, agents, bodies, time_ns):
        command = np.zeros((len(agents), 2))
        command[:, 1] = -3.0 * agents[:, 0]  # of the living
        return command

class BrakesAlone(AbstractAgentPolicy):
    def act_for(self, agent, bodies, time_ns):
        assert agent[0] == 1.0
        return 0.0, -3.0

class Shifts(AbstractAgentPoses):
    def act(self, agents, bodies, time_ns):
        poses = agents[:, [2, 3, 5, 6]].copy()
        poses[:, 0] += 1.0
        poses[:, 3] = 10.0
        return poses
"""


def policy(folder: Path, name: str) -> Assembly:
    module = f"policies_{name.lower()}"
    (folder / f"{module}.py").write_text(POLICIES, encoding="utf-8")
    driver = f"reacting: policy, driver: {{type: '{module}:{name}', period: 200ms}}"
    return assembly(folder, SCENARIO.replace("reacting: idm", driver))


def test_a_policy_for_all_and_one_for_each_drive_alike(tmp_path) -> None:
    engines = []
    for name in ("Brakes", "BrakesAlone"):
        scene = policy(tmp_path, name)
        engines.append(started(scene))
        engines[-1].run("4s")
    bodies = engines[0].array("Scene.bodies")
    assert bodies.tobytes() == engines[1].array("Scene.bodies").tobytes()
    speeds = {name: row[VX] for name, row in rows(scene, engines[0]).items() if row[ALIVE]}
    assert abs(speeds["traffic/first"]) < 5.0 < abs(speeds["traffic/late"])


def test_a_policy_may_give_poses_of_the_next_sample(tmp_path) -> None:
    scene = policy(tmp_path, "Shifts")
    engine = started(scene)
    engine.run("0s")
    before = rows(scene, engine)["traffic/first"][X]
    engine.run("1s")
    after = rows(scene, engine)["traffic/first"]
    assert after[X] == pytest.approx(before + 5.0)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("reacting: idm", "reacting: policy", "the driver is 'idm'"),
        ("reacting: idm", "reacting: idm, driver: {kind: pid}", "the driver is 'pid'"),
    ],
)
def test_a_driver_that_does_not_fit_is_refused(tmp_path, old, new, problem) -> None:
    with pytest.raises(InputError, match=problem):
        assembly(tmp_path, SCENARIO.replace(old, new))


def test_without_a_map_nobody_can_react(tmp_path) -> None:
    text = SCENARIO.replace("map: motorway\n", "")
    text = text.replace(f"{{lane: {LANE.id}, at_m: 200}}", "{x_m: 0, y_m: 0, yaw_deg: 0}")
    with pytest.raises(InputError, match="has no map"):
        assembly(tmp_path, text)


@pytest.mark.slow
def test_interpreted_and_compiled_runs_have_one_digest(tmp_path) -> None:
    scene = assembly(tmp_path)
    digests = []
    for execution in (Execution.INTERPRETED, Execution.COMPILED):
        engine = started(scene, execution)
        engine.run("5s")
        digests.append(engine.digest)
    assert digests[0] == digests[1]
