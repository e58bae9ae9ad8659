"""Goal: the proof of the study fails where something differs, or too little was run."""

from dataclasses import replace

import pytest

from proofs.study import __main__ as proof
from tests.study.made_up import write_made_up_study


@pytest.fixture
def result(tmp_path):
    return write_made_up_study(tmp_path)


def run(monkeypatch, result, *words: str) -> int:
    monkeypatch.setattr(proof, "compile_scenes", lambda *_: None)
    monkeypatch.setattr(proof, "run_study", lambda *_, **__: result)
    return proof.main(["--repeats", "12", "--fresh", "0", *words])


@pytest.mark.slow
def test_a_cell_that_differs_fails_the_proof(result, monkeypatch, capsys) -> None:
    assert run(monkeypatch, result, "--only", "*.load=*") == 1
    output = capsys.readouterr()
    assert "cars.load=95" not in output.err  # made-up ids have a hyphen
    assert "cars.load-95: not the same: max sigma" in output.err
    assert "20 cells, 240 repeats" in output.out


@pytest.mark.slow
def test_identical_cells_pass_and_too_few_repeats_do_not(result, monkeypatch, capsys) -> None:
    same = replace(result, cells=tuple(c for c in result.cells if c.report.identical))
    assert run(monkeypatch, same, "--only", "t-junction-1.*") == 0
    assert run(monkeypatch, same) == 1
    assert f"{len(same.cells)} of 30 experiments were run" in capsys.readouterr().err
    assert run(monkeypatch, same, "--only", "x", "--repeats", "13") == 1
    leaks = replace(same.cells[0], facts={"state_digest": "2 different"})
    assert run(monkeypatch, replace(same, cells=(leaks,)), "--only", "x") == 1
    assert "the states differ" in capsys.readouterr().err
