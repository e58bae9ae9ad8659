"""`project_ghost.run` and `open_run`, as a notebook uses them."""

from pathlib import Path

import numpy as np
import pytest

import project_ghost as ghost
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Graph
from project_ghost.engine.blocks import Constant
from project_ghost.runs import checkpoint, load, prepare
from project_ghost.telemetry import open_recording
from project_ghost.view import Run

LOOP = Path(__file__).parents[2] / "examples" / "loop.yaml"
PAST_CONTACT = "6.5s"


@pytest.fixture(scope="module")
def run() -> Run:
    return ghost.run("t-junction-4", set={"seed": 3}, duration=PAST_CONTACT)


def test_the_run_says_what_matters(run) -> None:
    assert repr(run).startswith("<Run t-junction-4, seed 3, 6.5 s, 1 contact, digest ")
    assert len(repr(run)) < 100
    assert run.digest == run.results["state_sha256"]
    (contact,) = run.contacts
    assert (contact.first, contact.second) == ("car2", "pedestrian")
    assert contact.stamp_sim_ns == 6_100_000_000


def test_an_actor_has_arrays_by_field(run) -> None:
    assert run.actors == ("car1", "car2", "pedestrian")
    track = run.actor("car2")
    assert len(track) == 66
    assert track.x_m.shape == track.time_s.shape == (66,)
    assert np.array_equal(track.stamps_ns, np.arange(66) * 100_000_000)
    poses = [m for m in run["/groundtruth/pose"] if m.payload["actor"] == "car2"]
    assert track.yaw_rad.tolist() == [m.payload["yaw_rad"] for m in poses]
    assert "x_m" in dir(track)
    with pytest.raises(AttributeError, match="a pose has no 'xm'; it has"):
        _ = track.xm
    with pytest.raises(InputError, match="did you mean 'car2'"):
        run.actor("cr2")


def test_a_table_has_all_messages(run) -> None:
    table = run.table("/groundtruth/pose")
    assert table.num_rows == len(run["/groundtruth/pose"])
    assert "x_m" in table.column_names


def test_without_pyarrow_a_table_is_arrays(run, monkeypatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert run.table("/contacts")["closing_mps"].shape == (1,)


def test_the_picture_is_that_of_the_command(run, tmp_path) -> None:
    picture = run.plot()
    text = picture.save(tmp_path / "run.svg").read_text()
    assert text == picture._repr_svg_()
    for name in (*run.actors, "6.1 s"):
        assert f">{name}<" in text


@pytest.mark.parametrize(
    "settings",
    [
        {"set": {"seed": 5, "duration": "50ms"}},
        {"set": "seed=5", "duration": "50ms"},
        {"set": ["seed=5", "duration=50ms"]},
        {"seed": 5, "duration": "50ms"},
        {"seed": np.int64(5), "duration": 50_000_000},
    ],
)
def test_every_form_of_settings_gives_the_same_run(settings) -> None:
    with ghost.run("t-junction-4", **settings) as short:
        assert short.seed == 5
        assert short.stop_ns == 50_000_000


def test_settings_may_follow_the_source() -> None:
    with ghost.run("t-junction-4", "duration=50ms") as short:
        assert short.stop_ns == 50_000_000


def test_what_people_hold_shows_itself_in_a_line(tmp_path) -> None:
    run = ghost.run("t-junction-4", {"duration": "100ms"}, output=tmp_path / "run")
    prepared = prepare("t-junction-4", ["duration=100ms"], execution="interpreted")
    stored = checkpoint(tmp_path / "run", "50ms")
    shown = [
        repr(each)
        for each in (
            run, run["/contacts"], open_recording(tmp_path / "run"), next(iter(run)), prepared,
            prepared.engine, prepared.runnable, prepared.runnable.graph, prepared.engine.plan,
            stored, stored.checkpoint, load("t-junction-4"), load(LOOP),
        )
    ]  # fmt: skip
    assert shown[1] == "<RecordedChannel /contacts, 0 messages of ghost.Contact>"
    assert shown[5] == "<Engine at 0 s, 9 components, interpreted>"
    assert shown[10] == "<Checkpoint of t-junction-4 at 0.05 s, seed 1>"
    assert shown[12] == "<ScheduleFile loop>"
    assert [text for text in shown if len(text) > 300 or " object at 0x" in text] == []


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"set": [3]}, "a setting is 3"),
        ({"set": {"seed": object()}}, "the value of 'seed' is"),
        ({"sed": 3}, "there is no key 'sed'"),
        ({"set": "seed"}, "'seed' is not a setting"),
    ],
)
def test_wrong_settings_are_our_errors(settings, what) -> None:
    with pytest.raises(GhostError) as caught:
        ghost.run("t-junction-4", **settings)
    assert what in caught.value.what


def test_a_run_is_kept_where_it_is_asked_for(tmp_path) -> None:
    kept = ghost.run("t-junction-4", duration="50ms", output=tmp_path / "a")
    with ghost.open_run(str(tmp_path / "a")) as opened:
        assert opened.digest == kept.digest
    with pytest.raises(InputError, match="already contains a run"):
        ghost.run("t-junction-4", duration="50ms", output=str(tmp_path / "a"))


def test_the_files_go_with_the_run() -> None:
    short = ghost.run("t-junction-4", duration="50ms")
    path = Path(short.path)
    assert path.exists()
    short.close()
    assert not path.parent.exists()


def test_a_graph_is_run_too() -> None:
    graph = Graph("1ms")
    graph.group("all", period="1ms")
    graph.add("One", Constant(value=1.0), "all")
    graph.publish("/one", ["One.y"], "all")
    with ghost.run(graph, duration="3ms", seed=2) as short:
        assert short.table("/one")["One.y"].to_pylist() == [1.0] * 4
        assert short.contacts == ()
        assert short.actors == ()
        with pytest.raises(InputError, match="the run has no actors"):
            short.plot()


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({}, "a graph does not say how long it runs"),
        ({"duration": "3ms", "gain": 2}, "a graph has no setting 'gain'"),
        ({"set": "seeed=2"}, "a graph has no setting 'seeed'; did you mean 'seed'?"),
        ({"set": "seed=x", "duration": "3ms"}, "seed is 'x'"),
        ({"duration": "3ms", "seed": 1.5}, "seed is 1.5"),
        ({"duration": "3ms", "output": 3}, "path is 3"),
    ],
)
def test_wrong_settings_of_a_graph_are_our_errors(settings, what) -> None:
    graph = Graph("1ms")
    graph.group("all", period="1ms")
    graph.add("One", Constant(value=1.0), "all")
    with pytest.raises(GhostError) as caught:
        ghost.run(graph, **settings)
    assert caught.value.what == what
