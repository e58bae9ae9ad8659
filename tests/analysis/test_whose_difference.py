"""Goal: `ghost diff` and `ghost info` name actors and components.

Method: a run and a fork of it with one slower car; recordings with and without names.
"""

import itertools
import json
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import project_ghost as ghost
from project_ghost.analysis.divergence import Comparison, compare_recordings
from project_ghost.analysis.divergence._streams import names_in
from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.telemetry import Recorder, Recording, actor_of_signal

MANIFEST = {
    "actors": json.dumps(
        [
            {"first_row": 0, "names": ["car1", "car2"], "table": "Cars"},
            {"first_row": 2, "names": [], "table": "crowd"},
            {"first_row": 9, "names": ["guide"], "table": "Walkers"},
        ]
    )
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("whose")
    options = {
        "execution": "interpreted",
        "duration": "300ms",
        "recording.signals": ["Cars.bodies"],
    }
    for name, speed in (("a", 4), ("b", 0.2)):
        settings = {**options, "actors.car2.speed_mps": speed, "recording.viewer": False}
        ghost.run("t-junction-4", **settings, output=folder / name).close()  # type: ignore[arg-type]
    return folder / "a", folder / "b"


def test_the_first_difference_says_whose_it_is(runs, capsys) -> None:
    with ghost.open_run(runs[0]) as a, ghost.open_run(runs[1]) as b:
        poses = compare_recordings(a, b, channels=["/groundtruth/pose"])
        signals = compare_recordings(a, b, channels=["/signals"])
    assert poses.first is not None
    assert poses.first.actor == "car2"
    assert signals.first is not None
    assert {each.actor for each in signals.first.fields} == {"car2"}
    assert main(["diff", *map(str, runs), "--channels", "/groundtruth/pose"]) == 1
    assert "The first difference: of car2, channel /groundtruth/pose" in capsys.readouterr().out
    assert main(["diff", *map(str, runs), "--channels", "/signals"]) == 1
    assert "car2: Cars.bodies[1]" in capsys.readouterr().out
    assert main(["diff", *map(str, runs), "--channels", "/groundtruth/pose", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["first"]["actor"] == "car2"


def test_a_contact_of_one_run_names_both() -> None:
    runs = [
        ghost.run("t-junction-4", set={"actors.car2.speed_mps": speed}, duration="7s")
        for speed in (4, 1)
    ]
    only = compare_recordings(*runs, channels=["/contacts"]).one_sided
    assert [(each.side, each.actor) for each in only] == [("a", "car2 and pedestrian")]


def test_info_lists_actors_and_components(runs, capsys) -> None:
    assert main(["info", str(runs[0])]) == 0
    shown = capsys.readouterr().out
    assert "car1, car2, pedestrian" in shown
    assert "Cars/driver" in shown
    assert "WaypointPid" in shown
    assert main(["info", str(runs[0]), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["components"]["Cars/driver"].endswith(":WaypointPid")
    assert facts["actors"][0]["names"] == ["car1", "car2"]


@pytest.mark.parametrize(
    ("path", "actor"),
    [
        ("Cars.bodies[1][2]", "car2"),
        ("Cars/driver.command[0][1]", "car1"),
        ("Scene.bodies[9][2]", "guide"),
        ("Scene.bodies[3][2]", None),
        ("crowd.bodies[0][2]", None),
        ("car2/imu.gyro[2]", "car2"),
        ("Cars.count", None),
        ("Lights.colour[1]", None),
        ("nonsense", None),
    ],
)
def test_elements_of_signals_belong_to_actors(path: str, actor: str | None) -> None:
    assert actor_of_signal(MANIFEST, path) == actor


@pytest.mark.parametrize("text", ["[", "1", "[1]", '[{"names": 3}]', "{}"])
def test_the_manifest_of_another_program_names_nobody(text: str) -> None:
    assert actor_of_signal({"actors": text}, "Cars.bodies[1]") is None


Ticks: TypeAlias = list[list[tuple[str, float]]]


def recorded(path: Path, ticks: Ticks) -> Path:
    """A recording of a message for each actor and tick, in this order."""
    sequence = itertools.count()
    with Recorder(path, force=True) as recorder:
        for tick, actors in enumerate(ticks):
            for actor, x_m in actors:
                message = Message("/pose", tick * 10, next(sequence), {"actor": actor, "x_m": x_m})
                recorder.record(message)
    return path


def poses_compared(folder: Path, a: Ticks, b: Ticks) -> Comparison:
    one, two = recorded(folder / "a.mcap", a), recorded(folder / "b.mcap", b)
    with Recording(one) as left, Recording(two) as right:
        return compare_recordings(left, right)


def test_an_actor_of_one_recording_leaves_the_others_with_their_partners(tmp_path) -> None:
    both = [("car1", 1.0), ("car3", 3.0)]
    result = poses_compared(
        tmp_path, [both, both], [[("car1", 1.0), ("car2", 2.0), ("car3", 3.5)], both]
    )
    (poses,) = result.channels
    assert (poses.differing, poses.only_a, poses.only_b) == (1, 0, 1)
    assert [(each.side, each.actor) for each in result.one_sided] == [("b", "car2")]


def test_actors_in_another_order_are_a_difference_of_order(tmp_path) -> None:
    result = poses_compared(
        tmp_path, [[("car1", 1.0), ("car2", 2.0)]], [[("car2", 2.0), ("car1", 1.0)]]
    )
    assert result.differing == result.only_a == result.only_b == 0
    assert result.first is not None
    assert result.first.kind == "order"
    assert not result.is_same


@given(st.data())
@settings(max_examples=60)
def test_messages_pair_by_actor_as_a_dictionary_pairs_them(tmp_path_factory, data) -> None:
    tick = st.dictionaries(st.sampled_from("pqrs"), st.sampled_from([0.0, 1.0]), max_size=4)
    ticks = st.lists(tick, min_size=1, max_size=4)
    a, b = data.draw(ticks), data.draw(ticks)
    orders = [[data.draw(st.permutations(list(each.items()))) for each in one] for one in (a, b)]
    result = poses_compared(tmp_path_factory.mktemp("pairs"), *orders)
    values = [
        {(n, actor): x for n, each in enumerate(one) for actor, x in each.items()} for one in (a, b)
    ]
    shared = values[0].keys() & values[1].keys()
    assert result.differing == sum(values[0][key] != values[1][key] for key in shared)
    assert result.only_a == len(values[0].keys() - shared)
    assert result.only_b == len(values[1].keys() - shared)


@pytest.mark.parametrize(
    ("message", "names"),
    [
        (b'{"actor":"car1","x_m":1.0}', (b'"car1"',)),
        (b'{"first": "car1", "normal_x": 1, "second" : "car2"}', (b'"car1"', b'"car2"')),
        (b'{"actor":"a \\"quoted\\" one"}', (b'"a \\"quoted\\" one"',)),
        (b'{"objects":[{"actor":"car1"},{"actor":"car2"}]}', ()),
        (b'{"actor":3}', ()),
        (b'{"note":"\\"actor\\":\\"x\\""}', ()),
    ],
)
def test_names_are_those_of_the_message_itself(message, names) -> None:
    assert names_in(message) == names
