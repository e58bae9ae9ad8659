"""Goal: `ghost replay` reports the comparison and the first difference, also by its exit code."""

import json
from pathlib import Path

import pytest

from project_ghost.runs import prepare, recorded_run
from tests.cli.command import run_command


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("t-junction-4", ["duration=1s"], execution="interpreted"), folder)
    return folder


def test_an_equal_replay_states_what_was_compared(run, capsys) -> None:
    code, out, _ = run_command(capsys, "replay", run, "--component", "Cars/driver")
    assert code == 0
    assert "from the recorded scenario, run again; the same run: 21 ticks of the state chain" in out
    assert "0 s to 1 s" in out
    assert "Cars/driver.command" in out
    assert "bit for bit" in out


def test_a_difference_is_exit_code_1(run, tmp_path, capsys) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from project_ghost.scenario.events import Monitor\n"
        "class Mine(Monitor):\n"
        "    @staticmethod\n"
        "    def output(time_ns):\n"
        "        return 0.0, 1e-9 if time_ns >= 500_000_000 else 0.0\n"
    )
    flags = ("--component", "Monitor", "--with", f"{mine}:Mine")
    code, out, _ = run_command(capsys, "replay", run, *flags)
    assert code == 1
    assert "replaced by Mine" in out
    assert "The first difference: Monitor.reason, simulated time 0.5 s, sample 10" in out
    assert "0x1.12e0be826d695p-30" in out
    code, out, _ = run_command(capsys, "replay", run, *flags, "--json")
    result = json.loads(out)
    assert (code, result["same"]) == (1, False)
    assert result["first"]["time_ns"] == 500_000_000
    assert result["first"]["now_hex"] == "0x1.12e0be826d695p-30"
    assert result["first"]["ulp"] > 1


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--component", "Car"], "there is no component 'Car'; did you mean 'Cars'?"),
        (
            ["--component", "Cars", "--inputs", "recording"],
            "signals Contacts.impulse, Cars/driver.command, ",
        ),
        (["--component", "Cars", "--with", "mine"], "'mine' does not name a class in a file"),
        (["--component", "Cars", "--until", "2s"], "2 s is beyond its end\n  where: --until"),
    ],
)
def test_a_mistake_is_one_clear_message(run, arguments, what, capsys) -> None:
    code, out, err = run_command(capsys, "replay", run, *arguments)
    assert (code, out) == (2, "")
    assert what in err
