"""Goal: a study proves what it says: damaged and forged folders end in one message.

Method: a small study is run; its files are exchanged, cut, emptied and mutated, then analyzed,
reported and continued. A study that continues repeats what is damaged.
"""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.study import analyze_study, run_study
from project_ghost.study.results._store import ExperimentStore
from proofs.fuzz.mutation import mutated
from tests.study.toys import toy_study

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("_no_load", "_here")]

TEXT = "settings: {drift_m: 1.0}\nrepeats: [4]\nstop_early: false\nbaseline: {process: reused}\n"
EXPERIMENT = "experiments/road.baseline"
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study whose repeats are metres apart."""
    result = run_study(toy_study(TEXT), tmp_path / "study")
    assert not result.cells[0].report.permissible
    return Path(tmp_path, "study")


def traces_of(folder: Path) -> list[Path]:
    return sorted((folder / EXPERIMENT / "traces").iterdir())


def refused(capsys, *command: str) -> str:
    assert main(["study", *command]) == 2
    err: str = capsys.readouterr().err
    assert err.count("ghost study: ") == 1
    assert "Traceback" not in err
    return err


def test_a_trace_copied_over_the_others_proves_nothing(folder, capsys) -> None:
    first, *others = traces_of(folder)
    for other in others:
        shutil.copyfile(first, other)
    for command in ("analyze", "report"):
        assert "not the one that was recorded" in refused(capsys, command, str(folder))


def test_a_missing_trace_is_not_left_out_silently(folder, capsys) -> None:
    traces_of(folder)[0].unlink()
    assert "cannot be read" in refused(capsys, "analyze", str(folder))


@pytest.mark.parametrize("damage", ["empty", "cut", "exchanged", "missing"])
def test_a_study_repeats_what_is_damaged_and_keeps_the_rest(folder, damage) -> None:
    before = analyze_study(folder)
    first, second, *_ = traces_of(folder)
    kept = {path: path.stat().st_mtime_ns for path in traces_of(folder) if path != first}
    if damage == "empty":
        first.write_bytes(b"")
    elif damage == "cut":
        first.write_bytes(first.read_bytes()[:-30])
    elif damage == "exchanged":
        shutil.copyfile(second, first)
    else:
        first.unlink()
    again = run_study(toy_study(TEXT), folder)
    assert again.cells[0].report == before.cells[0].report
    assert kept == {path: path.stat().st_mtime_ns for path in kept}


def test_lines_of_zeros_after_a_power_cut_are_repeated(folder) -> None:
    before = analyze_study(folder)
    path = folder / EXPERIMENT / "repeats.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(len(data) // 2) + b"\n")
    with pytest.raises(InputError, match="the file is damaged: line"):
        analyze_study(folder)
    again = run_study(toy_study(TEXT), folder)
    assert again.cells[0].report == before.cells[0].report


def test_reading_changes_nothing_where_a_line_is_being_written(folder) -> None:
    path = folder / EXPERIMENT / "repeats.jsonl"
    with path.open("ab") as file:
        file.write(b'{"facts":0')
    data = path.read_bytes()
    assert analyze_study(folder).cells[0].repeats == 4
    assert path.read_bytes() == data


def test_the_page_follows_from_the_traces_not_from_study_json(folder) -> None:
    path = folder / "study.json"
    text = path.read_text()
    forged = json.loads(text)
    forged["cells"][0]["report"] |= {"permissible": True, "identical": True, "max_sigma_m": 0.0}
    path.write_text(json.dumps(forged))
    assert main(["study", "report", str(folder)]) == 0
    assert path.read_text() == text
    assert "not permissible" in (folder / "report.html").read_text().lower()


def test_a_trace_outside_of_the_folder_is_not_opened(folder, capsys) -> None:
    path = folder / EXPERIMENT / "repeats.jsonl"
    line = json.loads(path.read_text().splitlines()[0]) | {"trace": "../../../../x"}
    path.write_text(json.dumps(line) + "\n")
    assert "names no repeat, or no trace" in refused(capsys, "analyze", str(folder))


def test_an_archive_that_declares_more_than_it_can_hold_is_refused(folder, capsys) -> None:
    path = traces_of(folder)[0]
    with zipfile.ZipFile(path) as archive:
        members = {each.filename: archive.read(each) for each in archive.infolist()}
    huge = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        huge, {"descr": "<i8", "fortran_order": False, "shape": (1 << 40,)}
    )
    members["actor.npy"] = huge.getvalue()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    assert "another type or shape" in refused(capsys, "analyze", str(folder))


def test_a_second_study_run_in_the_folder_is_refused(folder, tmp_path, capsys) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(
        "simulator: tests.study.toys:prepare\nscenarios: [road]\nmemory_test_mb: 0\n" + TEXT
    )
    hold = (
        "import fcntl, os, sys; d = os.open(sys.argv[1], os.O_RDONLY);"
        "fcntl.flock(d, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        for force in ([], ["--force"]):
            words = ["run", str(file), "-o", str(folder), *force]
            assert "another `ghost study run`" in refused(capsys, *words)
        assert other.stdin is not None
        other.stdin.close()
    assert len(ExperimentStore(folder / EXPERIMENT).records) == 4


@pytest.mark.parametrize("number", range(120))
def test_a_mutated_file_ends_in_an_answer_or_one_message(folder, number, capsys) -> None:
    random = Random(number)  # noqa: S311 - broken files, not secrets
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    path = random.choice(files)
    path.write_bytes(mutated(path.read_bytes(), random))
    for command in ("analyze", "report"):
        code = main(["study", command, str(folder)])
        err = capsys.readouterr().err
        assert (code, err.count("ghost study: ")) in ((0, 0), (2, 1)), (path.name, err)


def test_analyzing_imports_no_simulator(folder, monkeypatch) -> None:
    """The folder may be from elsewhere: what its study.yaml names is not imported."""
    (folder / "evil_parts.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(folder)
    path = folder / "study.yaml"
    path.write_text(path.read_text().replace("tests.study.toys:prepare", "evil_parts:prepare"))
    for command in ("analyze", "report"):
        main(["study", command, str(folder)])
    assert "evil_parts" not in sys.modules
