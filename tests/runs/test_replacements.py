"""Runs with a component of one's own in place of another, and their recordings."""

from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.runs import load, prepare, recorded_run, run, runnable_of
from project_ghost.telemetry import Recording

OWN = """
from project_ghost.models.controllers import WaypointPid

class Careful(WaypointPid):
    "The same law, under another name."
"""
SHORT = ["--duration", "200ms", "--exec", "interpreted"]
CAREFUL = "Cars/driver=own.py:Careful"


@pytest.fixture(autouse=True)
def _own(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN)


def test_a_replaced_component_is_named_and_must_be_given_again(capsys) -> None:
    assert main(["run", "t-junction-4", *SHORT, "--replace", CAREFUL, "-o", "run"]) == 0
    with Recording("run/run.mcap") as recording:
        assert '"Cars/driver":"own:Careful"' in recording.manifest["components"]
    verify = ["verify", "run", "--executor", "in-process", "-n", "1"]
    assert main(verify) == 2
    said = capsys.readouterr().err
    assert "recorded with other components than its scenario has: Cars/driver was own:Car" in said
    assert "--replace Cars/driver=FILE.py:Careful" in said
    assert main([*verify, "--replace", CAREFUL]) == 0
    for command in (
        ["rerun", "run", "-o", "again"],
        ["checkpoint", "run", "--at", "100ms", "-o", "c.ghost"],
        ["replay", "run", "--component", "Cars", "--inputs", "rerun"],
    ):
        assert main([*command, "--exec", "interpreted"]) == 2
        assert main([*command, "--exec", "interpreted", "--replace", CAREFUL]) == 0


def test_a_rerun_with_a_replacement_is_a_change(capsys) -> None:
    assert main(["run", "t-junction-4", *SHORT, "-o", "run"]) == 0
    words = ["rerun", "run", "-o", "again", "--exec", "interpreted", "--replace", CAREFUL]
    assert main(words) == 0
    assert "the change had no effect" in capsys.readouterr().out


def test_a_component_put_into_the_graph_is_not_called_nondeterministic(capsys) -> None:
    runnable = runnable_of(load("t-junction-4", ["duration=100ms"]))
    runnable.graph.components["Cars/driver"] = _subclassed(runnable.graph.components["Cars/driver"])
    recorded_run(prepare(runnable, execution="interpreted"), Path())
    assert main(["verify", ".", "--executor", "in-process", "-n", "1"]) == 2
    assert "Cars/driver was tests.runs.test_replacements:Mine" in capsys.readouterr().err


def _subclassed(component):
    """The same component, of a class of its own."""
    component.__class__ = type("Mine", (type(component),), {})
    return component


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Cars/driver", "does not name a component and a class"),
        ("Cars/drivr=own.py:Careful", "there is no component 'Cars/drivr'"),
        ("Cars/driver=own.py:Missing", "'Missing' in own.py does not exist"),
        ("Cars/driver=own:Careful", "does not name a class in a file"),
        ("Cars=own.py:Careful", "Careful cannot be created"),
    ],
)
def test_a_wrong_replacement_is_one_message(text, what, capsys) -> None:
    assert main(["run", "t-junction-4", *SHORT, "--no-record", "--replace", text]) == 2
    assert what in capsys.readouterr().err


def test_two_replacements_of_one_component_are_refused(capsys) -> None:
    words = ["--no-record", "--replace", CAREFUL, "--replace", CAREFUL]
    assert main(["run", "t-junction-4", *SHORT, *words]) == 2
    assert "a second time" in capsys.readouterr().err


def test_an_instance_or_a_function_takes_the_place_of_a_component() -> None:
    settings = ["duration=100ms"]
    digest = run("t-junction-4", settings, execution="interpreted").digest
    own = prepare(
        "t-junction-4",
        settings,
        components={"Cars/driver": _subclassed},
        execution="interpreted",
    )
    assert type(own.runnable.graph.components["Cars/driver"]).__name__ == "Mine"
    assert own.run().digest == digest
    with pytest.raises(InputError, match="its ports do not match"):
        prepare("t-junction-4", components={"Cars": own.runnable.graph.components["Scene"]})
