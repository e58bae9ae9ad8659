"""Real OpenDRIVE files, where they lie beside the checkout: known answers about each."""

from itertools import pairwise
from pathlib import Path

import pytest

from project_ghost.core.dmath import hypot, wrap_angle
from project_ghost.world.maps import gap
from project_ghost.world.maps.opendrive import Arc, ParamPoly3, RoadShape, read_opendrive

DATA = Path(__file__).parents[4] / "shared" / "data"
FILES = [*sorted(DATA.glob("opendrive/*.xodr")), *sorted(DATA.glob("t_junction/*.xodr"))]

pytestmark = pytest.mark.skipif(not FILES, reason="there is no shared/data beside the checkout")

# Gaps that are the files' own: a lane that tapers to nothing goes on as its neighbour.
KNOWN_GAPS = {"soderleden": ["lane 0.0.-3 leads to 0.1.-2, which begins 1.750 m away"]}


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def road_map(request):
    return request.param.stem, read_opendrive(request.param)


def test_lengths_are_those_of_the_geometries(road_map):
    for road in road_map[1].roads:
        assert isinstance(road.exact, RoadShape)
        total = 0.0
        for geometry in road.exact.geometries:
            total += geometry.length_m
        assert total == pytest.approx(road.length_m, abs=1e-6)


def test_geometries_meet_the_next_one(road_map):
    """Within what the files are printed with: places to 1 mm, directions to 1 mrad."""
    for road in road_map[1].roads:
        assert isinstance(road.exact, RoadShape)
        pieces = road.exact.geometries
        for before, after in pairwise(pieces):
            end = before.at(after.start_m)
            assert gap(end, (after.x_m, after.y_m)) < 1e-3
            if not isinstance(before, ParamPoly3):
                assert abs(wrap_angle(end.heading_rad - after.heading_rad)) < 1e-3


def test_linked_lanes_meet(road_map):
    name, result = road_map
    gaps = [defect for defect in result.defects if "leads to" in defect]
    assert gaps == KNOWN_GAPS.get(name, [])
    assert not any("head-on" in defect or "not there" in defect for defect in result.defects)


def test_lanes_are_sampled_well(road_map):
    for lane in road_map[1].lanes:
        assert len(lane.points) == len(lane.widths_m) == len(lane.stations_m) >= 2
        assert lane.length_m > 0.0
        for name in (lane.left, lane.right, lane.opposite, *lane.successors, *lane.predecessors):
            if name:
                road_map[1].lane(name)


def test_the_unread_parts_are_known(road_map):
    """Nothing that decides where a lane is, or where it leads, is left unread."""
    for unread in road_map[1].unread:
        last = unread.path.rpartition("/")[2]
        assert last.partition("@")[0] not in ("geometry", "width", "laneOffset", "elevation")
        assert last not in ("predecessor", "successor", "laneLink", "connection", "signal")


def read(name):
    return read_opendrive(DATA / "opendrive" / f"{name}.xodr")


def test_a_circle_of_300_m_is_one():
    """300 m around, that is, and it closes."""
    road = read("circle_300m").roads[0]
    assert isinstance(road.exact, RoadShape)
    radius = 300.0 / (2.0 * 3.141592653589793)
    arc = road.exact.geometries[0]
    assert isinstance(arc, Arc)
    assert 1.0 / abs(arc.curvature) == pytest.approx(radius, rel=1e-6)
    start, half = road.exact.reference(0.0), road.exact.reference(0.5 * road.length_m)
    centre = 0.5 * (start.x_m + half.x_m), 0.5 * (start.y_m + half.y_m)
    for share in (0.1, 0.3, 0.7, 0.9, 1.0):
        pose = road.exact.reference(share * road.length_m)
        assert hypot(pose.x_m - centre[0], pose.y_m - centre[1]) == pytest.approx(radius, abs=1e-4)
    assert gap(road.exact.reference(road.length_m), start) < 1e-3


def test_a_straight_of_500_m_is_straight():
    lane = read("straight_500m").lane("1.0.-1")
    assert len(lane.points) == 2
    assert lane.length_m == pytest.approx(500.0, abs=1e-9)


def test_left_hand_traffic_runs_against_the_right_hand_twin():
    right, left = read("e6mini"), read("e6mini-lht")
    assert (right.traffic, left.traffic) == ("right", "left")
    one, other = right.lane("0.0.-3"), left.lane("0.0.-3")
    assert gap(one.points[0], other.points[-1]) < 0.01
    assert gap(one.points[-1], other.points[0]) < 0.01


def test_lights_crossings_and_stop_lines_are_found():
    result = read("multi_intersections")
    assert (len(result.lights), len(result.crossings), len(result.stop_lines)) == (68, 17, 18)
    assert len(result.controllers) == 23
    assert sum(1 for stop in result.stop_lines if stop.light) > 0
    assert len(read("fabriksgatan_traffic_lights").lights) == 3
    assert len(read("parking_demo").crossings) == 3


def test_heights_are_read():
    lane = read("curves_elevation").lane("1.0.-1")
    assert max(z for _, _, z in lane.points) - min(z for _, _, z in lane.points) > 1.0


def test_reading_twice_gives_the_same_map():
    path = DATA / "t_junction" / "loop_geo_RHD.xodr"
    assert read_opendrive(path) == read_opendrive(path)
