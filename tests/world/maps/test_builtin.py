"""The built-in maps hold together, and are what their tools make."""

import importlib.util
from pathlib import Path

import pytest

from project_ghost.world.lights import GREEN, colour_at
from project_ghost.world.maps import gap, native_text, outline_contains, read_map

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src/project_ghost/world/maps/builtin"
NAMES = ("t_junction", "urban_crossing", "motorway", "plaza")
S = 1_000_000_000


@pytest.fixture(scope="module")
def maps():
    return {name: read_map(FOLDER / f"{name}.yaml") for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_lanes_continue_where_they_lead_to(maps, name):
    for lane in maps[name].lanes:
        for after in lane.successors:
            assert gap(lane.points[-1], maps[name].lane(after).points[0]) < 0.005


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_are_so_both_ways_and_lie_on_the_right_side(maps, name):
    for lane in maps[name].lanes:
        for side, sign in ((lane.left, 1.0), (lane.right, -1.0)):
            if side:
                other = maps[name].lane(side)
                assert lane.id in (other.left, other.right)
                middle = other.point_at(0.5 * other.length_m)
                place = lane.nearest(middle[0], middle[1])
                apart = 0.5 * (
                    lane.width_at(place.distance_m) + other.width_at(0.5 * other.length_m)
                )
                assert sign * place.offset_m == pytest.approx(apart, abs=0.05)


@pytest.mark.parametrize("name", ["urban_crossing", "motorway"])
def test_traffic_never_ends(maps, name):
    for lane in maps[name].lanes:
        if lane.is_drivable:
            assert lane.successors
            assert lane.predecessors
            assert lane.limit_at(0.0) is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_a_map_makes_the_same_map(maps, name, tmp_path):
    path = tmp_path / "again.yaml"
    path.write_text(native_text(maps[name]), encoding="utf-8")
    again = read_map(path)
    assert again.lanes == maps[name].lanes
    assert native_text(again) == native_text(maps[name])


def test_the_files_are_what_the_tool_makes():
    spec = importlib.util.spec_from_file_location("tool", ROOT / "tools" / "builtin_maps.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for made in (tool.urban_crossing(), tool.motorway(), tool.plaza()):
        assert native_text(made) == (FOLDER / f"{made.name}.yaml").read_text(encoding="utf-8")


def test_lights_let_only_one_stream_of_cars_go(maps):
    program = maps["urban_crossing"].programs[0]
    cars = [light.id for light in maps["urban_crossing"].lights if light.lanes]
    people = [light.id for light in maps["urban_crossing"].lights if not light.lanes]
    seen = dict.fromkeys(program.lights, 0)
    for second in range(program.cycle_ns // S):
        shown = {name: colour_at(program, name, second * S) for name in program.lights}
        not_red = [name for name in cars if shown[name] != 0]
        assert len(not_red) <= 1
        assert not (not_red and any(shown[name] != 0 for name in people))
        for name in shown:
            seen[name] += shown[name] == GREEN
    assert all(12 >= seconds >= 10 for seconds in seen.values())


def test_stop_lines_stand_before_the_crossing_and_belong_to_a_light(maps):
    road_map = maps["urban_crossing"]
    for stop in road_map.stop_lines:
        lane = road_map.lane(stop.lane)
        assert 0.0 < lane.length_m - stop.at_m < 1.0
        assert lane.id in next(x for x in road_map.lights if x.id == stop.light).lanes
    for crossing in road_map.crossings:
        assert not any(
            outline_contains(crossing.outline, *lane.points[-1][:2]) for lane in road_map.lanes
        )


def test_the_motorway_is_a_few_kilometres_of_three_lanes(maps):
    total = 0.0
    for piece in ("south", "east", "north", "west"):
        total += maps["motorway"].lane(f"{piece}_2").length_m
    assert total == pytest.approx(1600.0 + 2 * 3.14159265 * (500.0 + 1.5 * 3.75), abs=0.1)
