"""Goal: long commands show their progress on a terminal, and no bar elsewhere."""

import io
import json
import re
import sys

import pytest

from project_ghost.cli import main
from project_ghost.cli.terminal import _work_progress
from project_ghost.cli.terminal._work_progress import work_progress
from project_ghost.core.bus import Message
from project_ghost.core.compile_steps import CompileStep, announce
from project_ghost.engine import Engine
from project_ghost.runs import new_run_folder, prepare, recorded_run
from project_ghost.telemetry import Recorder
from tests.cli.command import Terminal


@pytest.fixture
def paths(tmp_path):
    """Two recordings of a channel each."""
    result = []
    for name, start in (("a.mcap", 0), ("b.mcap", 1)):
        with Recorder(tmp_path / name, chunk_span_ns=10) as recorder:
            for i in range(50):
                recorder.record(Message("/car", i, i, {"x": start + i}))
        result.append(tmp_path / name)
    return result


def commands(paths, folder):
    """A command line for each that reads whole files, and what its bar is called."""
    a, b = paths
    return {
        "comparing": ["diff", str(a), str(b)],
        "checking": ["info", str(a), "--check"],
        "exporting": ["export", str(a), "--to", "csv", "-o", str(folder / "tables")],
        "recovering": ["recover", str(a), "-o", str(folder / "again.mcap")],
    }


@pytest.mark.parametrize("name", ["comparing", "checking", "exporting", "recovering"])
def test_a_bar_on_a_terminal_goes_to_its_end(name, paths, tmp_path, monkeypatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(commands(paths, tmp_path)[name]) in (0, 1)
    shown = terminal.getvalue()
    assert name in shown
    assert "\\u001b" not in shown, "the bar's own control sequences are escaped"
    done, total = re.findall(r"([0-9.]+)/([0-9.]+) (?:bytes|kB)", shown)[-1]
    assert float(done) == float(total) > 0.0


@pytest.mark.parametrize("name", ["comparing", "checking", "exporting", "recovering"])
def test_no_bar_without_a_terminal(name, paths, tmp_path, capsys) -> None:
    assert main(commands(paths, tmp_path)[name]) in (0, 1)
    assert capsys.readouterr().err == ""


def test_the_way_to_a_tick_has_a_bar_that_is_gone_before_the_debugger_asks(
    tmp_path, monkeypatch
) -> None:
    recorded_run(prepare("t-junction-4", ["duration=1s"], execution="interpreted"), tmp_path)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    when_asked = []

    class Output(io.StringIO):
        def write(self, text):
            when_asked.append(terminal.getvalue())
            return len(text)

    monkeypatch.setattr(sys, "stdout", Output())
    assert main(["debug", str(tmp_path), "--at", "500ms", "--component", "Cars"]) == 0
    assert "rerun" in when_asked[0]
    assert when_asked[0].endswith("\x1b[2K")  # its line was taken back
    assert terminal.getvalue() == when_asked[0]


def compiling_terminal(monkeypatch) -> Terminal:
    """A terminal, while engines say that they compile."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run_engine = Engine.run

    def compile_and_run(engine: Engine, duration: int) -> None:
        announce(CompileStep("Cars/driver", 34, 61))
        run_engine(engine, duration)

    monkeypatch.setattr(Engine, "run", compile_and_run)
    return terminal


REOPENED = {
    "rerun": ["-o", "again"],
    "checkpoint": ["--at", "50ms"],
    "replay": ["--component", "Cars"],
    "debug": ["--at", "50ms", "--component", "Cars"],
    "verify": ["--executor", "in-process", "-n", "1"],
}


@pytest.mark.parametrize("command", REOPENED)
def test_compilation_is_shown_wherever_something_runs(command, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    prepared = prepare("t-junction-4", ["duration=100ms"], execution="interpreted")
    recorded_run(prepared, new_run_folder("run", "run"))
    terminal = compiling_terminal(monkeypatch)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main([command, "run", "--exec", "interpreted", *REOPENED[command]]) == 0
    assert ": compiling (34 of 61 kernels)" in terminal.getvalue()


def test_compilation_is_shown_in_a_study(monkeypatch) -> None:
    """Method: a bar as for a study, told by a pool what its worker compiles."""
    terminal = compiling_terminal(monkeypatch)
    with work_progress("crossing", "repeats") as progress:
        assert progress is not None
        progress.describe("baseline")
        announce(CompileStep("Cars/driver", 34, 61))
        progress.advance(1)
    shown = terminal.getvalue()
    assert "baseline: compiling (34 of 61 kernels)" in shown


def test_compilation_is_no_part_of_the_speed(tmp_path, monkeypatch, capsys) -> None:
    terminal = compiling_terminal(monkeypatch)
    command = ["run", "t-junction-4", "--duration", "100ms", "--exec", "interpreted"]
    assert main([*command, "-o", str(tmp_path)]) == 0
    assert "t-junction-4: compiling (34 of 61 kernels)" in terminal.getvalue()
    assert " s of compiling " in capsys.readouterr().out
    timings = json.loads((tmp_path / "summary.json").read_text())["timings"]
    assert timings["compiling_s"] > 0.0
    assert timings["times_real_time"] == 0.1 / timings["running_s"]


def test_plain_lines_tell_the_progress_without_a_terminal(monkeypatch, capsys) -> None:
    now_s = [0.0]
    monkeypatch.setattr(_work_progress, "_now_s", lambda: now_s[0])
    with work_progress("crossing", "runs", lines=True) as progress:
        assert progress is not None
        progress.begin(100)
        progress.advance(40)  # those that were there before are no part of the rate
        progress.running(2)
        now_s[0] = 9.0
        progress.advance(9)
        now_s[0] = 10.0
        progress.advance(11, failed=3)
        now_s[0] = 12.0
        progress.advance(40)
    assert capsys.readouterr().err.splitlines() == [
        "crossing: 60 of 100 runs, 2 running, 3 failed, 2.0/s, 20 s left",
        "crossing: 100 of 100 runs, 2 running, 3 failed, 5.0/s",
    ]
