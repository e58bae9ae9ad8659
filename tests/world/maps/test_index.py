"""The index of shapes: equal to a scan of all, in one order, interpreted and compiled alike."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box
from shapely.ops import unary_union

from project_ghost.core.errors import InputError
from project_ghost.world.maps import builtin_maps, nearest_on, read_map
from project_ghost.world.maps.index import ShapeIndex

COORDINATES = st.floats(-20.0, 20.0).map(lambda value: round(value * 4.0) / 4.0)
POINTS = st.tuples(COORDINATES, COORDINATES)


def _box(corner, width, height):
    (x, y) = corner
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


BOXES = st.builds(_box, POINTS, st.floats(0.5, 9.0), st.floats(0.5, 9.0))
SEGMENTS = st.tuples(POINTS, POINTS).filter(lambda ends: ends[0] != ends[1])
SHAPES = st.lists(st.lists(st.one_of(BOXES, SEGMENTS), min_size=1, max_size=12), max_size=12)


def geometry(shape):
    return unary_union([LineString(p) if len(p) == 2 else Polygon(p) for p in shape])


@given(SHAPES, POINTS)
def test_the_nearest_shape_is_that_of_a_scan(shapes, point):
    found = ShapeIndex(shapes, "interpreted").nearest(*point)
    distances = [geometry(shape).distance(Point(point)) for shape in shapes]
    if found is None:
        assert not shapes
        return
    assert found[2] == pytest.approx(min(distances), abs=1e-9)
    assert distances[found[0]] == pytest.approx(min(distances), abs=1e-9)
    # Of equally near shapes it is the first.
    assert all(d > found[2] - 1e-9 for d in distances[: found[0]])
    piece = geometry([shapes[found[0]][found[1]]])
    assert piece.distance(Point(point)) == pytest.approx(found[2], abs=1e-9)


@given(SHAPES, POINTS)
def test_a_shape_contains_what_is_inside_one_of_its_pieces(shapes, point):
    found = ShapeIndex(shapes, "interpreted").containing(*point)
    assert list(found) == sorted(set(found))
    for i, shape in enumerate(shapes):
        areas = [Polygon(piece) for piece in shape if len(piece) > 2]
        if any(area.contains(Point(point)) for area in areas):
            assert i in found
        elif not any(area.touches(Point(point)) for area in areas):
            assert i not in found


# Shapely has no answer for boxes without an inside.
@given(SHAPES, POINTS, st.floats(0.25, 30.0), st.floats(0.25, 30.0))
def test_the_shapes_that_meet_a_box_are_those_of_shapely(shapes, corner, width, height):
    window = (corner[0], corner[1], corner[0] + width, corner[1] + height)
    found = ShapeIndex(shapes, "interpreted").meeting(*window)
    expected = [i for i, e in enumerate(shapes) if geometry(e).intersects(box(*window))]
    assert list(found) == expected


def test_unwanted_shapes_do_not_count():
    shapes = [[_box((0.0, 0.0), 1.0, 1.0)], [_box((5.0, 0.0), 1.0, 1.0)]]
    index = ShapeIndex(shapes)
    assert index.nearest(0.5, 0.5) == (0, 0, 0.0)
    assert index.nearest(0.5, 0.5, [0, 1]) == (1, 0, 4.5)
    assert index.nearest(0.5, 0.5, [0, 0]) is None


def test_an_index_without_shapes_answers_nothing():
    index = ShapeIndex([])
    assert len(index) == 0
    assert index.containing(0.0, 0.0) == ()
    assert index.meeting(-1.0, -1.0, 1.0, 1.0) == ()


def test_another_execution_is_refused():
    with pytest.raises(InputError, match="execution is 'fast'"):
        ShapeIndex([], "fast")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["t_junction", "urban_crossing", "motorway"])
def test_compiled_and_interpreted_give_the_same_bits(name):
    lanes = read_map(builtin_maps()[name]).lanes
    shapes = [lane.pieces for lane in lanes]
    interpreted, compiled = ShapeIndex(shapes, "interpreted"), ShapeIndex(shapes, "compiled")
    for i in range(400):
        lane = lanes[i % len(lanes)]
        x, y, _ = lane.point_at(lane.length_m * (i % 7) / 6.0)
        x, y = x + 0.37 * (i % 11) - 2.0, y + 0.53 * (i % 13) - 3.0
        assert interpreted.containing(x, y) == compiled.containing(x, y)
        assert interpreted.nearest(x, y) == compiled.nearest(x, y)
        window = (x - 3.0, y - 2.0, x + 3.0, y + 2.0)
        assert interpreted.meeting(*window) == compiled.meeting(*window)


@pytest.mark.parametrize("name", ["t_junction", "urban_crossing", "motorway"])
def test_the_nearest_lane_has_the_bits_of_a_scan_of_all(name):
    road_map = read_map(builtin_maps()[name])
    west, south, east, north = road_map.bounds
    for i in range(200):
        x = west + (east - west) * (i % 17) / 16.0
        y = south + (north - south) * (i % 13) / 12.0
        lane, place = road_map.nearest_lane(x, y)
        best: Any = None
        for each in road_map.lanes:
            here = nearest_on(each.points, each.distances_m, x, y)
            if each.is_drivable and (best is None or abs(here.offset_m) < abs(best[1].offset_m)):
                best = each, here
        assert (lane.id, place) == (best[0].id, best[1])
