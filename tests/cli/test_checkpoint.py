"""Goal: `ghost checkpoint` and `ghost run --from` store, continue and fork a run, and report it."""

import json
from pathlib import Path

import pytest

from project_ghost.runs import DifferentRunError, prepare, recorded_run
from tests.cli.command import run_command


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("t-junction-4", ["duration=2s"], execution="interpreted"), folder)
    return folder


@pytest.mark.slow
def test_a_moment_is_stored_and_gone_on_from(run, tmp_path, capsys) -> None:
    path = tmp_path / "c.ghost"
    code, out, _ = run_command(capsys, "checkpoint", run, "--at", "1.0s", "-o", path)
    assert code == 0
    assert "1 s, tick 20" in out
    assert f"ghost run --from {path}" in out
    code, out, _ = run_command(capsys, "run", "--from", path, "-o", tmp_path / "on", "--json")
    whole = prepare("t-junction-4", ["duration=2s"], execution="interpreted").run()
    result = json.loads(out)
    assert (code, result["digest"]) == (0, whole.digest)
    assert (result["begin_ns"], result["changed"]) == (1_000_000_000, [])
    assert json.loads((tmp_path / "on" / "summary.json").read_text())["begin_ns"] == 1_000_000_000
    code, out, _ = run_command(capsys, "diff", run, tmp_path / "on")
    assert code == 0
    assert "B starts at 1 s, and the comparison starts there" in out
    assert ", and 20 ticks of state." in out
    code, out, _ = run_command(capsys, "diff", tmp_path / "on", run, "--json")
    assert code == 0
    later = {"side": "a", "first_ns": 1_050_000_000, "moment_ns": 1_000_000_000}
    assert json.loads(out)["later"] == later


@pytest.mark.slow
def test_a_fork_says_what_it_changes(run, tmp_path, capsys) -> None:
    path = tmp_path / "c.ghost"
    result = json.loads(
        run_command(capsys, "checkpoint", run, "--at", "1s", "-o", path, "--json")[1]
    )
    assert (result["file"], result["tick"], result["bytes"]) == (str(path), 20, path.stat().st_size)
    fork = ("run", "--from", path, "--no-record", "--set", "actors.car1.speed_mps=2")
    code, out, _ = run_command(capsys, *fork)
    assert code == 0
    assert "a fork" in out
    assert "actors.car1.speed_mps" in out
    words = ("--signals", "Cars.*", "--every", "50ms", "-o", tmp_path / "on", "--json")
    changed = json.loads(run_command(capsys, "run", "--from", path, *words)[1])["changed"]
    assert changed == ["recording.every", "recording.signals"]


@pytest.mark.slow
def test_the_default_name_is_beside_the_recording(run, capsys) -> None:
    assert run_command(capsys, "checkpoint", run, "--at", "50ms")[0] == 0
    path = run / "t-junction-4-0.05s.ghost"
    assert path.exists()
    code, _, err = run_command(capsys, "checkpoint", run, "--at", "50ms")
    assert code == 2
    assert "the file already exists" in err
    assert run_command(capsys, "checkpoint", run, "--at", "50ms", "--force")[0] == 0
    path.unlink()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["run"], "neither a scenario nor a checkpoint is given"),
        (["run", "t-junction-4", "--from", "c.ghost"], "both a scenario and a checkpoint are"),
        (["run", "--from", "nothing.ghost"], "cannot be read: No such file"),
        (["checkpoint", "{run}", "--at", "3s"], "3 s is beyond its end"),
        (["checkpoint", "{run}", "--at", "soon"], "not a duration"),
        (["checkpoint", "{run}", "--at", "6"], "or write 6s, because 6 alone is nanoseconds"),
    ],
)
def test_a_mistake_is_one_clear_message(run, arguments, what, capsys) -> None:
    code, out, err = run_command(capsys, *(each.format(run=run) for each in arguments))
    assert (code, out) == (2, "")
    assert what in err
    assert "Traceback" not in err


def test_another_run_is_exit_code_1(run, tmp_path, capsys, monkeypatch) -> None:
    def refuse(_: object) -> None:
        raise DifferentRunError("the rerun differs from the recording: here")

    monkeypatch.setattr("project_ghost.runs.reopen._checker.RecordingChecker.require_same", refuse)
    code, _, err = run_command(capsys, "checkpoint", run, "--at", "1s", "-o", tmp_path / "c.ghost")
    assert code == 1
    assert "the rerun differs from the recording" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_run_from_the_last_tick_is_the_same_as_what_it_continues(run, tmp_path, capsys) -> None:
    """It has no tick of its own, and so no link of the state chain: that is no difference."""
    at_end, on, longer = tmp_path / "end.ghost", tmp_path / "on", tmp_path / "longer"
    for words in (
        ("checkpoint", run, "--at", "2s", "-o", at_end),
        ("run", "--from", at_end, "-o", on),
        ("verify", on, "-n", "1", "--executor", "in-process"),
        ("diff", run, on),
        ("diff", on, run),
        ("rerun", run, "--set", "duration=3s", "-o", longer),
    ):
        code, out, err = run_command(capsys, *words)
        assert code == 0, (words, out, err)
    assert run_command(capsys, "diff", on, longer)[0] == 1
