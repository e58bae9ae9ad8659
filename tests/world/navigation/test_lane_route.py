"""Routes over lanes: cheapest, with changes where allowed, and clear errors."""

from functools import partial
from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.world.maps import Lane, RoadMap, SpeedLimit, gap, read_map
from project_ghost.world.navigation import LaneStep, Place, lane_route, route_points
from project_ghost.world.navigation import _lane_route as module
from tests.world.navigation.plain import dijkstra

FOLDER = Path(__file__).parents[3] / "src/project_ghost/world/maps/builtin"


@pytest.fixture(scope="module")
def crossing():
    return read_map(FOLDER / "urban_crossing.yaml")


@pytest.fixture(scope="module")
def motorway():
    return read_map(FOLDER / "motorway.yaml")


def lane(name, points, **more):
    line = tuple((float(x), float(y), 0.0) for x, y in points)
    return Lane(name, "", "driving", line, (3.5,) * len(line), **more)


def test_along_one_lane(motorway):
    route = lane_route(motorway, Place("south_1", 100.0), Place("south_1", 300.0))
    assert route.steps == (LaneStep("south_1", 100.0, 300.0),)
    assert route.cost == pytest.approx(200.0)


def test_around_to_a_place_behind(motorway):
    route = lane_route(motorway, Place("south_1", 300.0), Place("south_1", 100.0))
    assert route.lanes == ("south_1", "east_1", "north_1", "west_1", "south_1")
    total = sum(motorway.lane(name).length_m for name in route.lanes[:4])
    assert route.cost == pytest.approx(total - 200.0)


def test_a_lane_change_costs_its_parameter_and_the_lateral_distance(motorway):
    route = lane_route(motorway, Place("south_1", 0.0), Place("south_2", 500.0), change_cost=7.0)
    assert route.steps == (
        LaneStep("south_1", 0.0, 800.0, "right"),
        LaneStep("south_2", 0.0, 500.0),
    )
    assert route.cost == pytest.approx(500.0 + 7.0 + 3.75)
    back = lane_route(motorway, Place("south_3", 10.0), Place("south_2", 500.0))
    assert back.steps[0].change == "left"
    assert back.cost == pytest.approx(490.0 + 10.0 + 3.75)


def test_forbidden_changes_are_not_made(motorway):
    with pytest.raises(InputError, match=r"no route from lane south_1 at 0.000 m to lane south_2"):
        lane_route(
            motorway, Place("south_1", 0.0), Place("south_2", 500.0), change_cost=float("inf")
        )


def test_left_at_the_crossing_needs_the_inner_lane(crossing):
    route = lane_route(crossing, Place("south_in_2", 10.0), Place("west_out_1", 20.0))
    assert route.lanes == ("south_in_2", "south_in_1", "from_south_to_west", "west_out_1")
    assert [step.change for step in route.steps] == ["left", "", "", ""]


def test_by_time_a_longer_way_may_be_quicker():
    limits = (SpeedLimit(0.0, 5.0),)
    quick = (SpeedLimit(0.0, 30.0),)
    road_map = RoadMap(
        "fork",
        lanes=(
            lane("a", [(0, 0), (10, 0)], successors=("slow", "around"), speed_limits=quick),
            lane("slow", [(10, 0), (110, 0)], successors=("b",), speed_limits=limits),
            lane("around", [(10, 0), (60, 60), (110, 0)], successors=("b",), speed_limits=quick),
            lane("b", [(110, 0), (120, 0)], speed_limits=quick),
        ),
    )
    ends = Place("a", 0.0), Place("b", 10.0)
    assert lane_route(road_map, *ends).lanes == ("a", "slow", "b")
    by_time = lane_route(road_map, *ends, by="time")
    assert by_time.lanes == ("a", "around", "b")
    assert by_time.cost == pytest.approx((20.0 + 2.0 * 6100.0**0.5) / 30.0)


def test_a_limit_that_changes_on_the_way_is_counted_by_its_parts():
    limits = (SpeedLimit(0.0, 10.0), SpeedLimit(50.0, 20.0), SpeedLimit(75.0, None))
    road_map = RoadMap("one", lanes=(lane("a", [(0, 0), (100, 0)], speed_limits=limits),))
    route = lane_route(
        road_map, Place("a", 20.0), Place("a", 100.0), by="time", default_speed_mps=25.0
    )
    assert route.cost == pytest.approx(30.0 / 10.0 + 25.0 / 20.0 + 25.0 / 25.0)


def edges_of(graph, node):
    return [] if node == graph.goal else graph.edges(node)


@pytest.mark.parametrize("by", ["length", "time"])
@pytest.mark.parametrize("name", ["urban_crossing", "motorway", "t_junction"])
def test_routes_are_as_cheap_as_dijkstras(name, by):
    road_map = read_map(FOLDER / f"{name}.yaml")
    lanes = [lane for lane in road_map.lanes if lane.is_drivable]
    result = 0
    for i in range(0, len(lanes), 5):
        start = Place(lanes[i].id, 0.25 * lanes[i].length_m)
        for j in range(1, len(lanes), 7):
            goal = Place(lanes[j].id, 0.5 * lanes[j].length_m)
            graph = module._Graph(
                road_map, start, goal, by, None, 14.0, lambda lane: lane.is_drivable
            )
            cheapest = dijkstra(graph.start, partial(edges_of, graph))
            if graph.goal not in cheapest:
                with pytest.raises(InputError, match="there is no route"):
                    lane_route(road_map, start, goal, by=by, default_speed_mps=14.0)
                continue
            route = lane_route(road_map, start, goal, by=by, default_speed_mps=14.0)
            assert route.cost == pytest.approx(cheapest[graph.goal], abs=1e-9)
            result += 1
    assert result > 2


def test_bad_ends_are_named(crossing):
    with pytest.raises(InputError, match="no lane 'south_in_9'; did you mean"):
        lane_route(crossing, Place("south_in_9", 0.0), Place("south_in_1", 0.0))
    with pytest.raises(InputError, match="the goal is at 999"):
        lane_route(crossing, Place("south_in_1", 0.0), Place("south_in_1", 999.0))
    with pytest.raises(InputError, match="the start is on a lane of the kind 'sidewalk'"):
        lane_route(crossing, Place("walk_south_east", 0.0), Place("south_in_1", 0.0))
    with pytest.raises(InputError, match="by is 'taste'"):
        lane_route(crossing, Place("south_in_1", 0.0), Place("south_in_1", 1.0), by="taste")


def test_points_follow_the_centre_lines_with_their_limits(crossing):
    route = lane_route(crossing, Place("south_in_2", 74.0), Place("east_out_2", 30.0))
    line = route_points(crossing, route)
    assert line.points[0] == pytest.approx((5.25, -26.0, 0.0))
    assert line.points[-1] == pytest.approx((46.0, -5.25, 0.0))
    assert line.speeds_mps[0] == 50.0 / 3.6
    slow = [p for p, v in zip(line.points, line.speeds_mps, strict=True) if v < 6.0]
    assert slow
    for x, y, _ in slow:
        away = gap((16.0, -16.0), (x, y))
        assert away == pytest.approx(10.75, abs=0.02)


def test_spaced_points_are_evenly_apart(crossing):
    route = lane_route(crossing, Place("south_in_2", 70.0), Place("east_out_2", 30.0))
    line = route_points(crossing, route, spacing_m=0.1)
    assert len(line.points) == len(line.speeds_mps)
    steps = [gap(a, b) for a, b in zip(line.points[:-1], line.points[1:], strict=True)]
    assert max(steps) <= 0.1 + 1e-9
    assert min(steps[:-1]) > 0.095
    assert min(line.speeds_mps) == pytest.approx(20.0 / 3.6)


def test_changes_are_gentle_and_end_on_the_other_lane(motorway):
    route = lane_route(motorway, Place("south_1", 100.0), Place("south_3", 700.0))
    line = route_points(motorway, route, change_length_m=60.0)
    ys = [y for _, y, _ in line.points]
    assert ys[0] == pytest.approx(-501.875)
    assert ys[-1] == pytest.approx(-509.375)
    assert ys == sorted(ys, reverse=True)
    for a, b in zip(line.points[:-1], line.points[1:], strict=True):
        assert b[0] > a[0]
        assert abs(b[1] - a[1]) <= 1.6 * 3.75 / 60.0 * (b[0] - a[0])


def test_a_route_to_where_one_is(motorway):
    route = lane_route(motorway, Place("south_1", 100.0), Place("south_1", 100.0))
    assert route.cost == 0.0
    assert len(route_points(motorway, route).points) == 2
