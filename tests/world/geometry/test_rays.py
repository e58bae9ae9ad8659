"""Rays and lines of sight, held against shapely."""

import numpy as np
import pytest
from hypothesis import given
from shapely import LineString, Point

from project_ghost.world.bodies import ALIVE, BODY_WIDTH, YAW, X, Y
from project_ghost.world.geometry import (
    NEVER,
    ray_hits_body,
    ray_hits_box,
    ray_hits_circle,
    ray_hits_polygon,
    segment_is_clear,
)
from tests.world.geometry.shapes import (
    Shape,
    angles,
    box,
    circle,
    coordinates,
    extents,
    polygons,
)

MARGIN_M = 1e-4


def same_as_shapely(share: float, ray: tuple[float, float, float, float], shape: Shape) -> None:
    ax, ay, bx, by = ray
    line, solid = LineString([(ax, ay), (bx, by)]), shape.for_shapely()
    if line.distance(solid) > MARGIN_M:
        assert share == NEVER
    elif line.intersection(solid).length > MARGIN_M:
        assert share <= 1.0
        entry = Point(ax + share * (bx - ax), ay + share * (by - ay))
        if share > 0.0:
            assert solid.exterior.distance(entry) < MARGIN_M
            before = LineString([(ax, ay), (entry.x, entry.y)])
            assert before.intersection(solid).length < 0.1 * line.length + MARGIN_M
        else:
            assert solid.distance(Point(ax, ay)) < MARGIN_M


@given(*[coordinates] * 4, coordinates, coordinates, angles, extents, extents)
def test_a_box_is_hit_where_shapely_says(ax, ay, bx, by, x, y, yaw, length, width):
    share = ray_hits_box(ax, ay, bx, by, x, y, yaw, length, width)
    same_as_shapely(share, (ax, ay, bx, by), box(x, y, yaw, length, width))


@given(*[coordinates] * 4, coordinates, coordinates, extents)
def test_a_circle_is_hit_where_shapely_says(ax, ay, bx, by, x, y, radius):
    share = ray_hits_circle(ax, ay, bx, by, x, y, radius)
    same_as_shapely(share, (ax, ay, bx, by), circle(x, y, radius))


@given(*[coordinates] * 4, polygons)
def test_a_polygon_is_hit_where_shapely_says(ax, ay, bx, by, polygon):
    share = ray_hits_polygon(ax, ay, bx, by, polygon.corners, polygon.count)
    same_as_shapely(share, (ax, ay, bx, by), polygon)


def test_known_hits():
    assert ray_hits_box(0.0, 0.0, 10.0, 0.0, 5.0, 0.0, 0.0, 1.0, 1.0) == 0.4
    assert ray_hits_box(5.0, 0.0, 10.0, 0.0, 5.0, 0.0, 0.0, 1.0, 1.0) == 0.0
    assert ray_hits_box(0.0, 2.0, 10.0, 2.0, 5.0, 0.0, 0.0, 1.0, 1.0) == NEVER
    assert ray_hits_circle(0.0, 0.0, 10.0, 0.0, 5.0, 0.0, 1.0) == 0.4
    assert ray_hits_circle(0.0, 0.0, 3.0, 0.0, 5.0, 0.0, 1.0) == NEVER
    assert ray_hits_circle(8.0, 0.0, 10.0, 0.0, 5.0, 0.0, 1.0) == NEVER
    assert ray_hits_polygon(0.0, 0.0, 1.0, 0.0, np.zeros((3, 2)), 0) == NEVER


def scene() -> tuple[np.ndarray, np.ndarray]:
    """A car at the origin, one across the road ahead of it, a walker behind that one."""
    bodies = np.zeros((3, BODY_WIDTH))
    bodies[:, ALIVE] = 1.0
    bodies[1, [X, YAW]] = 10.0, 1.5
    bodies[2, X] = 20.0
    return bodies, np.array([(2.2, 0.9, 0.0), (2.2, 0.9, 0.0), (0.0, 0.0, 0.3)])


def is_seen(bodies, sizes, target=2):
    return segment_is_clear(
        bodies[0, X], bodies[0, Y], bodies[target, X], bodies[target, Y], bodies, sizes, 0, target
    )


def test_a_car_hides_an_actor_behind_it():
    bodies, sizes = scene()
    assert not is_seen(bodies, sizes)
    assert is_seen(bodies, sizes, target=1)


@pytest.mark.parametrize("change", [{ALIVE: 0.0}, {Y: 3.0}, {X: 25.0}])
def test_a_car_that_is_not_in_between_hides_nothing(change):
    bodies, sizes = scene()
    for column, value in change.items():
        bodies[1, column] = value
    assert is_seen(bodies, sizes)


def test_a_body_without_size_hides_nothing():
    bodies, sizes = scene()
    sizes[1] = 0.0
    assert is_seen(bodies, sizes)
    assert ray_hits_body(0.0, 0.0, 20.0, 0.0, bodies[1], sizes[1]) == NEVER
