"""Goal: `ghost run` runs, records, tells, and fails with one message and nothing left behind."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.scenario import canonical_json, load_scenario
from project_ghost.telemetry import MCAPReplayReader

SHORT = ["--duration", "2s", "--exec", "interpreted"]


def test_a_run_lands_in_a_new_folder(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "t-junction-4", *SHORT]) == 0
    told = capsys.readouterr()
    assert "runs/t-junction-4-1/run.mcap" in told.out.replace("\n", "")
    assert "40 of 50 ms" in told.out
    assert told.err == ""  # no bar where nobody looks
    summary = json.loads((tmp_path / "runs/t-junction-4-1/summary.json").read_text())
    assert (summary["ticks"], summary["level"], summary["execution"]) == (
        40,
        "portable",
        "interpreted",
    )
    assert summary["digest"] in told.out
    assert {"python", "numpy"} <= set(summary["host"])
    with MCAPReplayReader(tmp_path / "runs/t-junction-4-1/run.mcap") as reader:
        messages = list(reader)
    poses = [m for m in messages if m.channel == "/groundtruth/pose"]
    assert len(poses) == 21 * 3
    assert [m.payload_dict["actor"] for m in poses[:4]] == [0, 1, 2, 0]
    assert poses[3].log_time_sim_ns == 100_000_000
    assert (poses[2].payload_dict["x_m"], poses[2].payload_dict["y_m"]) == (6.1, 3.11)


def test_the_same_run_gives_the_same_file_and_another_seed_another(tmp_path, capsys) -> None:
    for name in ("one", "two"):
        assert main(["run", "quadrotor-figure-eight", "--duration", "200ms",
                     "--exec", "interpreted", "-o", str(tmp_path / name)]) == 0  # fmt: skip
    one, two = ((tmp_path / name / "run.mcap").read_bytes() for name in ("one", "two"))
    assert one == two
    assert main(["run", "quadrotor-figure-eight", "--duration", "200ms", "--seed", "77",
                 "--exec", "interpreted", "-o", str(tmp_path / "three")]) == 0  # fmt: skip
    assert (tmp_path / "three/run.mcap").read_bytes() != one
    capsys.readouterr()


def test_nothing_is_overwritten_without_force(tmp_path, capsys) -> None:
    folder = str(tmp_path / "x")
    assert main(["run", "t-junction-5", *SHORT, "-o", folder]) == 0
    assert main(["run", "t-junction-5", *SHORT, "-o", folder]) == 2
    assert "overwrite it with --force" in capsys.readouterr().err
    assert main(["run", "t-junction-5", *SHORT, "-o", folder, "--force"]) == 0


def test_no_record_writes_nothing(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "t-junction-5", *SHORT, "--no-record", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["ticks"], result["folder"], result["contacts"]) == (40, None, [])
    assert list(tmp_path.iterdir()) == []
    assert main(["run", "t-junction-5", "--no-record", "-o", "x"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["t-junction-9"], "there is no scenario 't-junction-9'; did you mean 't-junction-"),
        (["missing.yaml"], "the file cannot be read"),
        (["t-junction-4", "--set", "actors.car1.speed=5"], "there is no key 'speed' here"),
        (["t-junction-4", "--duration", "1ms"], "not a whole number of steps"),
        (["t-junction-4", "--seed", "x"], "seed is 'x'"),
    ],
)
def test_bad_input_is_one_message_and_leaves_nothing(
    tmp_path, monkeypatch, capsys, arguments, message
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", *arguments]) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert "Traceback" not in told.err
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


def test_the_scenario_in_the_recording_is_the_one_that_ran(tmp_path, capsys) -> None:
    settings = ["--set", "actors.car1.speed_mps=3"]
    assert main(["run", "t-junction-1", *SHORT, *settings, "-o", str(tmp_path)]) == 0
    capsys.readouterr()
    spec = load_scenario("t-junction-1", ["actors.car1.speed_mps=3", "duration=2s"]).spec
    assert canonical_json(spec).encode() in (tmp_path / "run.mcap").read_bytes()


def test_ctrl_c_closes_the_recording_and_says_so(tmp_path) -> None:
    command = [sys.executable, "-m", "project_ghost", "run", "t-junction-5"]
    options = ["--duration", "3600s", "--realtime", "--exec", "interpreted"]
    process = subprocess.Popen(
        [*command, *options, "-o", str(tmp_path / "x")],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    part = tmp_path / "x" / "run.mcap.part"
    deadline = time.monotonic() + 60
    while not _has_bytes(part) and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted at" in err
    assert "The recording is closed" in err
    assert "ended by Ctrl-C" in out
    with MCAPReplayReader(tmp_path / "x" / "run.mcap") as reader:
        assert sum(1 for _ in reader) > 0


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0
