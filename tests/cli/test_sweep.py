"""Goal: `ghost sweep` from the file to the tables, and its messages."""

import json

import pytest
from pyarrow import parquet

from tests.cli.command import run_command

TEXT = """
name: small
scenarios: [t-junction-1]
seeds: 2
parameters: {actors.car1.speed_mps: [4, 5]}
set: {duration: 1s}
"""
HERE = ("--executor", "in-process", "--exec", "interpreted")


@pytest.fixture
def file(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sweep.yaml").write_text(TEXT)
    return "sweep.yaml"


def test_a_sweep_from_the_file_to_the_tables_and_again(file, tmp_path, capsys) -> None:
    code, out, _ = run_command(capsys, "sweep", file, "-o", "results", *HERE)
    assert code == 0
    assert "4 runs done" in out
    assert f"complete: 4 runs in {tmp_path}/results/runs.parquet" in out
    table = parquet.read_table(tmp_path / "results" / "runs.parquet")
    assert table.column("actors.car1.speed_mps").to_pylist() == [4, 4, 5, 5]
    code, out, _ = run_command(capsys, "sweep", "run", file, "-o", "results", "--json", *HERE)
    assert json.loads(out) == {
        "audited": 0,
        "before": 4,
        "complete": True,
        "done": 0,
        "failed": 0,
        "failed_before": 0,
        "missing": 0,
        "notes": [],
        "planned": 4,
        "store": str(tmp_path / "results"),
    }


def test_progress_is_lines_without_a_terminal_and_nothing_when_quiet(file, capsys) -> None:
    _, _, error = run_command(capsys, "sweep", file, "-o", "loud", *HERE)
    assert "small: 4 of 4 runs" in error
    assert run_command(capsys, "sweep", file, "-o", "results", *HERE, "-q") == (0, "", "")


def test_the_plan_is_printed_and_nothing_is_written(file, tmp_path, capsys) -> None:
    code, out, _ = run_command(capsys, "sweep", file, "--dry-run")
    assert code == 0
    assert "4 runs: 1 scene, 2 sets of parameters, 2 seeds" in out
    _, out, _ = run_command(capsys, "sweep", file, "--dry-run", "--json", "--first", "3")
    plan = json.loads(out)["plan"]
    assert [(each["seed"], each["actors.car1.speed_mps"]) for each in plan] == [
        (1, 4),
        (2, 4),
        (1, 5),
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["sweep.yaml"]


def test_shards_say_what_is_missing(file, capsys) -> None:
    outs = [
        run_command(capsys, "sweep", file, "-o", "r", "--shard", f"{k}/2", *HERE)[1] for k in (1, 2)
    ]
    assert "are missing in" in outs[0]
    assert "complete: 4 runs" in outs[1]


@pytest.mark.parametrize(
    ("flags", "what"),
    [
        (("--shard", "5/4"), "there is no shard 5 of 4"),
        (("--first", "0"), "--first is 0"),
        (("--only", "x*"), "no run has an id, a scenario or a planner like 'x*'"),
        (("--time-limit", "5s"), "a time limit needs processes"),
        (("--time-limit", "soon"), "soon"),
    ],
)
def test_wrong_flags_are_errors_before_anything_is_written(file, tmp_path, capsys, flags, what):
    code, _, err = run_command(capsys, "sweep", file, "-o", "results", *HERE, *flags)
    assert code == 2
    assert what in err
    assert list((tmp_path / "results").glob("*")) == []


def test_the_new_file_is_a_sweep(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(capsys, "sweep", "new", "sweep.yaml")[0] == 0
    code, out, _ = run_command(capsys, "sweep", "sweep.yaml", "--dry-run")
    assert code == 0
    assert "9 runs" in out


def test_runs_that_failed_before_decide_the_exit_code_again(file, tmp_path, capsys) -> None:
    (tmp_path / file).write_text(TEXT.replace("[4, 5]", "[4], map: [t_junction, nowhere.yaml]"))
    code, out, _ = run_command(capsys, "sweep", file, "-o", "results", *HERE)
    assert (code, "2 failed" in out) == (1, True)
    code, out, _ = run_command(capsys, "sweep", file, "-o", "results", *HERE)
    assert (code, "4 were there (2 of them failed; --retry-failed" in out) == (1, True)


def test_rerun_finish_and_copy(file, tmp_path, capsys) -> None:
    run_command(capsys, "sweep", file, "-o", "results", *HERE)
    table = parquet.read_table(tmp_path / "results" / "runs.parquet")
    run_id = table.column("id")[3].as_py()
    words = ("sweep", "rerun", "results", run_id[:8], "--exec", "interpreted", "-o", "again")
    code, out, _ = run_command(capsys, *words)
    assert code == 0
    assert f"the same as in the sweep, bit for bit: {table.column('digest')[3].as_py()}" in out
    assert (tmp_path / "again" / "run.mcap").exists()
    code, out, _ = run_command(capsys, "sweep", "copy", "results", "copy")
    assert code == 0
    assert "is complete" in out
    (tmp_path / "copy" / "complete.json").unlink()
    code, out, _ = run_command(capsys, "sweep", "finish", "copy")
    assert (code, out) == (0, f"complete: 4 runs in {tmp_path}/copy/runs.parquet\n")
    code, _, error = run_command(capsys, "sweep", "finish", "nowhere")
    assert code == 2
    assert "no such folder" in error
    assert not (tmp_path / "nowhere").exists()


def test_a_planner_of_others_is_imported_only_when_trusted(file, tmp_path, capsys) -> None:
    (tmp_path / "mine.py").write_text(
        "from project_ghost.closed_loop.planner import SimplePlanner\n\n\n"
        "class Mine(SimplePlanner):\n    pass\n"
    )
    (tmp_path / file).write_text(
        "scenarios: [t-junction-1]\nplanners: ['mine.py:Mine']\nset: {duration: 1s}\n"
    )
    run_command(capsys, "sweep", file, "-o", "results", *HERE)
    (run_id,) = parquet.read_table(tmp_path / "results" / "runs.parquet").column("id").to_pylist()
    words = ("sweep", "rerun", "results", run_id, "--exec", "interpreted")
    code, _, error = run_command(capsys, *words)
    assert code == 2
    assert "give --trust" in error
    code, out, _ = run_command(capsys, *words, "--trust")
    assert (code, "bit for bit" in out) == (0, True)


def test_compare_and_report(file, tmp_path, capsys) -> None:
    run_command(capsys, "sweep", file, "-o", "a", *HERE)
    (tmp_path / file).write_text(TEXT.replace("1s", "1.5s"))
    run_command(capsys, "sweep", file, "-o", "b", *HERE)
    words = ("sweep", "compare", "a", "b", "--by", "duration_ns", "--exec", "interpreted")
    code, out, _ = run_command(capsys, *words)
    assert code == 1
    assert "4 runs: 0 same, 4 changed, 0 failed, 0 only in A, 0 only in B" in out
    assert "only in B" in out.partition("A is run")[2]
    code, out, _ = run_command(capsys, *words, "--brief", "--json")
    document = json.loads(out)
    assert document["counts"]["changed"] == 4
    assert document["first_difference"] is None
    code, _, error = run_command(capsys, *words, "--pair", "nothing")
    assert (code, "0 pairs begin with 'nothing'" in error) == (2, True)
    code, out, _ = run_command(capsys, "sweep", "compare", "a", "a")
    assert code == 2
    code, out, _ = run_command(capsys, "sweep", "report", "a", "-o", "page.html")
    assert (code, out) == (0, "wrote page.html\n")
    assert "4 of 4 runs done" in (tmp_path / "page.html").read_text()


def test_requirements_decide_the_exit_code_and_callbacks_are_called(file, tmp_path, capsys) -> None:
    (tmp_path / "own_end.py").write_text(
        "from project_ghost.sweep import SweepCallback\n\n\n"
        "class End(SweepCallback):\n"
        "    def on_sweep_end(self, status) -> None:\n        raise OSError(status.end)\n"
    )
    words = ("sweep", file, "-o", "results", *HERE, "--callback", "own_end.py:End", "--report")
    code, out, error = run_command(capsys, *words, "--require", "contacts<=0")
    assert code == 0
    assert "required contacts<=0: met" in out
    assert "warning: End.on_sweep_end raised OSError: complete" in error
    code, out, _ = run_command(capsys, *words, "--require", "contacts>0")
    assert code == 1
    assert "MISSED by 4 of 4" in out
    assert json.loads((tmp_path / "results" / "verdict.json").read_text())["passed"] is False
    assert (tmp_path / "results" / "report.html").exists()


@pytest.mark.parametrize(
    "flags",
    [("--require", "scores>=0.8"), ("--callback", "nowhere.py:End"), ("--audit", "0.1")],
)
def test_mistakes_about_the_end_are_errors_at_the_start(file, tmp_path, capsys, flags) -> None:
    code, _, error = run_command(capsys, "sweep", file, "-o", "results", *HERE, *flags)
    assert code == 2
    assert flags[0] in error
    assert not (tmp_path / "results" / "sweep.json").exists()
