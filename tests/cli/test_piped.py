"""Goal: another program can read tables line by line, however narrow a terminal is."""

import io
import sys

import pytest

from project_ghost.cli import main
from project_ghost.cli.terminal._facts import print_facts
from tests.cli.command import Terminal, run_command


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")


@pytest.mark.usefixtures("narrow")
def test_a_row_is_one_line(capsys) -> None:
    _, printed, _ = run_command(capsys, "scenario", "list")
    rows = [line for line in printed.splitlines() if line.startswith("│")]
    assert all(len(line.split("│")) == 6 for line in rows)
    assert all(line.split("│")[1].strip() for line in rows), "a name is wrapped"
    (row,) = [line for line in rows if "car-estimation" in line]
    assert "its satellites are silent for eight seconds." in row


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(
    "command", [["map", "urban_crossing", "--all"], ["doctor", "--interpreted"]], ids=lambda c: c[0]
)
def test_no_table_is_wrapped(command, capsys) -> None:
    """Method: every row of a table is as long as its heading."""
    assert main(command) == 0
    widths: list[set[int]] = []
    for line in capsys.readouterr().out.splitlines():
        if line.startswith(("┏", "┌")):
            widths.append(set())
        if line.startswith(("┏", "┌", "┃", "│", "└")):
            widths[-1].add(len(line))
    assert widths
    assert all(len(each) == 1 for each in widths)
    assert max(max(each) for each in widths) > 40


def test_facts_are_wrapped_on_a_terminal_only(monkeypatch, capsys) -> None:
    facts = {"digest": "ab " * 30, "files": "none"}
    monkeypatch.setenv("COLUMNS", "40")
    print_facts(facts)
    assert len(capsys.readouterr().out.splitlines()) == 4

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    print_facts(facts)
    lines = terminal.getvalue().splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 40
    assert lines[1].startswith("│ digest │ ab ab")


def test_facts_need_no_unicode(monkeypatch) -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", file)
    print_facts({"seed": "1"})
    file.seek(0)
    assert file.read().splitlines() == ["+------+---+", "| seed | 1 |", "+------+---+"]
