"""Goal: viewers show the poses of a run, its living actors, and its map."""

import pytest

from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import parse_scenario
from project_ghost.telemetry import Recording
from tests.telemetry.test_foxglove import read

SCENARIO = """
version: 1
name: seen
step: 10ms
duration: 1s
actors:
  car1: {kind: car, speed_mps: 5, colour: '#ff0000', route: {waypoints: [[0, 0], [40, 0]]}}
  walker: {kind: pedestrian, speed_mps: 1, colour: green, route: {waypoints: [[0, 9], [9, 9]]}}
  quad: {kind: quadrotor, hover_m: [0, -9, 5]}
scenery: {wall: {box: {x_m: 60, y_m: 0, length_m: 1, width_m: 9}}}
faults: [{kind: kill, actor: walker, at: 500ms}]
"""


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seen")
    recorded_run(prepare(parse_scenario(SCENARIO), execution="interpreted"), folder)
    with Recording(folder / "run.mcap") as result:
        yield result


def messages(recording, name):
    channel = recording[name]
    return [
        (stored.log_time, read(channel.schema, channel.schema_name, stored.data))
        for stored in channel.stored()
    ]


def test_the_poses_are_those_of_the_run(recording) -> None:
    true: dict[int, list[tuple[float, float]]] = {}
    for message in recording["/groundtruth/pose"]:
        place = message.payload["x_m"], message.payload["y_m"]
        true.setdefault(message.stamp_sim_ns, []).append(place)
    result = messages(recording, "/foxglove/poses")
    assert [stamp for stamp, _ in result] == list(true)
    for stamp, message in result:
        places = [pose["position"] for pose in message["poses"]]
        assert [(p.get("x", 0.0), p.get("y", 0.0)) for p in places] == true[stamp]


def test_despawned_actors_are_deleted_and_a_scene_holds_all_present_ones(recording) -> None:
    scenes = messages(recording, "/foxglove/scene")
    assert [stamp for stamp, _ in scenes] == [0, 600_000_000]
    first, second = (message for _, message in scenes)
    assert [each["id"] for each in first["entities"]] == ["car1", "walker", "quad"]
    assert [each["id"] for each in second["entities"]] == ["car1", "quad"]
    assert [each["id"] for each in second["deletions"]] == ["walker"]
    car, walker, quad = first["entities"]
    assert [car["cubes"][0]["color"].get(key, 0.0) for key in "rgba"] == [1.0, 0.0, 0.0, 1.0]
    assert car["cubes"][0]["size"]["x"] > 3.0
    assert walker["cubes"][0]["size"]["z"] == 1.75
    assert quad["cubes"][0]["pose"]["position"].get("z", 0.0) == 0.0
    last = messages(recording, "/foxglove/transforms")[-1][1]["transforms"]
    assert [each["child_frame_id"] for each in last] == ["car1", "quad"]


def test_the_map_is_there_once(recording) -> None:
    ((stamp, message),) = messages(recording, "/foxglove/map")
    assert stamp == 0
    assert [each["id"] for each in message["entities"]] == ["scenery wall"]


def test_views_can_be_left_out_and_change_nothing(recording, tmp_path) -> None:
    scenario = SCENARIO + "recording: {viewer: false}\n"
    recorded_run(prepare(parse_scenario(scenario), execution="interpreted"), tmp_path)
    with Recording(tmp_path / "run.mcap") as plain:
        seen = recording.digests()
        kept = {k: v for k, v in seen.channels.items() if not k.startswith("/foxglove/")}
        assert plain.digests().channels == kept
        assert plain.digests().order == seen.order


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["actors.quad.estimators={}"]])
def test_a_flying_actor_tilts(tmp_path, more) -> None:
    """Method: it flies off sideways, so that it must roll or pitch; with and without estimators."""
    settings = ["duration=300ms", "recording.pose=100ms", *more]
    recorded_run(prepare("quadrotor-figure-eight", settings, execution="interpreted"), tmp_path)
    with Recording(tmp_path / "run.mcap") as recording:
        true = [
            [float(x) for x in message.payload["nav"]["pose"]["orientation_q"]["__array"]]
            for message in recording["/truth/quad/state"]
        ]
        shown = [
            [message["poses"][0]["orientation"].get(axis, 0.0) for axis in "wxyz"]
            for _, message in messages(recording, "/foxglove/poses")
        ]
    assert shown == true
    assert max(abs(x) + abs(y) for _, x, y, _ in shown) > 1e-3
