"""Goal: a terminal of any width shows the results of a study, and cuts nothing off."""

import re
import sys
from dataclasses import replace

import pytest

from project_ghost.cli.terminal._study_tables import print_study
from project_ghost.study import StudyResult
from project_ghost.study.page import study_page
from tests.cli.command import Terminal
from tests.study.made_up import write_made_up_study

LONG = "t-junction-4.load=75.nice=19.process=reused"


@pytest.fixture(scope="module")
def result(tmp_path_factory) -> StudyResult:
    made = write_made_up_study(tmp_path_factory.mktemp("study"))
    usage = replace(made.cells[0].usage, mean_loop_ms=0.0123, max_loop_ms=4.56)
    first = replace(made.cells[0], id=LONG, usage=usage)
    kinds = replace(made.columns[0], actors=("car", "car", "pedestrian"), collision=("car", "car"))
    return replace(
        made, cells=(first, *made.cells[1:]), columns=(kinds, *made.columns[1:]), factors=()
    )


def shown(result: StudyResult, columns: int, folder, monkeypatch) -> str:
    terminal = Terminal()
    monkeypatch.setenv("COLUMNS", str(columns))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", terminal)
        print_study(result, folder, as_json=False)
    return re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())


@pytest.mark.parametrize("columns", [40, 80, 120, 250])
def test_nothing_is_cut_off(columns, result, tmp_path, monkeypatch) -> None:
    text = shown(result, columns, tmp_path, monkeypatch)
    assert "\u2026" not in text
    assert "\\u00a0" not in text
    assert LONG in text
    assert "2 \u00d7 car, pedestrian" in text
    assert "0 of 12 (0 to 26.5 %)" in text
    assert "not permissible" in text
    assert "0.0123 ms (4.56 ms)" in text


def test_a_narrow_terminal_has_paragraphs_within_its_width(result, tmp_path, monkeypatch) -> None:
    lines = shown(result, 80, tmp_path, monkeypatch).splitlines()
    at = lines.index(f"experiment {LONG}")
    paragraph = lines[at + 1 : lines.index("experiment cars.load-25")]
    assert all(line.startswith("  ") and len(line) <= 80 for line in paragraph)
    joined = " ".join(line.strip() for line in paragraph)
    assert "load 0 %; differing (95 %) 0 of 12 (0 to 26.5 %); max sigma 0.0 m;" in joined
    assert joined.endswith("loop (at most) 0.0123 ms (4.56 ms); verdict permissible")
    assert "before" not in joined  # there is no collision
    assert "scenario cars" in lines


def test_a_wide_terminal_has_tables_whose_rows_are_lines(result, tmp_path, monkeypatch) -> None:
    lines = shown(result, 250, tmp_path, monkeypatch).splitlines()
    (row,) = [line for line in lines if LONG in line]
    assert row.count("\u2502") == 12
    borders = [line for line in lines if line.startswith(("\u250f", "\u2514"))]
    assert [len(line) for line in borders[::2]] == [len(line) for line in borders[1::2]]
    rows = [line for line in lines if line.startswith("\u2502")]
    assert {len(line) for line in rows} == {len(line) for line in borders}


def test_the_page_keeps_a_number_beside_its_actor(result) -> None:
    assert "2\u00a0\u00d7\u00a0car, pedestrian" in study_page(result, ())


def test_names_are_as_wide_as_they_are_shown(result, tmp_path, monkeypatch) -> None:
    """Method: a name with a character that the terminal gets as an escape."""
    odd = replace(result.columns[0], scenario="a\u00a0b")
    text = shown(replace(result, columns=(odd,)), 250, tmp_path, monkeypatch)
    lines = [line for line in text.splitlines() if line.startswith(("\u2514", "\u2502"))]
    (row,) = [line for line in lines if "a\\u00a0b" in line]
    assert len(row) == len(lines[-1])
