"""Goal: `ghost analyze-belief` reports what is there, and refuses what it cannot trust."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from project_ghost.analysis.belief_traceability import (
    build_traceability_report,
    encode_belief_report_to_bytes,
)
from project_ghost.cli import main
from project_ghost.telemetry import (
    MCAPFileSink,
    MCAPReplayReader,
    decode_message,
    encode_to_bytes,
)
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._file import McapFile
from project_ghost.telemetry.mcap._writer import McapWriter
from tests.analysis.samples import covariances, record, state
from tests.telemetry.samples import truth as ground_truth

COUNT = 300
TRUTH = [state(i, (0.1 * i, 0.0, 0.0)) for i in range(COUNT)]
BELIEF = [
    state(i, (0.1 * i, 0.01, 0.0), covariance=each) for i, each in enumerate(covariances(COUNT))
]


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    return record(tmp_path / "t.mcap", *TRUTH), record(tmp_path / "b.mcap", *BELIEF)


def analyze(truth: Path, belief: Path, *more: str) -> int:
    return main(["analyze-belief", "--truth-mcap", str(truth), "--belief-mcap", str(belief), *more])


def write_raw(path: Path, *documents: object, schema_name: str = "VehicleState") -> Path:
    """A recording of VehicleState whose messages no constructor has seen."""
    with path.open("wb") as file:
        writer, builder = McapWriter(file, "test"), ChunkBuilder()
        schema, record_ = writer.new_schema(schema_name, "jsonschema", b"{}")
        writer.put(record_)
        number, record_ = writer.new_channel("/state/nav", "json", schema, {})
        writer.put(record_)
        for i, document in enumerate(documents):
            data = document if isinstance(document, bytes) else json.dumps(document).encode()
            builder.add(number, i, i, data)
        writer.add_chunk(builder)
        writer.finish()
    return path


def test_the_report_is_that_of_the_states_in_memory(paths, tmp_path, capsysbinary) -> None:
    expected = encode_belief_report_to_bytes(build_traceability_report(truth=TRUTH, belief=BELIEF))
    assert analyze(*paths) == 0
    assert capsysbinary.readouterr().out == expected
    assert analyze(*paths, "--output", str(tmp_path / "report.json")) == 0
    assert (tmp_path / "report.json").read_bytes() == expected
    assert capsysbinary.readouterr().out == b""
    assert json.loads(expected)["report"]["samples_with_covariance"] == COUNT


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(paths) -> None:
    command = [sys.executable, "-m", "project_ghost", "analyze-belief"]
    command += ["--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])]
    outputs = [
        subprocess.run(
            command, capture_output=True, check=True, env=os.environ | {"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].endswith(b'"schema_version": "1"\n}\n')


def refused(code: int, said: str, capsys, tmp_path: Path, truth: Path, belief: Path, *more) -> str:
    output = tmp_path / "report.json"
    assert analyze(truth, belief, "--output", str(output), *more) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""
    assert not [each for each in tmp_path.iterdir() if "report" in each.name]
    return str(captured.err)


@pytest.mark.slow
def test_streams_that_differ_are_found(paths, tmp_path, capsys) -> None:
    shorter = record(tmp_path / "short.mcap", *BELIEF[:280])
    said = f"truth has {COUNT} samples, belief has 280: belief has no stamp_sim_ns at index 280"
    refused(1, said, capsys, tmp_path, paths[0], shorter)
    refused(1, "truth has no stamp_sim_ns at index 280", capsys, tmp_path, shorter, paths[0])
    empty = record(tmp_path / "one.mcap", TRUTH[0])
    refused(1, "belief has 1", capsys, tmp_path, paths[0], empty)
    late = record(tmp_path / "late.mcap", *BELIEF[:270], *(state(i + 1) for i in range(270, 290)))
    refused(
        1, "stamp_sim_ns differs at index 270: truth has 270 ns", capsys, tmp_path, paths[0], late
    )


def test_a_wrong_file_is_refused(paths, tmp_path, capsys) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no recording", encoding="utf-8")
    refused(2, "not an MCAP file", capsys, tmp_path, text, paths[1])
    refused(2, "cannot be read", capsys, tmp_path, paths[0], tmp_path / "none.mcap")
    (tmp_path / "empty.mcap").touch()
    refused(2, "empty", capsys, tmp_path, paths[0], tmp_path / "empty.mcap")


def test_recordings_without_states_give_a_report_of_no_samples(paths, tmp_path, capsys) -> None:
    other = tmp_path / "other.mcap"
    with MCAPFileSink(other) as sink:
        sink.publish("/truth", 7, ground_truth())
    assert analyze(other, other) == 0
    report = json.loads(capsys.readouterr().out)["report"]
    assert (report["total_samples"], report["records"]) == (0, [])
    assert report["max_position_error_m"] == 0.0
    refused(1, f"truth has 0 samples, belief has {COUNT}", capsys, tmp_path, other, paths[1])
    named = ("--truth-channel", "/truth")
    said = refused(2, "no channel '/truth' of VehicleState", capsys, tmp_path, other, other, *named)
    assert "a recording with VehicleState messages" in said
    # An evaluation of nothing says nothing.
    both = ["--truth-mcap", str(other), "--belief-mcap", str(other)]
    assert main(["evaluate-estimator", *both]) == 2
    assert "there is no channel of VehicleState" in capsys.readouterr().err


def test_published_recordings_name_the_class_by_its_path(paths, tmp_path, capsys) -> None:
    """Their payloads are ours, byte for byte; only the schema has another name."""
    assert analyze(*paths) == 0
    expected = capsys.readouterr().out
    dotted = "project_ghost.state.messages.VehicleState"
    truth, belief = (
        write_raw(tmp_path / name, *map(encode_to_bytes, states), schema_name=dotted)
        for name, states in (("pt.mcap", TRUTH), ("pb.mcap", BELIEF))
    )
    assert analyze(truth, belief) == 0
    assert capsys.readouterr().out == expected
    with MCAPReplayReader(belief) as reader:
        assert [decode_message(message) for message in reader] == BELIEF
    other = write_raw(
        tmp_path / "o.mcap", *map(encode_to_bytes, TRUTH), schema_name="MyVehicleState"
    )
    refused(1, "truth has 0 samples", capsys, tmp_path, other, paths[1])


def test_of_several_channels_one_has_to_be_chosen(tmp_path, capsys) -> None:
    several = tmp_path / "several.mcap"
    with MCAPFileSink(several) as sink:
        for each, other in zip(TRUTH, BELIEF, strict=True):
            sink.publish("/truth/car/state", each.stamp_sim_ns, each)
            sink.publish("/belief/car/eskf/state", other.stamp_sim_ns, other)
    said = refused(2, "2 channels of VehicleState", capsys, tmp_path, several, several)
    assert "/belief/car/eskf/state, /truth/car/state" in said
    assert "--truth-channel" in said
    wrong = ("--truth-channel", "/truth/cat/state")
    refused(2, "did you mean", capsys, tmp_path, several, several, *wrong)
    chosen = ("--truth-channel", "/truth/car/state", "--belief-channel", "/belief/car/eskf/state")
    assert analyze(several, several, *chosen) == 0
    assert capsys.readouterr().out.encode() == encode_belief_report_to_bytes(
        build_traceability_report(truth=TRUTH, belief=BELIEF)
    )


def test_a_recording_that_was_cut_off_is_refused(paths, tmp_path, capsys) -> None:
    """Method: also where both are, so that what is left of them has the same stamps."""
    with McapFile(paths[0]) as file:
        last = file.segments[-1]
    # In the midst of a chunk; after all messages; within the first bytes.
    for size in (last.offset + last.size - 1, paths[0].stat().st_size - 3, 9):
        cut = tmp_path / "cut.mcap"
        cut.write_bytes(paths[0].read_bytes()[:size])
        said = "was cut off"
        assert "ghost recover" in refused(2, said, capsys, tmp_path, cut, paths[1])
        refused(2, said, capsys, tmp_path, paths[0], cut)
        refused(2, said, capsys, tmp_path, cut, cut)


def spoiled(*path: str, to: object) -> list[object]:
    documents = [json.loads(encode_to_bytes(each)) for each in BELIEF[:3]]
    inner = documents[1]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return documents


COVARIANCE = ("nav", "covariance_15x15", "__array")
POSITION = ("nav", "pose", "position_enu_m", "__array")
ASYMMETRIC = np.eye(15)
ASYMMETRIC[2, 3] = 1e-3


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        (spoiled(*POSITION, to=[float("nan"), 0.0, 0.0]), "not JSON: NaN"),
        (spoiled(*POSITION, to=[1e400, 0.0, 0.0]), "not JSON: Infinity"),
        (spoiled(*POSITION, to=[0.0, 0.0]), "shape (2,)"),
        (spoiled("nav", "pose", "orientation_q", "__array", to=[1.0, 1.0, 0.0, 0.0]), "the norm"),
        (spoiled(*COVARIANCE, to=ASYMMETRIC.tolist()), "not symmetric"),
        (spoiled(*COVARIANCE, to=(-np.eye(15)).tolist()), "not positive semi-definite"),
        (spoiled("stamp_sim_ns", to=1.5), "stamp_sim_ns"),
        ([b"{"], "not JSON"),
        ([b"[]"], "not a JSON object"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_messages_are_refused_with_their_place(documents, said, tmp_path, capsys) -> None:
    truth = record(tmp_path / "t.mcap", *TRUTH[: len(documents)])
    belief = write_raw(tmp_path / "b.mcap", *documents)
    err = refused(2, said, capsys, tmp_path, truth, belief)
    assert f"{belief}, channel '/state/nav', time {1 if len(documents) > 1 else 0} ns" in err


def test_an_output_that_cannot_be_written_is_refused(paths, tmp_path, capsys) -> None:
    assert analyze(*paths, "--output", str(tmp_path / "none" / "x.json")) == 2
    assert "cannot be written" in capsys.readouterr().err
