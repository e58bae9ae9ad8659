"""Exports of empty channels, the units of columns, and trajectories for other tools."""

import json
from pathlib import Path

import pytest

import project_ghost as ghost
from project_ghost.analysis.trajectories import read_trajectory
from project_ghost.cli import main
from project_ghost.telemetry import export_recording
from project_ghost.view import Run

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(scope="module")
def run() -> Run:
    settings = {"duration": "300ms", "recording.signals": ["Cars.motion"]}
    return ghost.run("t-junction-4", set=settings, execution="interpreted")


def test_an_empty_channel_has_all_its_columns(run, tmp_path) -> None:
    result = export_recording(run, tmp_path / "parquet", "parquet")
    (file,) = [each for each in result.files if each.channel == "/contacts"]
    table = parquet.read_table(file.path)
    assert table.num_rows == 0
    declared = json.loads(run["/contacts"].schema)["properties"]
    assert set(table.column_names) == {"stamp_sim_ns", "sequence", *declared}
    assert {str(kind) for kind in table.schema.types} == {"int64", "double", "string"}
    result = export_recording(run, tmp_path / "csv", "csv")
    (file,) = [each for each in result.files if each.channel == "/contacts"]
    assert set(file.path.read_text().strip().split(",")) == set(table.column_names)


def test_columns_have_units_and_meanings(run, tmp_path) -> None:
    export_recording(run, tmp_path / "tables", "parquet")
    schema = parquet.read_schema(tmp_path / "tables" / "groundtruth_pose.parquet")
    assert schema.field("x_m").metadata[b"unit"] == b"m"
    assert schema.field("yaw_rad").metadata[b"description"].startswith(b"heading from east")
    assert schema.field("stamp_sim_ns").metadata[b"unit"] == b"ns"


def test_trajectories_are_those_of_the_run(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    short = ghost.run("car-estimation", duration="500ms", execution="interpreted", output="run")
    assert main(["export", "run", "--to", "tum"]) == 0
    files = {path.name for path in Path("run/run-tum").iterdir()}
    actor = short.actors[0]
    assert {f"{actor}.tum", f"truth-{actor}.tum"} <= files
    read = read_trajectory(Path("run/run-tum") / f"{actor}.tum", "tum", "truth")
    track = short.actor(actor)
    assert read.stamps_ns == track.stamps_ns.tolist()
    assert read.positions[:, 0].tolist() == track.x_m.tolist()
    assert main(["export", "run", "--to", "tum"]) == 2  # nothing is replaced
