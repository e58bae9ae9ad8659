"""Goal: `ghost diff` and `ghost info` name actors and components.

Method: a run and a fork of it with one slower car; a recording without any names.
"""

import json
from pathlib import Path

import pytest

import project_ghost as ghost
from project_ghost.analysis.divergence import compare_recordings
from project_ghost.analysis.divergence._row_actors import actor_of_signal
from project_ghost.cli import main

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
