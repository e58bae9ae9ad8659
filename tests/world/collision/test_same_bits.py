"""Interpreted and compiled, snapshots, and what a component promises: the same bits."""

import numpy as np
import pytest

from project_ghost.core.compiled import is_available
from project_ghost.testing import check_component
from project_ghost.world.collision import Contacts, Scene
from tests.world.collision.parts import Run, body, numbered

WALLS = [
    ((-25.0, -25.0), (25.0, -25.0), (25.0, -25.2), (-25.0, -25.2)),
    ((-25.0, 25.0), (25.0, 25.0), (25.0, 25.2), (-25.0, 25.2)),
    ((-25.0, -25.0), (-25.0, 25.0), (-25.2, 25.0), (-25.2, -25.0)),
    ((25.0, -25.0), (25.0, 25.0), (25.2, 25.0), (25.2, -25.0)),
    ((-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (0.0, 1.0), (-4.0, 4.0)),
]


def crowd(execution: str) -> Run:
    """50 bodies, boxes and circles, in a yard with a concave building."""
    generator = np.random.default_rng(11)
    rows = [
        body(*[*place, yaw, *velocity])
        for place, yaw, velocity in zip(
            generator.uniform(-20.0, 20.0, (50, 2)),
            generator.uniform(-3.0, 3.0, 50),
            generator.normal(0.0, 9.0, (50, 2)),
            strict=True,
        )
    ]
    car = np.arange(50) % 2 == 1
    return Run(
        numbered(rows),
        execution=execution,
        half_length=np.where(car, 2.2, 0.0).tolist(),
        half_width=np.where(car, 0.9, 0.0).tolist(),
        radius=np.where(car, 0.0, 0.35).tolist(),
        mass_kg=np.where(car, 1500.0, 80.0).tolist(),
        scenery=WALLS,
        max_events=200,
        max_contacts=400,
    )


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="Numba is not installed")
def test_a_crowded_yard_is_the_same_interpreted_and_compiled():
    one, two = crowd("interpreted"), crowd("compiled")
    for _ in range(6):
        one.engine.run("2s")
        two.engine.run("2s")
        assert two.engine.digest == one.engine.digest
    assert one.total() > 100.0
    assert np.abs(one.bodies()[:, 2:4]).max() < 27.0, "nobody has left the yard"


@pytest.mark.slow
def test_contacts_and_scene_pass_the_component_checker():
    """Random values in every column, serials that change included."""
    wall = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    contacts = Contacts(
        4, half_length=0.8, half_width=0.3, radius=(0.0, 0.0, 0.4, 0.4), scenery=[wall]
    )
    check_component(contacts, samples=20)
    check_component(Scene(cars=2, walkers=3), samples=5)
