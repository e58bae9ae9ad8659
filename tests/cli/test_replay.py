"""Goal: `ghost replay` reports the comparison and the first difference, also by its exit code."""

import json
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.runs import prepare, recorded_run


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded_run(prepare("t-junction-4", ["duration=1s"], execution="interpreted"), folder)
    return folder


def told(capsys, *arguments: object) -> tuple[int, str, str]:
    code = main([str(each) for each in arguments])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_an_equal_replay_states_what_was_compared(run, capsys) -> None:
    code, out, _ = told(capsys, "replay", run, "--component", "Cars/driver")
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
    code, out, _ = told(capsys, "replay", run, *flags)
    assert code == 1
    assert "replaced by Mine" in out
    assert "The first difference: Monitor.reason, simulated time 0.5 s, sample 10" in out
    assert "0x1.12e0be826d695p-30" in out
    code, out, _ = told(capsys, "replay", run, *flags, "--json")
    found = json.loads(out)
    assert (code, found["same"]) == (1, False)
    assert found["first"]["time_ns"] == 500_000_000
    assert found["first"]["now_hex"] == "0x1.12e0be826d695p-30"
    assert found["first"]["ulp"] > 1


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--component", "Car"], "there is no component 'Car'; did you mean 'Cars'?"),
        (["--component", "Cars", "--inputs", "recording"], "signals Cars/driver.command, "),
        (["--component", "Cars", "--with", "mine"], "'mine' does not name a class in a file"),
        (["--component", "Cars", "--until", "2s"], "2 s is beyond its end\n  where: --until"),
    ],
)
def test_a_mistake_is_one_clear_message(run, arguments, what, capsys) -> None:
    code, out, err = told(capsys, "replay", run, *arguments)
    assert (code, out) == (2, "")
    assert what in err
