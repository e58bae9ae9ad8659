"""The study's map and its waypoints fit each other, once y is negated and traffic keeps left."""

import csv
import importlib.util
from itertools import pairwise
from pathlib import Path

import pytest

from project_ghost.world.maps import gap, read_map

ROOT = Path(__file__).parents[3]
MAP = ROOT / "src/project_ghost/world/maps/builtin/t_junction.yaml"
DATA = ROOT.parent / "shared" / "data" / "t_junction"

needs_data = pytest.mark.skipif(
    not DATA.exists(), reason="there is no shared/data beside the checkout"
)


@pytest.fixture(scope="module")
def road_map():
    return read_map(MAP)


def car_waypoints():
    agents: dict[str, list[tuple[float, float]]] = {}
    with (DATA / "test_1_Cars.csv").open() as file:
        for row in csv.DictReader(file):
            if row["X"]:
                place = float(row["X"]), float(row["Y"])
                agents.setdefault(row["AgentNo"], []).append(place)
    return agents


def mean_offset(road_map, sign):
    offsets = [
        abs(road_map.nearest_lane(x, sign * y)[1].offset_m)
        for points in car_waypoints().values()
        for x, y in points
    ]
    return sum(offsets) / len(offsets)


@needs_data
def test_the_waypoints_lie_on_the_lanes_only_with_y_negated(road_map):
    assert mean_offset(road_map, -1.0) < 1.0
    assert mean_offset(road_map, 1.0) > 8.0


@needs_data
def test_the_cars_drive_in_the_direction_of_the_lanes(road_map):
    for points in car_waypoints().values():
        for a, b in pairwise(points):
            x, y = 0.5 * (a[0] + b[0]), -0.5 * (a[1] + b[1])
            lane, place = road_map.nearest_lane(x, y)
            p, q = lane.point_at(place.distance_m - 0.5), lane.point_at(place.distance_m + 0.5)
            along = (q[0] - p[0]) * (b[0] - a[0]) - (q[1] - p[1]) * (b[1] - a[1])
            assert along / gap(a, b) > 0.5


@needs_data
def test_the_map_is_what_the_tool_makes_of_the_studys_file(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("tool", ROOT / "tools" / "t_junction_map.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(tool, "TARGET", tmp_path / "t_junction.yaml")
    monkeypatch.setattr("sys.argv", ["tool", str(DATA / "loop_geo_RHD.xodr")])
    tool.main()
    assert (tmp_path / "t_junction.yaml").read_text() == MAP.read_text()


def test_traffic_keeps_left_through_both_junctions(road_map):
    assert road_map.traffic == "left"
    assert road_map.lane("2.0.1").successors == ("39.0.1", "47.0.1")
    assert road_map.lane("6.0.-1").predecessors == ("15.0.1", "32.0.-1")
