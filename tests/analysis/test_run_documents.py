"""Goal: summarize-run and trace-behavior describe the content of a recording."""

import json

import pytest

from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.telemetry import Recorder
from tests.telemetry.samples import record_run

MESSAGES = [
    ("/groundtruth/pose", 0, {"actor": 0}),
    ("/groundtruth/pose", 0, {"actor": 1}),
    ("/commands/car", 0, {"steer": 0.5}),
    ("/sensors/gnss", 5, {"x": 1.0}),
    ("/groundtruth/pose", 10, {"actor": 0}),
    ("/commands/car", 10, {"steer": 0.25}),
]


@pytest.fixture
def recording(tmp_path):
    path = tmp_path / "run.mcap"
    with Recorder(path, manifest={"scenario": "made up"}) as recorder:
        for sequence, (channel, stamp_ns, payload) in enumerate(MESSAGES):
            recorder.record(Message(channel, stamp_ns, sequence, payload))
        recorder.record(Message("/observer/note", 10, 0, {"text": "seen"}))
        recorder.close(state_digest="ab" * 32, results={"ended_by": "duration"})
    return path


def document(capsys, *command):
    assert main(list(command)) == 0
    text = capsys.readouterr().out
    result = json.loads(text)
    assert text == json.dumps(result, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    return result


def test_each_decision_is_traced_to_the_newest_inputs(recording, capsys) -> None:
    result = document(capsys, "trace-behavior", str(recording))["trace"]
    assert result["input_channels"] == ["/groundtruth/pose", "/sensors/gnss"]
    first, second = result["decisions"]
    assert first == {
        "channel": "/commands/car",
        "inputs": [{"channel": "/groundtruth/pose", "sequences": [0, 1], "stamp_sim_ns": 0}],
        "output": {"steer": 0.5},
        "sequence": 2,
        "stamp_sim_ns": 0,
    }
    assert second["inputs"] == [
        {"channel": "/groundtruth/pose", "sequences": [4], "stamp_sim_ns": 10},
        {"channel": "/sensors/gnss", "sequences": [3], "stamp_sim_ns": 5},
    ]


def test_decisions_and_inputs_may_be_chosen(recording, capsys) -> None:
    chosen = ("--decisions", "/sensors/*", "--inputs", "/commands/*")
    result = document(capsys, "trace-behavior", str(recording), *chosen)["trace"]
    (decision,) = result["decisions"]
    assert decision["inputs"] == [
        {"channel": "/commands/car", "sequences": [2], "stamp_sim_ns": 0}
    ]  # fmt: skip
    assert main(["trace-behavior", str(recording), "--decisions", "/plans/*"]) == 2
    assert "/commands/car" in capsys.readouterr().err


def test_a_summary_counts_messages_by_channel_and_type(recording, capsys) -> None:
    result = document(capsys, "summarize-run", str(recording))["summary"]
    assert result["channels"]["/groundtruth/pose"] == {
        "count": 3,
        "first_stamp_sim_ns": 0,
        "last_stamp_sim_ns": 10,
        "type": "ghost.Object",
    }
    assert result["messages"] == 7
    assert sum(result["messages_by_type"].values()) == 7
    assert result["window"] == {"start_ns": 0, "stop_ns": 10}
    assert result["final_state_sha256"] == "ab" * 32
    assert result["complete"]
    assert result["manifest"]["scenario"] == "made up"


def test_the_same_recording_gives_the_same_summary_in_a_file(tmp_path, capsys) -> None:
    record_run(tmp_path / "run.mcap", ticks=200)
    output = tmp_path / "summary.json"
    result = document(capsys, "summarize-run", str(tmp_path / "run.mcap"))
    assert main(["summarize-run", str(tmp_path / "run.mcap"), "--output", str(output)]) == 0
    assert json.loads(output.read_bytes()) == result
    assert result["summary"]["final_state_sha256"] is None
    inside_a_file = str(tmp_path / "run.mcap" / "x.json")
    assert main(["summarize-run", str(tmp_path / "run.mcap"), "--output", inside_a_file]) == 2
    assert "the path cannot be used" in capsys.readouterr().err


def test_a_run_s_own_recording_is_traced_and_summarized(tmp_path, capsys) -> None:
    folder = str(tmp_path / "run")
    command = ["run", "t-junction-1", "--duration", "300ms", "--exec", "interpreted", "-o", folder]
    assert main(command) == 0
    capsys.readouterr()
    trace = document(capsys, "trace-behavior", folder)["trace"]
    assert trace["decision_channels"] == ["/commands/Cars"]
    summary = document(capsys, "summarize-run", folder)["summary"]
    assert len(trace["decisions"]) == summary["channels"]["/commands/Cars"]["count"] > 0
    for decision in trace["decisions"]:
        pose, plans = decision["inputs"]
        assert (plans["channel"], plans["stamp_sim_ns"]) == ("/plans", 0)
        assert pose["stamp_sim_ns"] == decision["stamp_sim_ns"]
        assert len(pose["sequences"]) == 2  # one for each car
        assert max(pose["sequences"]) < decision["sequence"]
    written = json.loads((tmp_path / "run" / "summary.json").read_bytes())
    assert summary["final_state_sha256"] == written["digest"]
