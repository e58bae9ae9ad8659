"""The map as planners for nuPlan ask it, on maps made by hand, and on all maps here."""

import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from project_ghost.closed_loop.map import (
    IntersectionType,
    Lane,
    LaneConnector,
    LaneConnectorType,
    LightStatuses,
    MapApi,
    PolygonMapObject,
    PolylineMapObject,
    RoadBlockGraphEdgeMapObject,
    SemanticMapLayer,
    StopLineType,
    TrafficLightStatusData,
    TrafficLightStatusType,
)
from project_ghost.closed_loop.states import Point2D
from project_ghost.core.errors import InputError
from project_ghost.world.maps import builtin_maps, read_map
from tests.world.maps.cr_files import document, lanelet, straight
from tests.world.maps.worlds import crossroads, moved, two_lanes

L = SemanticMapLayer
DATA = Path(__file__).parents[3] / "shared" / "data"
PI = 3.141592653589793


@pytest.fixture
def api() -> MapApi:
    return MapApi(crossroads())


def ids(objects):
    return [each.id for each in objects]


def test_objects_that_contain_a_point(api) -> None:
    assert ids(api.get_all_map_objects(Point2D(-8, 2), L.LANE_CONNECTOR)) == ["ahead 1", "turn"]
    (lane,) = api.get_all_map_objects(Point2D(-30, 2), L.LANE)
    assert isinstance(lane, Lane)
    assert api.get_one_map_object(Point2D(-30, 2), L.LANE) is lane
    assert api.get_one_map_object(Point2D(-30, 30), L.LANE) is None
    assert api.is_in_layer(Point2D(-30, 2), L.DRIVABLE_AREA)
    assert not api.is_in_layer(Point2D(-30, 30), L.DRIVABLE_AREA)
    assert not api.is_in_layer(Point2D(-30, 2), L.TURN_STOP)


def test_several_objects_where_one_is_expected_are_an_assertion_error(api) -> None:
    with pytest.raises(
        AssertionError, match=r"2 map objects found\. Expected only one\. Try using"
    ):
        api.get_one_map_object(Point2D(-8, 2), L.LANE_CONNECTOR)


@pytest.mark.parametrize("layer", [L.SPEED_BUMP, L.TRAFFIC_LIGHT, L.PUDO])
def test_unknown_layers_are_refused_by_name(api, layer) -> None:
    for ask in (api.get_all_map_objects, api.is_in_layer, api.get_distance_to_nearest_map_object):
        with pytest.raises(ValueError, match=f"Unknown layer: {layer.name}"):
            ask(Point2D(0, 0), layer)
    with pytest.raises(ValueError, match="object: 7 is unavailable"):
        api.get_map_object("7", layer)
    with pytest.raises(AssertionError, match="is unavailable"):
        api.get_proximal_map_objects(Point2D(0, 0), 5.0, [layer])


def test_raster_layers_are_refused_by_name(api) -> None:
    assert api.get_available_raster_layers() == []
    for refuse in (
        lambda: api.get_raster_map_layer(L.DRIVABLE_AREA),
        lambda: api.get_raster_map([L.DRIVABLE_AREA]),
        lambda: api.get_distance_to_nearest_raster_layer(Point2D(0, 0), L.DRIVABLE_AREA),
    ):
        with pytest.raises(RuntimeError, match="there is no raster layer DRIVABLE_AREA"):
            refuse()


def test_objects_by_id_are_made_once(api) -> None:
    assert api.get_map_object("in 1", L.LANE) is api.get_map_object("in 1", L.LANE)
    assert api.get_map_object("in 1", L.LANE_CONNECTOR) is None
    assert api.get_map_object("nowhere", L.LANE) is None
    made = []
    threads = [
        threading.Thread(target=lambda: made.append(api.get_map_object("out 1", L.LANE)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(each) for each in made}) == 1


def test_objects_around_a_point_are_those_that_meet_a_square(api) -> None:
    layers = [L.LANE, L.STOP_LINE, L.CROSSWALK]
    # The corner of the square reaches the crossing, a circle of this radius would not.
    found = api.get_proximal_map_objects(Point2D(14.5, 9.0), 5.5, layers)
    assert ids(found[L.LANE]) == ["out 1"]
    assert ids(found[L.CROSSWALK]) == ["zebra"]
    assert found[L.STOP_LINE] == []
    assert list(found) == layers
    everything = api.get_proximal_map_objects(Point2D(0, 0), 500, api.get_available_map_objects())
    assert ids(everything[L.LANE]) == ["in 1", "in 2", "out 1", "out 2", "north"]
    assert ids(everything[L.ROADBLOCK_CONNECTOR]) == ["ahead 1", "turn"]


def test_distances_to_the_nearest_object(api) -> None:
    assert api.get_distance_to_nearest_map_object(Point2D(60, 2), L.LANE) == ("out 1", 10.0)
    assert api.get_distance_to_nearest_map_object(Point2D(60, 2), L.CARPARK_AREA) == (None, None)
    points = [Point2D(60, 2), Point2D(30, 2)]
    matrix = api.get_distances_matrix_to_nearest_map_object(points, L.DRIVABLE_AREA)
    assert matrix.tolist() == [10.0, 0.0]
    assert api.get_distances_matrix_to_nearest_map_object(points, L.CARPARK_AREA) is None


def test_the_graph_of_lanes(api) -> None:
    lane, connector = api.get_map_object("in 1", L.LANE), api.get_map_object("turn", L(11))
    assert ids(lane.outgoing_edges) == ["ahead 1", "turn"]
    assert lane.outgoing_edges[1] is connector
    assert ids(connector.incoming_edges) == ["in 1"]
    assert ids(connector.outgoing_edges) == ["north"]
    assert isinstance(connector, LaneConnector)
    assert connector.turn_type is LaneConnectorType.LEFT
    assert (lane.get_roadblock_id(), connector.get_roadblock_id()) == ("in 1", "turn")
    assert lane.parent is api.get_map_object("in 1", L.ROADBLOCK)
    assert connector.parent is api.get_map_object("turn", L.ROADBLOCK_CONNECTOR)


def test_lanes_side_by_side(api) -> None:
    left, right = (api.get_map_object(name, L.LANE) for name in ("in 1", "in 2"))
    assert (left.index, right.index) == (1, 2)
    assert left.adjacent_edges == (None, right)
    assert right.adjacent_edges == (left, None)
    assert left.is_left_of(right)
    assert right.is_right_of(left)
    assert left.is_adjacent_to(right)
    assert left.parallel_edges == [left, right]
    other = api.get_map_object("out 1", L.LANE)
    assert not left.is_adjacent_to(other)
    with pytest.raises(AssertionError, match="Lanes must be in the same roadblock"):
        left.is_left_of(other)
    connector = api.get_map_object("ahead 1", L.LANE_CONNECTOR)
    assert connector.adjacent_edges == (None, None)
    assert not connector.is_left_of(api.get_map_object("ahead 2", L.LANE_CONNECTOR))


def test_widths_limits_and_oriented_distances() -> None:
    lane: Any = MapApi(two_lanes()).get_map_object("left", L.LANE)
    assert lane.speed_limit_mps == 10.0
    assert lane.get_width_left_right(Point2D(50, 3)) == (1.0, 3.0)
    assert lane.get_width_left_right(Point2D(50, 5)) == (float("inf"), float("inf"))
    assert lane.get_width_left_right(Point2D(50, 5), include_outside=True) == (1.0, 5.0)
    assert lane.oriented_distance(Point2D(50, 3)) == 1.0
    assert lane.oriented_distance(Point2D(50, 0)) == -2.0
    assert MapApi(crossroads()).speed_limit_mps("in 1") is None


def test_roadblocks(api) -> None:
    block = api.get_map_object("in 1", L.ROADBLOCK)
    assert isinstance(block, RoadBlockGraphEdgeMapObject)
    assert ids(block.interior_edges) == ["in 1", "in 2"]
    assert ids(block.outgoing_edges) == ["ahead 1", "turn"]
    assert ids(block.outgoing_edges[0].outgoing_edges) == ["out 1"]
    assert ids(block.outgoing_edges[0].incoming_edges) == ["in 1"]
    assert ids(block.children_stop_lines) == ["stop 1", "stop 2"]
    assert block.intersection is None
    assert block.contains_point(Point2D(-20, -3))
    assert block.polygon.equals(Polygon([(-50, -4), (-10, -4), (-10, 4), (-50, 4)]))
    connector = block.outgoing_edges[0]
    assert connector.intersection is api.get_map_object("J", L.INTERSECTION)


def test_stop_lines_and_intersections(api) -> None:
    light, sign = (api.get_map_object(name, L.STOP_LINE) for name in ("stop 1", "stop 2"))
    assert light.stop_line_type is light.layer_type is StopLineType.TRAFFIC_LIGHT
    assert sign.layer_type is StopLineType.YIELD
    assert light.parent.id == "in 1"
    junction = light.intersection_from
    assert junction.is_signaled
    assert junction.intersection_type is IntersectionType.TRAFFIC_LIGHT
    assert ids(junction.interior_edges) == ["ahead 1", "turn"]
    assert ids(junction.incoming_edges) == ["in 1", "in 2"]
    turn, ahead = (api.get_map_object(name, L.LANE_CONNECTOR) for name in ("turn", "ahead 2"))
    assert (turn.has_traffic_lights(), ahead.has_traffic_lights()) == (True, False)
    assert (ids(turn.stop_lines), ids(ahead.stop_lines)) == (["stop 1"], ["stop 2"])
    assert api.get_map_object("in 1", L.LANE).stop_lines == []
    assert not api.get_map_object("in 1", L.LANE).has_traffic_lights()
    crossing = api.get_map_object("zebra", L.CROSSWALK)
    assert isinstance(crossing, PolygonMapObject)
    assert crossing.polygon.area == 24.0


def test_baselines_answer_as_those_of_shapely(api) -> None:
    line = api.get_map_object("turn", L.LANE_CONNECTOR).baseline_path
    assert isinstance(line, PolylineMapObject)
    shape = line.linestring
    assert line.length == pytest.approx(shape.length, abs=1e-12)
    for x, y in ((-7.0, 1.0), (0.0, 20.0), (-20.0, 2.0), (3.0, 3.0)):
        point = Point2D(x, y)
        along = shape.project(Point(x, y))
        assert line.get_nearest_arc_length_from_position(point) == pytest.approx(along, abs=1e-9)
        pose = line.get_nearest_pose_from_position(point)
        assert shape.distance(Point(pose.x, pose.y)) < 1e-9
    assert [(s.x, s.y) for s in line.discrete_path] == list(shape.coords)
    assert line.discrete_path[-1].heading == line.discrete_path[-2].heading
    at_end = line.get_nearest_pose_from_position(Point2D(0, 50))
    assert at_end.heading == pytest.approx(line.discrete_path[-1].heading, abs=1e-6)


def test_the_curvature_of_a_circle() -> None:
    angles = np.linspace(0.0, PI, 60)
    points = tuple((20.0 * np.cos(a), 20.0 * np.sin(a), 0.0) for a in angles)
    line = PolylineMapObject("arc", points)
    for along in (0.0, 1.0, 30.0, line.length):
        assert line.get_curvature_at_arc_length(along) == pytest.approx(0.05, rel=1e-2)
    assert line.get_nearest_curvature_from_position(Point2D(0, 25)) > 0.0
    with pytest.raises(AssertionError, match=r"the arc length is -1\.0"):
        line.get_curvature_at_arc_length(-1.0)
    with pytest.raises(AssertionError, match="has to be greater than 0"):
        PolylineMapObject("dot", ((1.0, 1.0, 0.0), (1.0, 1.0, 0.0)))


def test_shapely_is_named_where_it_is_missing(api, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    lane = api.get_map_object("in 1", L.LANE)
    assert lane.contains_point(Point2D(-30, 2))
    for ask in (lambda: lane.polygon, lambda: lane.baseline_path.linestring):
        with pytest.raises(InputError, match="nuplan-planners"):
            ask()


def test_a_map_survives_pickling(api) -> None:
    api.initialize_all_layers()
    assert api.get_map_object("in 1", L.LANE).polygon.area == 160.0
    again = pickle.loads(pickle.dumps(api))  # noqa: S301 - our own
    assert ids(again.get_all_map_objects(Point2D(-8, 2), L.LANE_CONNECTOR)) == ["ahead 1", "turn"]
    assert again.road_map == api.road_map


def test_questions_of_metrics(api) -> None:
    points = np.array([[-8.0, 2.0], [-30.0, 2.0], [-30.0, 9.0]])
    assert api.lanes_at(points) == [("ahead 1", "turn"), ("in 1",), ()]
    assert api.drivable_distance_m(points).tolist() == [0.0, 0.0, 5.0]
    assert api.in_intersection(points).tolist() == [True, False, False]
    assert api.arc_length("in 1", points).tolist() == [40.0, 20.0, 20.0]
    assert api.lane_distance_m("in 1", points).tolist() == [2.0, 0.0, 5.0]
    assert api.roadblock_of("ahead 2") == "ahead 1"
    assert (api.is_connector("turn"), api.is_connector("north")) == (True, False)
    assert (api.successors("in 2"), api.predecessors("north")) == (("ahead 2",), ("turn",))
    assert (api.lane_length_m("in 1"), api.speed_limit_mps("in 1")) == (40.0, None)


@given(st.floats(-60, 60), st.floats(-10, 55), st.floats(-PI, PI), st.floats(-900, 900))
def test_questions_of_metrics_move_and_turn_with_the_world(x, y, turn_rad, shift_m) -> None:
    here = MapApi(crossroads())
    other, place = moved(crossroads(), turn_rad, shift_m, 2.0 * shift_m)
    there = MapApi(other)
    a, b = np.array([[x, y]]), np.array([place((x, y))])
    np.testing.assert_allclose(there.drivable_distance_m(b), here.drivable_distance_m(a), atol=1e-6)
    for lane in ("in 1", "turn"):
        np.testing.assert_allclose(there.arc_length(lane, b), here.arc_length(lane, a), atol=1e-5)
        borders = here.lane_distance_m(lane, a)
        np.testing.assert_allclose(there.lane_distance_m(lane, b), borders, atol=1e-6)


def test_lights_are_for_the_connectors_behind_them() -> None:
    statuses = LightStatuses(crossroads(), ("head",)).at([0.0], 2_500_000_000)
    assert statuses == [
        TrafficLightStatusData(TrafficLightStatusType.RED, "ahead 1", 2_500_000),
        TrafficLightStatusData(TrafficLightStatusType.RED, "turn", 2_500_000),
    ]
    unknown = LightStatuses(crossroads()).at_time(0)
    assert [each.status for each in unknown] == [TrafficLightStatusType.UNKNOWN] * 2


def test_lights_of_turns_go_first_and_ids_are_numbers_where_they_can_be() -> None:
    light = (
        '<trafficLight id="{0}"><cycle><cycleElement><duration>5</duration><color>{1}</color>'
        "</cycleElement></cycle><direction>{2}</direction></trafficLight>"
    )
    bounds = [(100, 2), (108, 4), (110, 20)], [(100, -2), (112, 2), (114, 20)]
    road_map = read_map(
        "lights.xml",
        document(
            straight(
                1,
                0,
                '<successor ref="2"/><successor ref="3"/>'
                '<trafficLightRef ref="8"/><trafficLightRef ref="9"/>',
            ),
            straight(2, 0, '<successor ref="4"/><laneletType>intersection</laneletType>', 100, 120),
            lanelet(3, *bounds, "<laneletType>intersection</laneletType>"),
            straight(4, 0, "", 120, 140),
            light.format(8, "red", "all"),
            light.format(9, "green", "left"),
        ),
    )
    shown = {e.lane_connector_id: e.status.name for e in LightStatuses(road_map).at_time(0)}
    assert shown == {2: "RED", 3: "GREEN"}


def test_states_of_lights_as_plain_values() -> None:
    data = TrafficLightStatusData(TrafficLightStatusType.YELLOW, 12, 34)
    assert data.serialize() == {"status": "YELLOW", "lane_connector_id": 12, "timestamp": 34}
    assert TrafficLightStatusData.deserialize(data.serialize()) == data
    assert SemanticMapLayer.deserialize("LANE") is L.LANE


MAPS = [
    *builtin_maps().values(),
    *sorted((DATA / "opendrive").glob("*.xodr")),
    *sorted((DATA / "commonroad").glob("*.xml")),
]


@pytest.mark.slow
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_all_objects_of_all_maps_here(path) -> None:
    api: Any = MapApi(read_map(path))
    west, south, east, north = api.road_map.bounds
    middle, half = Point2D((west + east) / 2, (south + north) / 2), max(east - west, north - south)
    layers = api.get_available_map_objects()
    found = api.get_proximal_map_objects(middle, half, layers)
    for layer, objects in found.items():
        assert len(objects) == len(set(ids(objects)))
        for each in objects:
            assert api.get_map_object(each.id, layer) is each
            assert each.polygon.is_valid
            assert each.polygon.geom_type == "Polygon"
            # Some parking spaces of a file are lines.
            assert each.polygon.area > 0.0 or layer is L.CARPARK_AREA
    for edge in [*found[L.LANE], *found[L.LANE_CONNECTOR]]:
        assert isinstance(edge.baseline_path.linestring, LineString)
        assert edge in edge.parent.interior_edges
        for after in edge.outgoing_edges:
            assert edge in after.incoming_edges
            assert after.parent is edge.parent or after.parent in edge.parent.outgoing_edges
        along = edge.baseline_path.linestring.interpolate(0.5, normalized=True)
        assert edge.contains_point(Point2D(along.x, along.y))
        assert edge.polygon.buffer(1e-6).contains(along)
