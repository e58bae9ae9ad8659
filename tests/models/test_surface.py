"""Goal: the slipperiest patch under a body's centre decides; elsewhere the road is dry."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.surface import Surface
from project_ghost.models.vehicles import SPEED, KinematicBicycles
from tests.models.ground import Fixed, engine


def body(x, y, alive=1.0):
    return [alive, 0.0, x, y, *[0.0] * 7]


def test_patches():
    places = [(0.0, 0.0), (10.0, 0.5), (12.1, 0.0), (1.0, 1.0), (11.0, 0.0), (3.0, 3.0)]
    surface = Surface(
        7,
        circles=[(10.0, 0.0, 2.0, 0.2), (11.0, 0.0, 0.5, 0.6)],
        polygons=[
            ([(0.5, 0.5), (0.5, 2.0), (2.0, 2.0), (2.0, 0.5)], 0.5),  # clockwise
            ([(2.5, 2.5), (9.0, 2.5), (3.0, 9.0)], 0.0),
        ],
        elsewhere=0.9,
    )
    bodies = Fixed([*(body(x, y) for x, y in places), body(10.0, 0.0, alive=0.0)])
    run = engine({"surface": surface, "bodies": bodies}, {"surface.bodies": "bodies.y"})
    run.run("50ms")
    assert run.array("surface.friction").tolist() == [0.9, 0.2, 0.9, 0.5, 0.2, 0.0, 0.9]


def test_the_edge_belongs_to_a_patch():
    surface = Surface(2, polygons=[([(0, 0), (4, 0), (4, 4), (0, 4)], 0.3)])
    bodies = Fixed([body(4.0, 2.0), body(4.0000001, 2.0)])
    run = engine({"surface": surface, "bodies": bodies}, {"surface.bodies": "bodies.y"})
    run.run("50ms")
    assert run.array("surface.friction").tolist() == [0.3, 1.0]


def test_a_car_brakes_longer_over_ice():
    stops = []
    for circles in ([], [(20.0, 0.0, 15.0, 0.1)]):
        run = engine(
            {
                "cars": KinematicBicycles(actors=[(0.0, 0.0, 0.0, 12.0)]),
                "surface": Surface(circles=circles),
                "command": Fixed([(0.0, -8.0)]),
            },
            {
                "cars.command": "command.y",
                "surface.bodies": "cars.bodies",
                "cars.friction": "surface.friction",
            },
        )
        run.run("30s")
        assert run.array("cars.motion")[0, SPEED] == 0.0
        stops.append(run.array("cars.bodies")[0, 2])
    assert stops[1] > stops[0] + 10.0


@pytest.mark.parametrize(
    "corners", [[(0, 0), (1, 0)], [(0, 0), (4, 0), (1, 1), (0, 4)], [(0, 0), (1, 1), (2, 2)]]
)
def test_what_is_no_convex_polygon_is_refused(corners):
    with pytest.raises(InputError, match="patch 0 has the corners"):
        Surface(polygons=[(corners, 0.5)])


def test_negative_friction_is_refused():
    with pytest.raises(InputError, match="the frictions are"):
        Surface(circles=[(0.0, 0.0, 1.0, -0.5)])
