"""Goal: verify and rerun report equal runs as equal, and otherwise the first difference.

Method: a short run, interpreted; recordings that are not of what they say, that were cut off,
or whose run was interrupted.
"""

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from project_ghost.analysis.divergence import compare_recordings
from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.core.duration import seconds_text
from project_ghost.core.level import Level
from project_ghost.runs import manifest_of, prepare, recorded_run
from project_ghost.runs.record._recorded import attachments_of
from project_ghost.scenario.events import Monitor
from project_ghost.telemetry import Recorder, Recording, recover
from proofs.fuzz.forging import rewrite

pytestmark = pytest.mark.slow

SHORT = ["--duration", "3s"]
CHANGE = "actors.car2.speed_mps=5"
HERE = ["--executor", "in-process", "--exec", "interpreted"]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("recorded")
    recorded_run(prepare("t-junction-4", ["duration=3s"], execution="interpreted"), folder)
    return folder / "run.mcap"


@pytest.fixture(autouse=True)
def scratch(tmp_path, monkeypatch) -> Path:
    """Where temporary folders go, and what must be empty afterwards."""
    folder: Path = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(scope="module")
def changed(tmp_path_factory) -> Path:
    """A recording that says it is of the scenario, and is of one in which car 2 is faster."""
    folder: Path = tmp_path_factory.mktemp("changed")
    true = prepare("t-junction-4", ["duration=3s"], execution="interpreted")
    false = prepare("t-junction-4", ["duration=3s", CHANGE], execution="interpreted")
    said = manifest_of(true.runnable, true.runnable.seed, true.level)
    attached = attachments_of(true.runnable)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("project_ghost.runs.record._recorded.manifest_of", lambda *_: said)
        patched.setattr("project_ghost.runs.record._recorded.attachments_of", lambda _: attached)
        recorded_run(false, folder)
    return folder / "run.mcap"


def cut_off(path: Path) -> bytes:
    """What a recording holds up to the midst of its last chunk."""
    with Recording(path) as recording:
        last = recording.file.segments[-1]
    return path.read_bytes()[: last.offset + last.size // 2]


def first_difference(a: Path, b: Path) -> str:
    """Return the first difference as `ghost diff` prints it."""
    with Recording(a) as left, Recording(b) as right:
        first = compare_recordings(left, right).first
    assert first is not None
    return f"channel {first.channel}, simulated time {seconds_text(first.stamp_sim_ns)}"


def test_a_scenario_in_this_process(capsys, scratch) -> None:
    assert main(["verify", "t-junction-4", *SHORT, *HERE]) == 0
    said = capsys.readouterr().out
    assert "The same, bit for bit: 2 of 2 recordings, made in this process: every channel" in said
    assert said.count("interpreted") == 2
    assert list(scratch.iterdir()) == []


def test_fresh_processes_under_load(capsys, scratch) -> None:
    words = ["--exec", "interpreted", "--jobs", "2", "--under-load", "20", "--json"]
    assert main(["verify", "t-junction-4", "--duration", "1s", *words]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["same"]
    assert sorted(run["hash_seed"] for run in said["runs"]) == ["1", "2"]
    assert said["runs"][0]["channels"] == said["runs"][1]["channels"]
    assert said["runs"][0]["state_sha256"] == said["runs"][1]["state_sha256"]
    assert 0.0 < said["load_reached"] <= 1.0
    assert list(scratch.iterdir()) == []


def test_both_ways_of_execution(monkeypatch, capsys) -> None:
    """Only what is asked for: that both give the same is for the golden files to show."""
    asked = []

    def prepare_interpreted(file, *, execution, **_):
        asked.append(execution)
        return prepare(file, execution="interpreted")

    monkeypatch.setattr("project_ghost.runs.prepare", prepare_interpreted)
    words = ["--executor", "in-process", "--exec", "both", "-n", "1"]
    assert main(["verify", "t-junction-4", "--duration", "1s", *words]) == 0
    assert asked[1:] == ["interpreted", "compiled"]  # the first is for the level
    assert "2 of 2" in capsys.readouterr().out


def test_a_recording(recorded, capsys) -> None:
    assert main(["verify", str(recorded), *HERE, "-n", "1"]) == 0
    assert "The same, bit for bit: 2 of 2" in capsys.readouterr().out


def test_a_difference_is_located_and_both_recordings_are_kept(
    recorded, changed, capsys, scratch
) -> None:
    assert main(["verify", str(changed), *HERE]) == 1
    said = capsys.readouterr().out
    assert "no: /" in said
    assert first_difference(changed, recorded) in said
    kept = next(scratch.iterdir()) / "run-1" / "run.mcap"
    assert f"A is {changed}" in said
    assert f"B is {kept}, run 1; both are kept" in said
    assert kept.read_bytes() == recorded.read_bytes()
    assert main(["verify", str(changed), *HERE, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert not document["same"]
    assert document["difference"]["first"]["channel"] in said
    assert document["kept"][0] == str(changed)
    assert len(document["runs"]) == 1


def test_runs_that_differ_from_each_other(monkeypatch, capsys) -> None:
    speeds = iter([4, 4, 5])  # the first is for the level

    def prepare_another(_file, *, execution, **_):
        settings = ["duration=3s", f"actors.car1.speed_mps={next(speeds)}"]
        return prepare("t-junction-4", settings, execution=execution)

    monkeypatch.setattr("project_ghost.runs.prepare", prepare_another)
    assert main(["verify", "t-junction-4", *SHORT, *HERE, "-n", "5"]) == 1
    said = capsys.readouterr().out
    assert "The first difference" in said
    assert "run 2; both are kept" in said


def test_a_difference_that_no_message_shows_is_found_among_all_signals(monkeypatch, capsys) -> None:
    reasons = iter([0.0, 0.0, 5e-324] * 2)  # the first is for the level

    def prepare_another(file, *, execution, **_):
        reason = next(reasons)
        monkeypatch.setattr(Monitor, "output", staticmethod(lambda *_: (0.0, reason)))
        return prepare(file, execution=execution)

    monkeypatch.setattr("project_ghost.runs.prepare", prepare_another)
    words = ["verify", "t-junction-4", "--duration", "50ms", *HERE]
    assert main(words) == 1
    assert "record all of them: --set \"recording.signals=['*']\"" in capsys.readouterr().out
    assert main([*words, "--set", "recording.signals=['*']"]) == 1
    said = capsys.readouterr().out
    assert "Monitor.reason" in said
    assert "record all of them" not in said


@pytest.mark.parametrize("is_recovered", [False, True])
@pytest.mark.parametrize("command", ["verify", "rerun"])
def test_a_truncated_recording_is_compared_as_far_as_it_goes(
    command, is_recovered, recorded, changed, tmp_path, capsys
) -> None:
    part = tmp_path / "run.mcap.part"

    def cut(path: Path) -> Path:
        part.write_bytes(cut_off(path))
        return recover(part, force=True).path if is_recovered else part

    left = cut(recorded)
    assert main(["info", str(left)]) == 0
    wanted = "recovered: only the beginning of its run" if is_recovered else "no, it was cut off"
    assert wanted in capsys.readouterr().out
    words = [*HERE, "-n", "1"] if command == "verify" else ["-o", str(tmp_path / "again")]
    assert main([command, str(left), *words]) == 0
    said = capsys.readouterr()
    assert "warning" in said.err
    assert "as far as" in said.out
    assert "The same, bit for bit" in said.out
    left = cut(changed)
    words = words if command == "verify" else ["-o", str(tmp_path / "and again")]
    assert main([command, str(left), *words]) == 1
    assert first_difference(changed, recorded) in capsys.readouterr().out


def test_an_interrupted_run_is_rerun_for_the_same_time(tmp_path, capsys) -> None:
    prepared = prepare("t-junction-4", ["duration=3s"], execution="interpreted")
    recorded_run(prepared, tmp_path, on_slice=lambda now_ns: now_ns < 10**9, slice_ns=10**8)
    assert main(["verify", str(tmp_path), *HERE, "-n", "1"]) == 0
    assert main(["rerun", str(tmp_path), "-o", str(tmp_path / "again")]) == 0
    assert "The same, bit for bit" in capsys.readouterr().out


@pytest.mark.parametrize("duration_ns", [500_000_000, 1_050_000_000])
def test_a_run_of_another_duration_is_rerun_for_that(duration_ns, tmp_path, capsys) -> None:
    """Method: from Python, shorter and longer than the scenario says."""
    prepared = prepare("t-junction-4", ["duration=1s"], execution="interpreted")
    recorded_run(prepared, tmp_path, duration_ns=duration_ns)
    assert main(["verify", str(tmp_path), *HERE, "-n", "1"]) == 0
    assert main(["rerun", str(tmp_path), "-o", str(tmp_path / "again")]) == 0
    assert "The same, bit for bit" in capsys.readouterr().out


def test_a_run_that_ended_by_a_collision_continues_without_it(tmp_path, capsys) -> None:
    settings = ["duration=7s", "end.first_collision=true"]
    recorded_run(prepare("t-junction-4", settings, execution="interpreted"), tmp_path)
    words = ["--set", "actors.car2.speed_mps=2", "-o", str(tmp_path / "again"), "--json"]
    assert main(["rerun", str(tmp_path), "--exec", "interpreted", *words]) == 0
    capsys.readouterr()
    with Recording(tmp_path / "again" / "run.mcap") as again:
        assert again.results["duration_ns"] == "7000000000"


def test_a_rerun_is_the_same_file(recorded, tmp_path, capsys) -> None:
    words = ["--exec", "interpreted", "-o", str(tmp_path / "again")]
    assert main(["rerun", str(recorded), *words]) == 0
    assert "The same, bit for bit: every channel" in capsys.readouterr().out
    assert (tmp_path / "again" / "run.mcap").read_bytes() == recorded.read_bytes()
    assert (tmp_path / "again" / "summary.json").exists()
    assert main(["rerun", str(recorded), *words]) == 2
    assert "already contains a run" in capsys.readouterr().err
    assert main(["rerun", str(recorded), *words, "--force"]) == 0
    assert (tmp_path / "again" / "run.mcap").read_bytes() == recorded.read_bytes()


def test_a_rerun_with_a_change_shows_the_first_difference(recorded, tmp_path, capsys) -> None:
    words = ["--exec", "interpreted", "--set", CHANGE]
    assert main(["rerun", str(recorded), *words, "-o", str(tmp_path / "a")]) == 0
    said = capsys.readouterr().out
    assert "The manifests differ: scenario_sha256" in said
    assert "The first difference: of car2, channel" in said
    assert main(["rerun", str(recorded), *words, "-o", str(tmp_path / "b"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["changed"], document["same"]) == (True, False)
    assert document["difference"]["first"]["channel"] in said
    words = ["--exec", "interpreted", "--seed", "12345", "-o", str(tmp_path / "c")]
    assert main(["rerun", str(recorded), *words]) == 0
    assert "the change had no effect" in capsys.readouterr().out


def test_a_rerun_that_differs_without_a_change_fails(recorded, changed, tmp_path, capsys) -> None:
    assert main(["rerun", str(changed), "-o", str(tmp_path / "again")]) == 1
    assert first_difference(changed, recorded) in capsys.readouterr().out


def test_a_folder_without_a_name_is_refused(recorded, capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["rerun", str(recorded), "-o", " "])
    assert "the name of the folder is empty" in capsys.readouterr().err


def test_a_level_that_is_not_reached_is_refused_by_name(monkeypatch, recorded, capsys) -> None:
    monkeypatch.setattr(Monitor, "level", Level.NONE)
    for what in ("t-junction-4", str(recorded)):
        assert main(["verify", what, *HERE]) == 2
        assert "Monitor promises only the level none" in capsys.readouterr().err
    monkeypatch.setattr(Monitor, "level", Level.PROCESS)
    assert main(["verify", "t-junction-4", *SHORT, *HERE]) == 0
    assert main(["verify", "t-junction-4", *SHORT, "--exec", "interpreted"]) == 2
    assert main(["verify", "t-junction-4", *SHORT, *HERE, "--level", "portable"]) == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["t-junction-4", "-n", "1"], "cannot be compared with anything"),
        (["t-junction-4", "-n", "0"], "-n is 0"),
        (["t-junction-4", "--jobs", "0"], "--jobs is 0"),
        (
            ["t-junction-4", "--jobs", "2", "--executor", "in-process"],
            "one process runs one",
        ),
        (["t-junction-4", "--under-load", "101"], "the load is 101"),
        (["t-junction-44"], "t-junction-44"),
        (["missing.mcap"], "missing.mcap"),
    ],
)
def test_bad_input_is_one_message(words, expected, capsys, scratch) -> None:
    assert main(["verify", *words]) == 2
    assert expected in capsys.readouterr().err
    assert list(scratch.iterdir()) == []


def test_a_recording_is_verified_unchanged(recorded, capsys) -> None:
    assert main(["verify", str(recorded), "--seed", "3"]) == 2
    assert "`ghost rerun` shows" in capsys.readouterr().err


def test_other_recordings_are_refused(tmp_path, capsys) -> None:
    with Recorder(tmp_path / "run.mcap") as recorder:
        recorder.record(Message("/x", 0, 0, {}))
    for command in ("verify", "rerun"):
        assert main([command, str(tmp_path)]) == 2
        assert "the recording has no scenario" in capsys.readouterr().err
    shutil.rmtree(tmp_path / "scratch")
    assert [path.name for path in tmp_path.iterdir()] == ["run.mcap"]


@pytest.mark.parametrize(
    ("record", "key", "value"),
    [("ghost.manifest", "level", "host"), ("ghost.results", "contacts", "7")],
)
def test_facts_that_a_rerun_does_not_confirm_are_a_difference(
    recorded, record, key, value, tmp_path, capsys
) -> None:
    """The forger of this file knows our digests and has made them anew."""
    forged = tmp_path / "forged.mcap"

    def change(each):
        if each.name != record:
            return each
        return each._replace(metadata=each.metadata | {key: value})

    rewrite(recorded, forged, metadata=change)
    assert main(["verify", str(forged), "-n", "1", *HERE]) == 2
    assert "their digest differs" in capsys.readouterr().err
    with Recording(forged) as run:
        digest = run.content_digest()

    def change_all(each):
        each = change(each)
        if each.name == "ghost.results":
            each = each._replace(metadata=each.metadata | {"content_sha256": digest})
        return each

    rewrite(recorded, forged, metadata=change_all)
    assert main(["info", str(forged), "--check"]) == 0
    assert main(["verify", str(forged), "-n", "1", *HERE]) == 1
    assert f"not '{key}' as stored" in capsys.readouterr().out
