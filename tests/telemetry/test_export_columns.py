"""Exports of empty channels, the units of columns, and trajectories for other tools."""

import json
from pathlib import Path

import pytest

import project_ghost as ghost
from project_ghost.analysis.trajectories import read_trajectory
from project_ghost.cli import main
from project_ghost.telemetry import export_recording
from project_ghost.telemetry.read._row_actors import named_element
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


def test_rows_of_sampled_tables_have_the_names_of_their_actors(run, tmp_path) -> None:
    export_recording(run, tmp_path / "csv", "csv", channels=["/signals"])
    heading = (tmp_path / "csv" / "signals.csv").read_text().split("\n", 1)[0].split(",")
    assert heading[:4] == [
        "stamp_sim_ns", "sequence", "Cars.motion[car1][0]", "Cars.motion[car1][1]",
    ]  # fmt: skip
    assert "Cars.motion[car2][0]" in heading
    export_recording(run, tmp_path / "parquet", "parquet", channels=["/signals"])
    schema = parquet.read_schema(tmp_path / "parquet" / "signals.parquet")
    assert schema.field("Cars.motion").metadata[b"rows"] == b"car1, car2"


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("Cars.bodies[1][2]", "Cars.bodies[car2][2]"),
        ("Cars/driver.command[0][1]", "Cars/driver.command[car1][1]"),
        ("Scene.bodies[9][0]", "Scene.bodies[guide][0]"),
        ("Scene.bodies[4][0]", "Scene.bodies[4][0]"),  # of a population
        ("car1/imu.rate[2]", "car1/imu.rate[2]"),  # an axis, not an actor
        ("Cars.count", "Cars.count"),
    ],
)
def test_only_rows_of_actors_get_names(path, named) -> None:
    tables = [
        {"first_row": 0, "names": ["car1", "car2"], "table": "Cars"},
        {"first_row": 2, "names": [], "table": "crowd"},
        {"first_row": 9, "names": ["guide"], "table": "Walkers"},
    ]
    assert named_element({"actors": json.dumps(tables)}, path) == named
    assert named_element({"actors": "of another program"}, path) == path


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
