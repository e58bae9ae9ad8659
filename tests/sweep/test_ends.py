"""Goal: a sweep that a signal ends, or whose workers die, is continued and has the same bytes.

Method: `ghost sweep` in a process of its own; a callback sends the signal after the second run.
"""

import os
import signal
import subprocess
import sys
import threading

import pytest

from project_ghost.batch import InProcess, ProcessPool
from project_ghost.cli._signals import Terminated, ended_by_signals
from project_ghost.results import open_store
from project_ghost.sweep import SweepCallback, run_sweep

from .small import TEXT, runs_in

ENDING = """
import os, signal
from project_ghost.sweep import SweepCallback


class End(SweepCallback):
    count = 0

    def on_run_end(self, row):
        End.count += 1
        if End.count == 2:
            os.kill(os.getpid(), signal.{name})

    def on_sweep_end(self, status):
        with open("end.txt", "w") as file:
            file.write(f"{{status.end}} {{status.done}}")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "where"),
    [
        ("SIGINT", 130, "processes"),
        ("SIGTERM", 143, "in-process"),
        ("SIGKILL", -signal.SIGKILL, "in-process"),
    ],
)
def test_a_signal_leaves_a_sweep_that_can_be_continued(
    plan, reference, tmp_path, name, code, where
) -> None:
    (tmp_path / "sweep.yaml").write_text(TEXT)
    (tmp_path / "ending.py").write_text(ENDING.format(name=name))
    words = f"sweep sweep.yaml -o store --executor {where} --exec interpreted"
    done = subprocess.run(
        [sys.executable, "-m", "project_ghost", *words.split(), "--callback", "ending.py:End"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "store" / "complete.json").exists()
    if name != "SIGKILL":
        assert "run it again to continue" in done.stderr
        assert (tmp_path / "end.txt").read_text() == "interrupted 2"
    result = run_sweep(plan, open_store(tmp_path / "store"), InProcess(), execution="interpreted")
    # After Ctrl-C nothing is lost; after SIGKILL what is not older than 2 s.
    assert result.before == 2 or (name == "SIGKILL" and result.before < 2)
    assert runs_in(tmp_path / "store") == runs_in(reference)


class KillWorkers(SweepCallback):
    """Kills the process of each of the first runs after it has returned the run."""

    def __init__(self, count: int) -> None:
        self.killed: list[int] = []
        self._count = count

    def on_run_end(self, row) -> None:
        if len(self.killed) < self._count and row["pid"] not in self.killed:
            self.killed.append(row["pid"])
            os.kill(row["pid"], signal.SIGKILL)


@pytest.mark.slow
def test_workers_that_are_killed_lose_no_run(plan, reference, tmp_path) -> None:
    callback = KillWorkers(2)
    result = run_sweep(
        plan, open_store(tmp_path), ProcessPool(2), execution="interpreted", callbacks=[callback]
    )
    assert callback.killed
    assert (result.done, result.failed, result.is_complete) == (6, 0, True)
    assert runs_in(tmp_path) == runs_in(reference)


def test_sigterm_is_an_interruption_of_the_main_thread_only() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated), ended_by_signals():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
    found: list[object] = []

    def elsewhere() -> None:
        with ended_by_signals():
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == [before]
