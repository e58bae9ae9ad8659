"""Goal: a recording suffices to run it again, and an inconsistent one is refused."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.runs import (
    checkpoint,
    prepare,
    recorded_run,
    rerun_duration_ns,
    scenario_of,
)
from project_ghost.scenario import builtin_path, canonical_json, load_scenario
from project_ghost.telemetry import Attachment, Recorder, Recording
from project_ghost.world.maps import builtin_maps

SHORT = ["duration=1s"]
MAP = builtin_maps()["t_junction"]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("t-junction-4", [*SHORT, "seed=7"], execution="interpreted"), folder)
    return folder / "run.mcap"


def test_the_scenario_comes_back_as_it_was(recorded) -> None:
    spec = load_scenario("t-junction-4", [*SHORT, "seed=7"]).spec
    again = scenario_of(recorded)
    assert again.spec == spec
    assert canonical_json(again.spec) == canonical_json(spec)
    assert scenario_of(recorded.parent).spec == spec


def test_run_again_it_is_the_same_file(recorded, tmp_path) -> None:
    recorded_run(prepare(recorded, execution="interpreted"), tmp_path)
    assert (tmp_path / "run.mcap").read_bytes() == recorded.read_bytes()


def test_settings_override_the_recording(recorded) -> None:
    settings = ["actors.car1.speed_mps=3", "seed=8"]
    again = scenario_of(recorded, settings).spec
    assert again == load_scenario("t-junction-4", [*SHORT, *settings]).spec
    with pytest.raises(InputError, match="there is no 'car9'") as error:
        scenario_of(recorded, ["actors.car9.speed_mps=3"])
    assert error.value.where == "--set actors.car9.speed_mps=3"


def test_the_seed_is_that_of_the_run(tmp_path) -> None:
    recorded_run(prepare("t-junction-4", SHORT, execution="interpreted"), tmp_path, seed=99)
    assert scenario_of(tmp_path).spec.seed == 99


@pytest.mark.parametrize("name", ["my map.yaml", "scenario.json"])
def test_a_users_map_is_in_the_recording(tmp_path, name) -> None:
    text = builtin_path("t-junction-4").read_text(encoding="utf-8")
    assert "map: t_junction\n" in text
    folder = tmp_path / "mine"
    folder.mkdir()
    own = folder / name
    own.write_bytes(MAP.read_bytes())
    file = folder / "own.yaml"
    file.write_text(text.replace("map: t_junction\n", f"map: {name}\n"), encoding="utf-8")
    first = recorded_run(prepare(file, SHORT, execution="interpreted"), tmp_path)
    with Recording(tmp_path / "run.mcap") as recording:
        digest = hashlib.sha256(own.read_bytes()).hexdigest()
        assert recording.manifest["map_sha256"] == digest
    own.unlink()
    file.unlink()
    again = recorded_run(prepare(tmp_path, execution="interpreted"), folder)
    assert again == first
    assert (folder / "run.mcap").read_bytes() == (tmp_path / "run.mcap").read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["run.mcap"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_map_that_is_not_the_one_that_was_run_is_refused(tmp_path, is_there) -> None:
    data = MAP.read_bytes()
    text = canonical_json(load_scenario("t-junction-4", SHORT).spec).encode()
    manifest = {
        "scenario_sha256": hashlib.sha256(text).hexdigest(),
        "map_sha256": hashlib.sha256(data).hexdigest(),
        "seed": "1",
    }
    attached = [Attachment("scenario.json", "application/json", text)]
    if is_there:
        attached.append(Attachment("mine.yaml", "application/octet-stream", data + b"\n"))
    path = tmp_path / "run.mcap"
    with Recorder(path, attachments=attached, manifest=manifest):
        pass
    words = "the map .* its digest differs" if is_there else "does not contain its map"
    with pytest.raises(InputError, match=words):
        scenario_of(path)


def test_a_run_that_was_killed_has_left_enough(tmp_path) -> None:
    spec = load_scenario("t-junction-4", SHORT).spec
    recorder = Recorder(
        tmp_path / "run.mcap", **_content(canonical_json(spec), seed=str(spec.seed))
    )
    recorder.record(Message("/x", 0, 0, {}))
    recorder._file.close()  # what SIGKILL does: no chunk, no summary, no name
    assert [path.name for path in tmp_path.iterdir()] == ["run.mcap.part"]
    assert scenario_of(tmp_path).spec == spec
    assert scenario_of(tmp_path / "run.mcap").spec == spec
    assert scenario_of(tmp_path / "run.mcap.part").spec == spec


def _content(text: str, **manifest: str) -> dict[str, Any]:
    facts = {"seed": "0", "scenario_sha256": hashlib.sha256(text.encode()).hexdigest()}
    return {
        "attachments": [Attachment("scenario.json", "application/json", text.encode())],
        "manifest": facts | manifest,
    }


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({}, "the recording has no scenario"),
        (_content("{}", format="ghost-recording-9"), "has the format ghost-recording-9"),
        (_content("{}", format="other"), "this is not a recording of a Ghost run"),
        (_content("{}", scenario_sha256="0" * 64), "its digest differs"),
        (_content("{}", seed="-1"), "the seed in the manifest is '-1'"),
        (_content("no JSON"), "this is not a resolved scenario"),
        (_content('{"actors": [1]}'), "this is not a resolved scenario"),
        (_content("[" * 100_000), "this is not a resolved scenario"),
        (_content("[]"), "this is not a resolved scenario"),
        (_content('{"version": 2, "name": "a"}'), "version is 2"),
    ],
)
def test_a_recording_without_a_valid_scenario_is_refused(tmp_path, content, words) -> None:
    with Recorder(tmp_path / "run.mcap", **content) as recorder:
        recorder.record(Message("/x", 0, 0, {}))
    with pytest.raises(InputError, match=words) as error:
        scenario_of(tmp_path)
    assert "run.mcap" in error.value.where


@pytest.mark.parametrize("text", ["-1", "x", "", "1", "1050000000", "9" * 18, "9" * 30])
def test_a_duration_that_was_not_is_refused(tmp_path, text) -> None:
    """Otherwise a damaged number could start a run of years."""
    content = _content(canonical_json(load_scenario("t-junction-4", SHORT).spec))
    with Recorder(tmp_path / "run.mcap", **content) as recorder:
        recorder.record(Message("/x", 0, 0, {}))
        recorder.close(results={"ended_by": "interrupt", "duration_ns": text})
    with Recording(tmp_path / "run.mcap") as recording:
        with pytest.raises(InputError, match="the recorded duration is"):
            rerun_duration_ns(recording)
        assert rerun_duration_ns(recording, ["duration=2s"]) is None
    with pytest.raises(InputError, match="the recorded duration is"):
        checkpoint(tmp_path, "0s")


def test_files_of_others_are_refused(tmp_path) -> None:
    (tmp_path / "run.mcap").write_text("nothing of the kind")
    with pytest.raises(InputError):
        scenario_of(tmp_path)
    with pytest.raises(InputError):
        scenario_of(tmp_path / "missing.mcap")
