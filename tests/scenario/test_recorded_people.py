"""Goal: recorded people walk their recorded ways, and around who is in their way.

Method: people who cross in front of a planner's car that stands, and beside it.
"""

import numpy as np
import pytest

from project_ghost.engine import Engine, Execution
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.populations._recorded_people import recorded_way
from project_ghost.scenario.tracks import tracks_text
from project_ghost.world.bodies import ALIVE, X, Y
from project_ghost.world.objects import ObjectKind, RecordedTrack

SCENARIO = """
version: 1
name: people
step: 50ms
duration: 14s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 0}
    speed_mps: 5
    route: {waypoints: [[0, 0], [50, 0]]}
    driver: {kind: planner, planner: stand, controller: perfect}
populations:
  recorded: {kind: tracks, file: tracks.csv, people: walk}
on_collision: ignore
"""


def crossing(name, x_m, first_s=0.0, wait_s=0.0, kind=ObjectKind.PEDESTRIAN):
    """Ten metres to the north across the road at 1.25 m/s, after a wait."""
    times_s = np.arange(0.0, 8.0 + wait_s + 0.05, 0.1)
    walked = np.maximum(times_s - wait_s, 0.0)
    states = np.zeros((len(times_s), 5))
    states[:, 0], states[:, 1], states[:, 2] = x_m, -5.0 + 1.25 * walked, np.pi / 2.0
    states[:, 4] = np.where(times_s > wait_s, 1.25, 0.0)
    stamps_ns = np.round((times_s + first_s) * 1e9).astype(np.int64)
    return RecordedTrack(name, kind, 0.5, 0.5, stamps_ns, states, 0.25)


def started(tmp_path, tracks, text=SCENARIO):
    (tmp_path / "tracks.csv").write_text(tracks_text(tracks), encoding="utf-8")
    scene = assemble(parse_scenario(text, folder=tmp_path))
    engine = Engine(scene.graph, execution=Execution.INTERPRETED)
    engine.attach("ego/planner", lambda _: {"plan": np.zeros((128, 9)), "count": 0.0})
    return scene, engine


def person(scene, engine, name):
    names = [each.name for each in scene.objects]
    return engine.array("Scene.bodies")[names.index(f"recorded/{name}")]


def test_without_anybody_in_the_way_people_are_where_they_were_recorded(tmp_path):
    track = crossing("free", 30.0, wait_s=2.0)
    scene, engine = started(tmp_path, [track])
    assert [table.name for table in scene.tables] == ["ego", "recorded_walking"]
    for _ in range(8):
        engine.run("1s")
        at = person(scene, engine, "free")
        recorded = track.states[round(engine.now_ns / 1e8)]
        assert (at[X], at[Y]) == pytest.approx((recorded[0], recorded[1]), abs=1.0)


def test_people_go_around_a_car_that_stands_in_their_way(tmp_path):
    blocked = crossing("blocked", 1.0)
    scene, engine = started(tmp_path, [blocked])
    engine.run("12s")
    assert engine.value("Contacts.total") == 0.0
    row = person(scene, engine, "blocked")
    assert row[ALIVE] == 0.0 or row[Y] > 2.0  # it has come to the other side
    _, engine = started(tmp_path, [blocked], SCENARIO.replace("walk", "replay"))
    engine.run("12s")
    assert engine.value("Contacts.total") > 0.0


def test_others_repeat_their_tracks_and_late_people_come_where_they_were(tmp_path):
    tracks = [
        crossing("late", 20.0, first_s=3.0),
        crossing("cyclist", 25.0, kind=ObjectKind.BICYCLE),
        RecordedTrack(
            "still",
            ObjectKind.PEDESTRIAN,
            0.5,
            0.5,
            np.array([0, 10**10]),
            np.zeros((2, 5)) + 40.0,
            0.25,
        ),
    ]
    scene, engine = started(tmp_path, tracks)
    assert [each.is_recorded for each in scene.objects] == [False, True, True, False]
    engine.run("2.9s")
    assert person(scene, engine, "late")[ALIVE] == 0.0
    engine.run("400ms")
    assert person(scene, engine, "late")[ALIVE] == 1.0
    assert person(scene, engine, "late")[Y] == pytest.approx(-4.6, abs=0.4)
    engine.run("10s")
    assert person(scene, engine, "late")[ALIVE] == 0.0  # at the end of its way


def test_a_way_has_the_speeds_and_the_waits_of_its_track():
    way, start_s = recorded_way(crossing("waiting", 0.0, wait_s=2.0))
    assert start_s == pytest.approx(2.0, abs=0.2)
    assert {round(speed, 2) for _, _, speed in way[1:]} == {1.25}
    assert way[-1][:2] == pytest.approx((0.0, 5.0))
    past = crossing("before", 0.0, first_s=-2.0)
    assert recorded_way(past)[0][0][:2] == pytest.approx((0.0, -2.5))


@pytest.mark.slow
def test_compiled_and_interpreted_people_have_the_same_bits(tmp_path):
    tracks = [crossing("one", 1.0), crossing("two", 1.5, first_s=1.0)]
    scene, interpreted = started(tmp_path, tracks)
    compiled = Engine(scene.graph, execution=Execution.COMPILED)
    compiled.attach("ego/planner", lambda _: {"plan": np.zeros((128, 9)), "count": 0.0})
    for engine in (interpreted, compiled):
        engine.run("10s")
    assert interpreted.digest == compiled.digest
