"""Goal: one run of a sweep, run again here, has the bits of its row; if not, it is said where."""

import shutil

import pytest
from pyarrow import parquet

from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import open_store, parquet_of
from project_ghost.sweep import Chosen, open_sweep, rerun_of_sweep, run_sweep
from project_ghost.telemetry import Recording


def test_a_rerun_has_the_bits_of_its_row_and_of_its_recording(recorded, tmp_path) -> None:
    opened = open_sweep(recorded)
    row = opened.runs().to_pylist()[2]
    assert row["actors.car1.speed_mps"] == 5.5
    again = rerun_of_sweep(opened, row["id"][:10], tmp_path, execution="interpreted")
    assert again.is_same
    assert again.row["digest"] == row["digest"]
    assert (tmp_path / "run.mcap").read_bytes() == opened.recording(row["id"])


def test_a_run_that_is_not_recorded_there_is_recorded_here(plan, reference, tmp_path) -> None:
    """A whole number among others of a column is given to the run as it was written."""
    again = rerun_of_sweep(open_sweep(reference), plan.ids[1], tmp_path, execution="interpreted")
    assert again.is_same
    with Recording(tmp_path / "run.mcap") as recording:
        assert recording.counts()


def test_a_run_that_is_not_done_has_no_row_to_compare(plan, tmp_path) -> None:
    store = open_store(tmp_path / "store")
    run_sweep(plan, store, InProcess(), chosen=Chosen(first=1), execution="interpreted")
    opened = open_sweep(tmp_path / "store")
    again = rerun_of_sweep(opened, plan.ids[5], tmp_path / "again", execution="interpreted")
    assert (again.stored, again.is_same) == (None, False)


def test_a_row_that_is_not_of_the_run_is_found(recorded, tmp_path) -> None:
    folder = tmp_path / "forged"
    shutil.copytree(recorded, folder)
    table = parquet.read_table(folder / "runs.parquet")
    place = table.schema.get_field_index("digest")
    forged = table.column("digest").to_pylist()
    forged[0] = "0" * 64
    table = table.set_column(place, "digest", [forged])
    (folder / "runs.parquet").write_bytes(parquet_of(table))
    run_id = table.column("id")[0].as_py()
    again = rerun_of_sweep(open_sweep(folder), run_id, tmp_path / "run", execution="interpreted")
    assert again.differing == ("digest",)


def test_ids_must_name_one_run(reference, tmp_path) -> None:
    opened = open_sweep(reference)
    for text, message in (("nothing", "no run has the id"), ("", "6 runs have an id")):
        with pytest.raises(InputError, match=message):
            rerun_of_sweep(opened, text, tmp_path)


def test_a_plan_that_was_changed_is_refused(recorded, tmp_path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(recorded, folder)
    table = parquet.read_table(folder / "plan.parquet")
    place = table.schema.get_field_index("settings")
    others = [text.replace("5.5", "6.5") for text in table.column("settings").to_pylist()]
    (folder / "plan.parquet").write_bytes(parquet_of(table.set_column(place, "settings", [others])))
    with pytest.raises(InputError, match="does not say of what"):
        rerun_of_sweep(open_sweep(folder), table.column("id")[3].as_py(), tmp_path / "run")
