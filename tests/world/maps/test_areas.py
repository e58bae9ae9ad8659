"""Lanes as areas, roadblocks, intersections and layers, on maps made by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon

from project_ghost.core.dmath import sincos
from project_ghost.core.errors import InputError
from project_ghost.world.maps import LayerName, Turn, builtin_maps, native_text, read_map
from tests.world.maps.worlds import crossroads, lane, moved, two_lanes

PI = 3.141592653589793


def test_the_edges_of_a_lane_are_half_its_width_away_also_in_a_corner():
    bent = lane("bent", (0, 0), (10, 0), (10, 10))
    assert bent.left_edge == ((0.0, 2.0, 0.0), pytest.approx((8.0, 2.0, 0.0)), (8.0, 10.0, 0.0))
    assert bent.right_edge == ((0, -2, 0), pytest.approx((12.0, -2.0, 0.0)), (12.0, 10.0, 0.0))
    assert bent.cross_section(15.0) == (
        pytest.approx((8.0, 6.0, 0.0)),
        pytest.approx((12.0, 4.0, 0.0)),
    )


def test_bounds_of_the_map_go_before_the_width():
    own = lane(
        "own",
        (0, 0),
        (10, 0),
        left_bound=((0.0, 1.0, 0.0), (12.0, 1.0, 0.0)),
        right_bound=((0.0, -1.0, 0.0), (8.0, -1.0, 0.0)),
    )
    assert own.outline == ((0.0, -1.0), (8.0, -1.0), (12.0, 1.0), (0.0, 1.0))
    assert own.contains(10.5, 0.5)
    assert not own.contains(10.5, -0.5)


def test_bounds_survive_a_native_file():
    bound = ((0.0, 1.0, 0.0), (12.0, 1.5, 0.0)), ((0.0, -1.0, 0.0), (8.0, -1.25, 0.0))
    road_map = two_lanes()
    lanes = (lane("own", (0, 0), (10, 0), left_bound=bound[0], right_bound=bound[1]),)
    text = native_text(replace(road_map, lanes=lanes, roads=()))
    again = read_map("x.yaml", text.encode()).lanes[0]
    assert (again.left_bound, again.right_bound) == bound


@given(st.floats(-5.0, 105.0), st.floats(-9.0, 9.0))
def test_the_signed_distance_is_that_of_shapely(x, y):
    own = two_lanes().lane("left")
    ring = Polygon(own.outline)
    away = ring.exterior.distance(Point(x, y))
    expected = -away if ring.contains(Point(x, y)) else away
    assert own.signed_distance(x, y) == pytest.approx(expected, abs=1e-9)


def test_a_bend_tighter_than_its_width_contains_what_is_in_it():
    tight = lane("tight", (0, 0), (2, 0), (3, 1), (3, 3), width=8.0)
    assert tight.contains(2.0, 0.5)
    assert tight.contains(5.0, -1.0)
    assert not tight.contains(-3.0, 0.0)


def test_a_circle_has_the_curvature_of_its_radius():
    points = []
    for i in range(41):
        sine, cosine = sincos(PI * i / 40)
        points.append((20.0 * cosine, 20.0 * sine))
    arc = lane("arc", *points)
    for distance in (0.0, 10.0, 31.4, 62.0):
        assert arc.curvature_at(distance) == pytest.approx(1.0 / 20.0, rel=1e-3)
    assert arc.turn is Turn.UTURN
    assert lane("straight", (0, 0), (10, 0)).curvature_at(3.0) == 0.0


def test_turns_by_the_change_of_heading():
    road_map = crossroads()
    assert road_map.lane("turn").turn is Turn.LEFT
    assert road_map.lane("ahead 1").turn is Turn.STRAIGHT
    mirrored, _ = moved(road_map, mirror=True)
    assert mirrored.lane("turn").turn is Turn.RIGHT


def test_roadblocks_are_lanes_side_by_side_from_left_to_right():
    blocks = {block.id: block.lanes for block in two_lanes().roadblocks}
    assert blocks == {"left": ("left", "right"), "back": ("back",)}


def test_connectors_between_the_same_roadblocks_are_one_roadblock():
    road_map = crossroads()
    assert [(b.id, b.lanes, b.junction) for b in road_map.roadblocks] == [
        ("in 1", ("in 1", "in 2"), ""),
        ("ahead 1", ("ahead 1", "ahead 2"), "J"),
        ("turn", ("turn",), "J"),
        ("out 1", ("out 1", "out 2"), ""),
        ("north", ("north",), ""),
    ]
    assert road_map.roadblock_by_lane["ahead 2"].id == "ahead 1"


def test_an_intersection_is_the_hull_of_its_lanes():
    (junction,) = crossroads().intersections
    assert junction.incoming == ("in 1", "in 2")
    assert junction.is_signaled
    hull = Polygon(junction.outline)
    lanes = [Polygon(crossroads().lane(name).outline) for name in junction.lanes]
    assert hull.equals(lanes[0].union(lanes[1]).union(lanes[2]).convex_hull)
    assert hull.exterior.is_ccw


def test_a_stop_line_is_half_a_metre_deep_and_stays_on_its_lane():
    road_map = crossroads()
    layer = road_map.layer(LayerName.STOP_LINES)
    assert layer.containing(-11.0, 2.0) == ("stop 1",)
    assert layer.containing(-11.3, 2.0) == ()
    assert layer.containing(-10.4, -2.0) == ("stop 2",)
    assert layer.containing(-9.9, -2.0) == ()


def test_layers_hold_what_their_names_say():
    road_map = crossroads()
    sizes = {name: road_map.layer(name).ids for name in LayerName}
    assert sizes[LayerName.LANES] == ("in 1", "in 2", "out 1", "out 2", "north")
    assert sizes[LayerName.CONNECTORS] == ("ahead 1", "ahead 2", "turn")
    assert sizes[LayerName.ROADBLOCK_CONNECTORS] == ("ahead 1", "turn")
    assert sizes[LayerName.CROSSINGS] == ("zebra",)
    assert sizes[LayerName.INTERSECTIONS] == ("J",)
    assert road_map.layer(LayerName.LANES) is road_map.layer(LayerName.LANES)
    assert road_map.layer(LayerName.CONNECTORS).containing(-8.0, 2.0) == ("ahead 1", "turn")
    assert road_map.layer(LayerName.LANES).nearest(60.0, 2.0) == ("out 1", 10.0)


def test_the_drivable_area_has_shoulders_and_not_sidewalks():
    area = two_lanes().layer(LayerName.DRIVABLE_AREA)
    assert area.containing(50.0, -5.5) == ("hard",)
    assert area.nearest(50.0, -8.0) == ("hard", 2.0)
    assert two_lanes().layer(LayerName.LANES).containing(50.0, -5.5) == ()


@given(
    st.floats(-60.0, 60.0),
    st.floats(-10.0, 55.0),
    st.floats(-PI, PI),
    st.floats(-500.0, 500.0),
    st.booleans(),
)
def test_answers_move_turn_and_mirror_with_the_world(x, y, turn_rad, shift_m, mirror):
    road_map = crossroads()
    other, place = moved(road_map, turn_rad, shift_m, -shift_m, mirror=mirror)
    there = place((x, y))
    border_m = min(abs(each.signed_distance(x, y)) for each in road_map.lanes)
    for name in (LayerName.LANES, LayerName.CONNECTORS, LayerName.ROADBLOCKS, LayerName.CROSSINGS):
        here, moved_there = road_map.layer(name).nearest(x, y), other.layer(name).nearest(*there)
        assert here is not None
        assert moved_there is not None
        assert moved_there[1] == pytest.approx(here[1], abs=1e-6)
        if border_m > 1e-6 and name is not LayerName.CROSSINGS:
            before, after = road_map.layer(name), other.layer(name)
            assert len(after.containing(*there)) == len(before.containing(x, y))


@pytest.mark.parametrize("name", sorted(builtin_maps()))
def test_every_lane_of_the_built_in_maps_contains_its_centre(name):
    road_map = read_map(builtin_maps()[name])
    for each in road_map.lanes:
        middle = each.point_at(0.37 * each.length_m)
        assert each.contains(middle[0], middle[1])
        assert each.signed_distance(middle[0], middle[1]) < 0.0
    blocks = [name for block in road_map.roadblocks for name in block.lanes]
    assert sorted(blocks) == sorted(e.id for e in road_map.lanes if e.is_road_lane)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ("left_bound: 0 1, 10 1", "the lane has one bound, but no right_bound"),
        ("left_bound: 0 1, 5 1, 10 1\n    right_bound: 0 -1, 10 -1", "there are 3 points for 2"),
    ],
)
def test_bounds_of_a_native_file_fit_its_centre_line(bounds, message):
    text = (
        "format: ghost-map\nversion: 1\nname: x\nlanes:\n"
        f"  - id: a\n    centre: 0 0, 10 0\n    width_m: 2\n    {bounds}\n"
    )
    with pytest.raises(InputError, match=message):
        read_map("x.yaml", text.encode())
