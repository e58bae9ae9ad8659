"""Goal: an actor starts on a lane by its name, and no IDM driver passes a red light unseen.

Method: a map with a light and no stop line, written here; a built-in map; an OpenDRIVE file of
which a light has no line. The light is red for ever, and the car must stand before it.
"""

from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.runs import prepare
from project_ghost.scenario.drivers._stops import stops_on
from project_ghost.scenario.paths import LanePart
from project_ghost.scenario.paths import Path as DrivenPath
from project_ghost.world.bodies import VX, VY, YAW, X, Y
from project_ghost.world.maps import RoadMap, builtin_maps, read_map

OPENDRIVE = Path(__file__).parents[3] / "shared" / "data" / "opendrive"

MAP = """
format: ghost-map
version: 1
name: straight
lanes:
  - {id: in, kind: driving, width_m: 3.5, centre: "0 0, 60 0", next: [out]}
  - {id: out, kind: driving, width_m: 3.5, centre: "60 0, 120 0"}
LINES
lights:
  - {id: light, at: "60 5 4", lanes: [in]}
"""
LINE = "stop_lines: [{id: line, lane: in, at_m: 50}]"

SCENARIO = """
version: 1
name: red
step: 20ms
duration: 12s
map: straight.yaml
lights: {light: {phases: [{state: red, duration: 1s}]}}
actors:
  car1:
    kind: car
    speed_mps: 10
    start: START
    route: ROUTE
    driver: {kind: idm}
"""


def bodies_after_run(folder: Path, lines: str, route: str, start: str) -> tuple[float, ...]:
    (folder / "straight.yaml").write_text(MAP.replace("LINES", lines))
    path = folder / "red.yaml"
    path.write_text(SCENARIO.replace("ROUTE", route).replace("START", start))
    prepared = prepare(path, execution="interpreted")
    prepared.run()
    return tuple(prepared.engine.array("Scene.bodies")[0])


@pytest.mark.parametrize(
    ("lines", "front_m"), [("", 60.0), (LINE, 50.0)], ids=["at the lane's end", "at its line"]
)
@pytest.mark.parametrize(
    "route",
    ["{lanes: [in, out]}", "{goal: [110, 0], plan: lanes}", "{waypoints: [[0, 0], [110, 0]]}"],
    ids=["lanes", "plan", "waypoints"],
)
def test_a_driver_stops_at_a_red_light(tmp_path, lines, front_m, route) -> None:
    body = bodies_after_run(tmp_path, lines, route, "{lane: in, at_m: 10, speed_mps: 8}")
    assert body[VX] < 0.5
    assert front_m - 3.0 < body[X] + 0.5 * 4.7 <= front_m


def test_a_light_of_the_other_direction_does_not_concern_a_route(tmp_path) -> None:
    route = "{waypoints: [[110, 0], [0, 0]]}"
    body = bodies_after_run(tmp_path, "", route, "{x_m: 110, y_m: 0, speed_mps: 8}")
    assert body[X] < 40.0


def test_lights_with_lines_of_their_own_have_no_others() -> None:
    road_map = read_map(builtin_maps()["urban_crossing"])
    path = whole_lane(road_map, "south_in_1")
    assert stops_on(road_map, ("south", "east"), path) == [(83.5, 0)]


def whole_lane(road_map: RoadMap, lane_id: str) -> DrivenPath:
    """A path along one lane of the map."""
    lane = road_map.lane(lane_id)
    part = LanePart(lane_id, 0.0, lane.length_m, 0.0)
    return DrivenPath([(x, y, 10.0) for x, y, _ in lane.points], (part,))


def opendrive(name: str) -> Path:
    path = OPENDRIVE / name
    if not path.is_file():
        pytest.skip(f"{path} is not there: the shared data are not part of the repository")
    return path


def test_an_opendrive_light_without_a_line_stops_at_the_end_of_its_lane(tmp_path) -> None:
    source = opendrive("fabriksgatan_traffic_lights.xodr")
    (tmp_path / "map.xodr").write_bytes(source.read_bytes())
    text = SCENARIO.replace("straight.yaml", "map.xodr").replace("{light:", "{'1':")
    text = text.replace("ROUTE", "{lanes: ['3.0.-1', '12.0.-1']}")
    text = text.replace("START", "{lane: '3.0.-1', at_m: 60, speed_mps: 8}")
    (tmp_path / "red.yaml").write_text(text)
    prepared = prepare(tmp_path / "red.yaml", execution="interpreted")
    prepared.run()
    body = prepared.engine.array("Scene.bodies")[0]
    road_map = prepared.assembly.road_map
    assert road_map is not None
    lane = road_map.lane("3.0.-1")
    assert abs(body[VX]) + abs(body[VY]) < 0.5
    assert lane.length_m - 6.0 < lane.nearest(body[X], body[Y]).distance_m < lane.length_m


def test_lights_that_share_a_lane_share_its_line() -> None:
    """In this file two heads hang over each lane, and one of them is joined to the line."""
    road_map = read_map(opendrive("multi_intersections.xodr"))
    path = whole_lane(road_map, "196.0.1")
    assert stops_on(road_map, ("290",), path) == [(105.0, 0)]
    assert stops_on(road_map, ("291",), path) == [(105.0, 0)]


def test_a_start_on_a_lane_has_its_place_and_heading(tmp_path) -> None:
    start = "{lane: in, at_m: 30, offset_m: 0.5}"
    (tmp_path / "straight.yaml").write_text(MAP.replace("LINES", ""))
    path = tmp_path / "a.yaml"
    path.write_text(SCENARIO.replace("ROUTE", "{lanes: [in, out]}").replace("START", start))
    assert start_of(path) == (30.0, 0.5, 0.0)
    turned = start_of(path, "actors.car1.start={lane: in, at_m: 30, yaw_deg: 180}")
    assert turned[:2] == (30.0, 0.0)
    assert turned[2] == pytest.approx(3.14159, abs=1e-5)


def start_of(path: Path, *settings: str) -> tuple[float, float, float]:
    engine = prepare(path, settings, execution="interpreted").engine
    engine.run(0)
    body = engine.array("Scene.bodies")[0]
    return body[X], body[Y], body[YAW]


def test_a_route_by_lanes_begins_on_the_named_lane() -> None:
    """In a junction lanes lie on top of each other, so the nearest one may be another."""
    setting = {
        "actors.car1": {
            "kind": "car",
            "speed_mps": 5,
            "start": {"lane": "south_in_2", "at_m": 20},
            "route": {"goal": [-1.75, 80.0], "plan": "lanes"},
        }
    }
    prepared = prepare("urban-crossing", {**setting, "duration": "100ms"}, execution="interpreted")
    assert "car1" in prepared.assembly.paths


@pytest.mark.parametrize(
    ("start", "key", "what"),
    [
        ("{lane: inn}", "lane", "there is no lane 'inn'; did you mean 'in'?"),
        ("{lane: in, at_m: 70}", "at_m", "beyond the end of lane 'in'"),
        ("{lane: in, at_m: -1}", "at_m", "at_m is -1"),
        ("{lane: in, x_m: 3}", "x_m", "both a lane and a place"),
        ("{x_m: 3}", "", "the key 'y_m' is missing"),
        ("{x_m: 3, y_m: 4, at_m: 5}", "at_m", "at_m is given without a lane"),
        ("{}", "", "the key 'x_m' is missing"),
        ("{lane: 7}", "lane", "lane is 7"),
    ],
)
def test_a_wrong_start_is_refused_with_its_key(tmp_path, start, key, what) -> None:
    with pytest.raises(InputError) as caught:
        bodies_after_run(tmp_path, "", "{lanes: [in, out]}", start)
    assert what in caught.value.what
    where = "actors.car1.start" + (f".{key}" if key else "")
    assert caught.value.where == f"{tmp_path / 'red.yaml'}:12: {where}"


def test_a_lane_needs_a_map() -> None:
    with pytest.raises(InputError, match="the scenario has no map") as caught:
        prepare(
            "stress",
            ["actors.a={kind: pedestrian, speed_mps: 1, start: {lane: x}, route: {goal: [1, 2]}}"],
        )
    assert "actors.a.start.lane" in caught.value.where
