"""Schedule files are run, recorded and reopened as scenarios are."""

import io
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.runs import load, prepare, recorded_run, scenario_of
from project_ghost.telemetry import Recording

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the example, as the current one."""
    code = tmp_path / "code"
    code.mkdir()
    for name in ("loop.yaml", "two_cars.yaml", "loop_parts.py"):
        shutil.copy(EXAMPLES / name, code / name)
    monkeypatch.chdir(tmp_path)
    # Modules of the same name from other folders are refused.
    others = sys.modules.pop("loop_parts", None)
    yield tmp_path
    sys.modules.pop("loop_parts", None)
    if others is not None:
        sys.modules["loop_parts"] = others


def run(*words: str) -> int:
    return main([*words, "--exec", "interpreted"])


@pytest.mark.usefixtures("folder")
def test_a_schedule_is_run_verified_continued_replayed_and_opened(capsys, monkeypatch) -> None:
    assert run("run", "code/loop.yaml", "--duration", "300ms", "-o", "run") == 0
    assert main(["verify", "run", "--trust", "--executor", "in-process", "-n", "1"]) == 0
    assert run("rerun", "run", "--trust", "-o", "again") == 0
    assert "The same, bit for bit" in capsys.readouterr().out
    assert run("checkpoint", "run", "--trust", "--at", "100ms", "-o", "c.ghost") == 0
    assert run("run", "--from", "c.ghost", "--trust", "-o", "continued", "--code", "code") == 0
    first, rest = (Recording(Path(name, "run.mcap")) for name in ("run", "continued"))
    with first, rest:
        assert first.results["state_sha256"] == rest.results["state_sha256"]
    assert run("replay", "run", "--trust", "--component", "Compass") == 0
    assert "the recorded schedule, run again" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("p gain\n"))
    assert run("debug", "run", "--trust", "--at", "100ms", "--component", "Helm") == 0


@pytest.mark.usefixtures("folder")
def test_a_fork_differs_from_its_moment_on(capsys) -> None:
    assert run("run", "code/loop.yaml", "--duration", "300ms", "-o", "run") == 0
    assert run("checkpoint", "run", "--trust", "--at", "100ms", "-o", "c.ghost") == 0
    words = ["--set", "components.Helm.gain=2.5", "-o", "fork", "--code", "code", "--json"]
    capsys.readouterr()
    assert run("run", "--from", "c.ghost", "--trust", *words) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == ["components.Helm.gain"]
    words = ["--signals", "Car.x", "-o", "other", "--code", "code", "--json"]
    assert run("run", "--from", "c.ghost", "--trust", *words) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == ["recording"]


def test_a_recording_is_rerun_by_its_own_text_after_the_file_is_gone(folder) -> None:
    assert run("run", "code/loop.yaml", "--duration", "100ms", "--seed", "9", "-o", "run") == 0
    (folder / "code" / "loop.yaml").unlink()
    assert run("rerun", "run", "--trust", "-o", "again") == 0
    assert load("run").seed == 9


@pytest.mark.usefixtures("folder")
def test_nested_graphs_are_written_out_in_the_recording() -> None:
    assert run("run", "code/two_cars.yaml", "--duration", "50ms", "-o", "run") == 0
    shutil.move("code/loop_parts.py", "loop_parts.py")
    shutil.rmtree("code")
    assert run("rerun", "run", "--trust", "-o", "again", "--code", ".") == 0
    with Recording("run/run.mcap") as recording:
        text = recording.file.attachment(recording.file.attachments[0]).data
    graphs = json.loads(text)["graphs"]
    assert graphs["car1"]["components"]["Car"]["type"] == "loop_parts:Bicycle"
    assert "file" not in graphs["car1"]
    assert "duration" not in graphs["car1"]


@pytest.mark.usefixtures("folder")
def test_signals_are_recorded_on_demand() -> None:
    words = ["--signals", "Car.*", "--every", "10ms", "-o", "run"]
    assert run("run", "code/loop.yaml", "--duration", "100ms", *words) == 0
    with Recording("run/run.mcap") as recording:
        table = recording["/signals"].arrays()
        assert "Car.speed" in table
        assert len(table["Car.speed"]) == 11


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("settings", "what"),
    [
        (["duration=1.5ms"], "the duration is 1_500_000 ns"),
        (["duration=2"], "the duration is 2 ns"),
        (["duration=0.1"], "a number without a unit"),
        (["seed=-1"], "the seed is -1"),
        (["name=a/b"], "the name is 'a/b'"),
        (["components.Car.speeed_mps=3"], "there is no key 'speeed_mps'"),
        (["recording={signals: ['Kar.*']}"], "no signal matches 'Kar.*'"),
        (["graph=1"], "there is no key 'graph'"),
    ],
)
def test_mistakes_are_one_message(settings, what) -> None:
    with pytest.raises(InputError) as caught:
        prepare("code/loop.yaml", settings)
    assert what in caught.value.what


def test_a_schedule_without_a_duration_says_so(folder) -> None:
    path = folder / "code" / "loop.yaml"
    path.write_text(path.read_text().replace("duration: 20s\n", ""))
    with pytest.raises(InputError, match="the schedule has no duration"):
        prepare(path)
    assert main(["schedule", str(path)]) == 0  # needs none


@pytest.mark.usefixtures("folder")
def test_what_needs_actors_is_refused() -> None:
    with pytest.raises(InputError, match="keep_positions needs a scenario"):
        prepare("code/loop.yaml", ["duration=1ms"], execution="interpreted").run(
            keep_positions=True
        )
    with pytest.raises(InputError, match="loop is a schedule, not a scenario"):
        scenario_of("code/loop.yaml")


def test_changed_source_is_named_before_the_bits_differ(folder, capsys) -> None:
    assert run("run", "code/loop.yaml", "--duration", "100ms", "-o", "run") == 0
    source = folder / "code" / "loop_parts.py"
    source.write_text(source.read_text() + "\n# changed\n")
    capsys.readouterr()
    assert run("rerun", "run", "--trust", "-o", "again") == 0
    said = capsys.readouterr()
    assert "the source of loop_parts:Bicycle, loop_parts:Circle" in said.err
    assert "The same, bit for bit" in said.out


@pytest.mark.usefixtures("folder")
def test_a_recording_names_every_class_and_its_source() -> None:
    recorded_run(prepare("code/loop.yaml", ["duration=1ms"], execution="interpreted"), Path())
    with Recording("run.mcap") as recording:
        components = json.loads(recording.manifest["components"])
        classes = json.loads(recording.manifest["classes"])
    assert components["Helm"] == "loop_parts:Helm"
    assert components["Speed"] == "project_ghost.engine.blocks._constant:Constant"
    assert set(components.values()) == set(classes)
    assert all(len(digest) == 64 for digest in classes.values())
