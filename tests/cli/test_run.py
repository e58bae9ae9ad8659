"""Goal: `ghost run` runs, records, reports, and fails with one message and no file left."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.scenario import canonical_json, load_scenario
from project_ghost.telemetry import MCAPReplayReader
from tests.waiting import wait_until

SHORT = ["--duration", "2s", "--exec", "interpreted"]


def test_a_run_lands_in_a_new_folder(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "t-junction-4", *SHORT]) == 0
    output = capsys.readouterr()
    assert "runs/t-junction-4-1/run.mcap" in output.out.replace("\n", "")
    assert "40 of 50 ms" in output.out
    assert output.err == ""  # no bar without a terminal
    summary = json.loads((tmp_path / "runs/t-junction-4-1/summary.json").read_text())
    assert (summary["ticks"], summary["level"], summary["execution"]) == (
        40,
        "portable",
        "interpreted",
    )
    assert summary["digest"] in output.out
    assert {"python", "numpy"} <= set(summary["host"])
    with MCAPReplayReader(tmp_path / "runs/t-junction-4-1/run.mcap") as reader:
        messages = list(reader)
    poses = [m for m in messages if m.channel == "/groundtruth/pose"]
    assert len(poses) == 21 * 3
    assert [m.payload_dict["actor"] for m in poses[:4]] == ["car1", "car2", "pedestrian", "car1"]
    assert poses[3].log_time_sim_ns == 100_000_000
    assert (poses[2].payload_dict["x_m"], poses[2].payload_dict["y_m"]) == (6.1, 3.11)


@pytest.mark.slow
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


@pytest.mark.slow
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
        (
            ["t-junction-9"],
            "there is no built-in scenario 't-junction-9'; did you mean 't-junction-",
        ),
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
    output = capsys.readouterr()
    assert message in output.err
    assert "Traceback" not in output.err
    assert output.out == ""
    assert list(tmp_path.iterdir()) == []


def test_the_scenario_in_the_recording_is_the_one_that_ran(tmp_path, capsys) -> None:
    settings = ["--set", "actors.car1.speed_mps=3"]
    assert main(["run", "t-junction-1", *SHORT, *settings, "-o", str(tmp_path)]) == 0
    capsys.readouterr()
    spec = load_scenario("t-junction-1", ["actors.car1.speed_mps=3", "duration=2s"]).spec
    assert canonical_json(spec).encode() in (tmp_path / "run.mcap").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_the_recording_and_says_so(ending, tmp_path) -> None:
    command = [sys.executable, "-m", "project_ghost", "run", "t-junction-5"]
    options = ["--duration", "3600s", "--realtime", "--exec", "interpreted"]
    process = subprocess.Popen(
        [*command, *options, "-o", str(tmp_path / "x")],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    part = tmp_path / "x" / "run.mcap.part"
    wait_until(lambda: process.poll() is not None or _has_bytes(part), "the recording has begun")
    assert process.poll() is None, process.communicate()
    process.send_signal(ending)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted at" in err
    assert "The recording is complete" in err
    assert "ended by Ctrl-C" in out
    with MCAPReplayReader(tmp_path / "x" / "run.mcap") as reader:
        assert sum(1 for _ in reader) > 0


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def limited(size_max: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`ghost run` in a process whose files may have so many bytes, as on a disk that is full."""
    script = (
        "import resource, sys;"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size_max}, {size_max}));"
        "from project_ghost.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-B", "-c", script, "run", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_full_disk_is_one_message_after_the_result_of_the_run_itself(tmp_path, capsys) -> None:
    folder = tmp_path / "x"
    done = limited(170_000, "t-junction-4", "--exec", "interpreted", "-o", str(folder))
    assert done.returncode == 2
    assert done.stderr.count("ghost run: ") == 1
    assert "the recording cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert "ended by its recording, which could not be written" in done.stdout
    assert sorted(path.name for path in folder.iterdir()) == ["run.mcap.part"]
    # What the disk could hold can be read, and is the beginning of the true run.
    assert main(["recover", str(folder / "run.mcap.part")]) == 0
    assert main(["run", "t-junction-4", "--exec", "interpreted", "-o", str(tmp_path / "y")]) == 0
    capsys.readouterr()
    with (
        MCAPReplayReader(folder / "run.mcap") as part,
        MCAPReplayReader(tmp_path / "y" / "run.mcap") as whole,
    ):
        got, true = list(part), list(whole)
    assert 0 < len(got) < len(true)
    for name in {message.channel for message in got}:
        result, expected = ([m for m in each if m.channel == name] for each in (got, true))
        assert result == expected[: len(result)]


@pytest.mark.slow
def test_a_disk_that_is_full_from_the_start_leaves_nothing(tmp_path) -> None:
    done = limited(1000, "t-junction-4", *SHORT, "-o", str(tmp_path / "x"))
    assert done.returncode == 2
    assert done.stderr.startswith("ghost run: the recording cannot be written: File too large")
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_summary_that_cannot_be_written_is_an_error_after_the_result(tmp_path, capsys) -> None:
    (tmp_path / "summary.json").mkdir()  # where it would be written
    assert main(["run", "t-junction-5", *SHORT, "-o", str(tmp_path), "--force"]) == 2
    output = capsys.readouterr()
    assert output.err.startswith("ghost run: the summary cannot be written")
    assert "digest" in output.out
    assert "summary.json" not in output.out
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["run.mcap"]


def test_a_truncated_recording_is_not_overwritten(tmp_path, capsys) -> None:
    (tmp_path / "run.mcap.part").write_bytes(b"precious")
    arguments = ["run", "t-junction-5", *SHORT, "-o", str(tmp_path)]
    assert main(arguments) == 2
    assert "ghost recover" in capsys.readouterr().err
    assert (tmp_path / "run.mcap.part").read_bytes() == b"precious"
    assert main([*arguments, "--force"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.mcap", "summary.json"]


@pytest.mark.slow
def test_force_keeps_the_old_run_until_the_new_one_is_whole(tmp_path, capsys) -> None:
    arguments = ["t-junction-4", "--exec", "interpreted", "-o", str(tmp_path), "--force"]
    assert main(["run", *arguments]) == 0
    before = (tmp_path / "run.mcap").read_bytes()
    assert limited(60_000, *arguments).returncode == 2
    assert (tmp_path / "run.mcap").read_bytes() == before
    capsys.readouterr()


@pytest.mark.parametrize("kind", ["a file", "below a file", "a folder in its place"])
def test_a_folder_that_cannot_be_written_is_one_message(tmp_path, capsys, kind) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "taken" / "run.mcap.part").mkdir(parents=True)
    target = {"a file": "file", "below a file": "file/x", "a folder in its place": "taken"}[kind]
    assert main(["run", "t-junction-5", *SHORT, "-o", str(tmp_path / target), "--force"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("ghost run: ") == 1
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.slow
def test_signals_are_recorded_at_a_rate_of_their_own_and_change_nothing_else(
    tmp_path, capsys
) -> None:
    from project_ghost.telemetry import Recording

    run = ["run", "t-junction-4", *SHORT]
    assert main([*run, "-o", str(tmp_path / "a")]) == 0
    assert main([*run, "-o", str(tmp_path / "b"), "--every", "50ms",
                 "--signals", "Cars/driver.*", "--signals", "Scene.bodies"]) == 0  # fmt: skip
    capsys.readouterr()
    with Recording(tmp_path / "a/run.mcap") as plain, Recording(tmp_path / "b/run.mcap") as more:
        result = more["/signals"].arrays()
        assert result["Scene.bodies"].shape == (41, 3, 11)
        assert result["stamp_sim_ns"].tolist() == [k * 50_000_000 for k in range(41)]
        poses = more["/groundtruth/pose"].arrays()
        assert result["Scene.bodies"][::2, 1, 2].tolist() == poses["x_m"][1::3].tolist()
        assert {"Cars/driver.command", "Cars/driver.progress"} <= set(result)
        one, two = plain.digests(), more.digests()
        assert {k: v for k, v in two.channels.items() if k != "/signals"} == one.channels
        assert two.order == one.order
        spec = json.loads(more.attachment("scenario.json").data)
        assert spec["recording"]["every"] == 50_000_000
        assert spec["recording"]["signals"] == ["Cars/driver.*", "Scene.bodies"]


@pytest.mark.slow
def test_compiled_runs_hand_over_the_same_samples(tmp_path, capsys) -> None:
    for way in ("interpreted", "compiled"):
        run = ["run", "quadrotor-figure-eight", "--duration", "500ms", "--exec", way]
        signals = ["--signals", "quad.*", "--every", "2ms"]
        assert main([*run, *signals, "-o", str(tmp_path / way)]) == 0
    capsys.readouterr()
    one, two = (tmp_path / way / "run.mcap" for way in ("interpreted", "compiled"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "where", "message"),
    [
        (["--signals", "Cars/drivr.command"], "--signals", "did you mean 'Cars/driver.command'?"),
        (["--signals", "*", "--every", "70ms"], "--every", "or below, 50_000_000 ns"),
        (["--signals", "*", "--every", "often"], "--every", "not a duration"),
        (["--every", "50ms"], "--every", "--every is given without signals"),
        (["--signals", "*", "--no-record"], "--no-record", "cannot record signals"),
    ],
)
def test_signals_that_cannot_be_had_are_one_message(
    tmp_path, monkeypatch, capsys, arguments, where, message
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "t-junction-4", *arguments]) == 2
    output = capsys.readouterr().err
    assert f"  where: {where}" in output
    assert message in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_diff_finds_the_tick_from_which_two_runs_part(tmp_path, capsys) -> None:
    # A later fault is the only thing that differs: car2 stops to steer in tick 31.
    fault = "faults=[{kind: stuck_actuator, actor: car2, actuator: accelerator, at: %s}]"
    for name, at in (("a", "1.5s"), ("b", "1.55s")):
        assert main(["run", "t-junction-4", *SHORT, "-o", str(tmp_path / name),
                     "--set", fault % at]) == 0  # fmt: skip
    capsys.readouterr()
    assert main(["diff", str(tmp_path / "a"), str(tmp_path / "b"), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["chain"]["tick"] == 30


def test_a_layout_for_viewers_looks_at_the_actors(tmp_path, capsys) -> None:
    assert main(["run", "t-junction-4", *SHORT, "-o", str(tmp_path / "x")]) == 0
    capsys.readouterr()
    export = ["export", str(tmp_path / "x"), "--to", "layout"]
    assert main(export) == 0
    assert "x/layout.json" in capsys.readouterr().out.replace("\n", "")
    layout = json.loads((tmp_path / "x" / "layout.json").read_text())
    x, y, _ = layout["configById"]["3D!ghost"]["cameraState"]["target"]
    assert (x, y) == pytest.approx(((-61.54 - 1.93 + 6.1) / 3, (22.64 - 1.13 + 3.11) / 3))
    assert main(export) == 2
    assert "the output already exists" in capsys.readouterr().err
    assert main([*export, "--force"]) == 0
    assert main([*export, "-o", str(tmp_path / "none" / "y.json")]) == 2
    assert main([*export, "--channels", "/plans"]) == 2
    # Tables have the run's own channels, not what was made of them for viewers.
    assert main(["export", str(tmp_path / "x"), "--to", "csv", "-o", str(tmp_path / "t")]) == 0
    names = {path.stem for path in (tmp_path / "t").iterdir()}
    assert {"plans", "groundtruth_pose", "hash_links"} <= names
    assert not [name for name in names if "foxglove" in name]
    assert "left out" not in capsys.readouterr().err
