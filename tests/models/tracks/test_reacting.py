"""Goal: recorded actors that react come in their own rows when there is room, and go.

Method: a small scene by hand, step by step; then the checker that users have for their components.
"""

from typing import Any

import numpy as np
import pytest

from project_ghost.engine import Engine, Graph
from project_ghost.models.tracks import PosedActors, RecordedArrivals
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.testing import check_component
from project_ghost.world.bodies import ALIVE, ROUTE, SERIAL, VX, X
from project_ghost.world.objects import ObjectKind, RecordedTrack
from tests.models.ground import Fixed

STEP_NS = 100_000_000


def track(name: str, x_m: float, first: int, count: int, y_m: float = 0.0) -> RecordedTrack:
    """A track along x at 10 m/s, whose first sample is in this step."""
    stamps = (first + np.arange(count, dtype=np.int64)) * STEP_NS
    x = x_m + np.arange(count)
    states = np.stack([x, 0 * x + y_m, 0 * x, 0 * x + 10.0, 0 * x], axis=1)
    return RecordedTrack(name, ObjectKind.VEHICLE, 4.0, 1.8, stamps, states)


def scene(*tracks: RecordedTrack, at_start: int = 1, **values: Any) -> Engine:
    """The tracks as cars without a command, of which the first are there at the start."""
    actors = [(float(t.states[0, 0]), float(t.states[0, 1]), 0.0, 0.0, 0.0) for t in tracks]
    graph = Graph(STEP_NS)
    graph.group("step", period=STEP_NS)
    arrivals = RecordedArrivals(tracks, **values)
    slots = arrivals.sizes["slots"]
    graph.add("Cars", KinematicBicycles(len(tracks), actors=actors[:at_start], slots=slots), "step")
    graph.add("Arrivals", arrivals, "step")
    graph.add("Idle", Fixed(np.zeros((len(tracks), 2))), "step")
    graph.connect("Idle.y", "Cars.command")
    graph.connect("Cars.bodies", "Arrivals.bodies")
    graph.connect("Arrivals.spawns", "Cars.spawns")
    graph.connect("Arrivals.despawn", "Cars.despawn")
    return Engine(graph)


def test_each_comes_in_its_own_row_and_under_its_own_serial() -> None:
    engine = scene(track("a", 0.0, 0, 9), track("b", 50.0, 3, 9), track("c", 90.0, 1, 9))
    engine.run(2 * STEP_NS)
    bodies = engine.array("Cars.bodies")
    assert bodies[:, ALIVE].tolist() == [1.0, 0.0, 1.0]
    assert bodies[:, SERIAL].tolist() == [0.0, -1.0, 2.0]
    assert bodies[2, [X, VX, ROUTE]].tolist() == [90.0, 10.0, 2.0]
    engine.run(2 * STEP_NS)
    assert engine.array("Cars.bodies")[:, SERIAL].tolist() == [0.0, 1.0, 2.0]


def test_one_without_room_waits_and_comes_where_its_recording_is_by_then() -> None:
    engine = scene(track("a", 3.0, 0, 9), track("b", 0.0, 1, 30))
    engine.run(8 * STEP_NS)
    assert engine.array("Cars.bodies")[1, ALIVE] == 0.0, "somebody stands there"
    engine.run(10 * STEP_NS)
    body = engine.array("Cars.bodies")[1]
    assert body[ALIVE] == 1.0
    assert body[X] > 3.0 + 6.0


def test_one_beside_it_leaves_room() -> None:
    engine = scene(track("a", 0.0, 0, 9), track("b", 0.0, 1, 9, y_m=3.5))
    engine.run(2 * STEP_NS)
    assert engine.array("Cars.bodies")[1, ALIVE] == 1.0


def test_one_whose_recording_ends_before_there_is_room_does_not_come() -> None:
    engine = scene(track("a", 3.0, 0, 9), track("b", 0.0, 1, 3))
    engine.run(20 * STEP_NS)
    assert engine.array("Cars.bodies")[1].tolist()[:2] == [0.0, -1.0]


def test_nobody_is_beyond_the_radius() -> None:
    engine = scene(
        track("a", 0.0, 0, 9),
        track("b", 200.0, 0, 9),
        track("c", 300.0, 1, 9),
        at_start=2,
        centre_row=0.0,
        radius_m=100.0,
    )
    engine.run(2 * STEP_NS)
    assert engine.array("Cars.bodies")[:, ALIVE].tolist() == [1.0, 0.0, 0.0]
    engine.run(9 * STEP_NS)
    assert engine.array("Cars.bodies")[:, ALIVE].tolist() == [1.0, 0.0, 0.0]


@pytest.mark.slow
def test_interpreted_and_compiled_agree() -> None:
    tracks = [track("a", 0.0, 0, 9), track("b", 90.0, 1, 9)]
    check_component(RecordedArrivals(tracks, 3))
    check_component(PosedActors(3, actors=[(0.0, 0.0, 1.0), (5.0, 0.0, 2.0, 3.0, 1.0)]))
