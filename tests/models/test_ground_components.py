"""Goal: every ground component keeps what components promise, and runs the same compiled.

Method: `check_component` on each, with random inputs; and one scene with all of them, a few
hundred ticks interpreted and compiled, compared by its digest.
"""

import math

import pytest

from project_ghost.engine import AbstractComponent, Engine
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.pedestrians import Walkers
from project_ghost.models.surface import Surface
from project_ghost.models.traffic import IdmDrivers, Spawner
from project_ghost.models.vehicles import (
    KinematicBicycle,
    KinematicBicycles,
    SingleTrack,
    SingleTracks,
)
from project_ghost.testing import check_component
from project_ghost.world.collision import Scene
from tests.models.ground import Once, circle, engine, straight

ROUTE = [(0.0, 0.0, 2.0), (1.0, 0.5, 2.0), (2.0, 0.0, 1.0)]
START = [(0.0, 0.5, 0.1, 4.0, 0), (1.0, -0.5, 3.0, 0.0, 0)]
NOBODY_COMES = {"spawns": (0.0, 0.0), "despawn": (0.0, 0.0), "friction": (0.1, 1.0)}

COMPONENTS: list[AbstractComponent] = [
    KinematicBicycle(rolling=3.0),
    SingleTrack(rolling=3.0),
    KinematicBicycles(2, actors=START),
    SingleTracks(2, actors=START),
    Walkers([ROUTE], 2, actors=START),
    WaypointPid([ROUTE], 2),
    PurePursuit([ROUTE], 2),
    Stanley([ROUTE], 2),
    LqrTracking([ROUTE], 2),
    IdmDrivers([ROUTE], 2, variation=0.1, stops=[(0, 1.5, 0)], yields=[(0, 1.0, 0.0, 0.0, 1.0)]),
    Spawner([(0.0, 0.0, 0.0, 1.0, 0)], 2, rate_hz=20.0, leaving_hz=1.0, clear_m=0.5),
    Surface(2, circles=[(0.0, 0.0, 1.0, 0.5)], polygons=[([(0, 0), (1, 0), (0, 1)], 0.2)]),
]


@pytest.mark.slow
@pytest.mark.parametrize("component", COMPONENTS, ids=lambda each: type(each).__name__)
def test_components_keep_their_promises(component):
    ranges = {name: pair for name, pair in NOBODY_COMES.items() if name in component.inputs()}
    check_component(component, ranges=ranges, samples=20)


def scene(execution: str) -> Engine:
    """All of them on one schedule, with blows, ice, others, and actors that come and go."""
    ring = circle(25.0, 7.0)
    first = {"cars": 0, "fast": 4, "people": 8, "guests": 11}
    rows = 15
    start = [(25.0, 0.0, math.pi / 2, 3.0, 0)]
    parts = {
        "cars": KinematicBicycles(4, actors=[*start, (0.0, 25.0, 3.1, 2.0, 0)], scene=rows),
        "fast": SingleTracks(
            4,
            actors=[(0.0, -25.0, 0.0, 5.0, 0), (0.0, -40.0, 0.0, 0.0, 1)],
            first_row=4,
            scene=rows,
        ),
        "people": Walkers(
            [[(20.0, 0.0, 1.4), (30.0, 0.0, 1.4)], [(30.0, 0.0, 1.4), (20.0, 0.0, 1.4)]],
            3,
            actors=[(20.0, 0.0, 0.0, 0.0, 0), (30.0, 0.1, 3.1, 0.0, 1)],
            first_row=8,
            scene=rows,
        ),
        "guests": KinematicBicycles(4, first_row=11, scene=rows),
        "Scene": Scene(cars=4, fast=4, people=3, guests=4),
        "surface": Surface(rows, circles=[(0.0, 25.0, 8.0, 0.2)]),
        # A push for each: as hard as suits a car, and as makes a person stagger.
        "blow": Once(
            [(60.0, 40.0, 0.0) if 8 <= k < 11 else (900.0, 700.0, 300.0) for k in range(rows)]
        ),
        "pid": WaypointPid([ring], 4, closed=[True], scene=rows),
        "arc": PurePursuit([ring, straight(60.0, 9.0)], 4, closed=[True], first_row=4, scene=rows),
        "front": Stanley([ring], 4, closed=[True], scene=rows),
        "gains": LqrTracking([ring], 4, closed=[True], scene=rows),
        "idm": IdmDrivers([straight(60.0, 9.0, 0.5)], 4, first_row=11, scene=rows, variation=0.2),
        "spawner": Spawner(
            [(0.0, 0.0, 0.0, 5.0, 0)],
            4,
            first_row=11,
            scene=rows,
            rate_hz=1.0,
            leaving_hz=0.05,
            jitter=(1.0, 0.2, 0.1, 1.0),
        ),
    }
    wires = {f"Scene.{table}": f"{table}.bodies" for table in first}
    wires |= {f"{table}.impulse": "blow.y" for table in first}
    wires |= {f"{table}.friction": "surface.friction" for table in first}
    readers = ("surface", "pid", "arc", "front", "gains", "idm", "spawner")
    wires |= {f"{reader}.bodies": "Scene.bodies" for reader in readers}
    wires |= {
        "people.others": "Scene.bodies",
        "cars.command": "pid.command",
        "fast.command": "arc.command",
        "guests.command": "idm.command",
        "guests.spawns": "spawner.spawns",
        "guests.despawn": "spawner.despawn",
        "spawner.arrived": "idm.arrived",
    }
    return engine(parts, wires, execution=execution, seed=7)


@pytest.mark.slow
def test_interpreted_and_compiled_are_the_same():
    one, two = scene("interpreted"), scene("compiled")
    for run in (one, two):
        run.run("15s")
    assert one.link == two.link
    assert one.digest == two.digest
    # It was a run worth comparing: somebody came, somebody left, everybody moved.
    assert one.array("guests.bodies")[:, 1].max() >= 3.0
    assert one.array("people.progress").max() > 5.0
    assert min(one.array("pid.progress")[:2]) > 0.0
