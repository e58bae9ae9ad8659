"""Callbacks that disturb the sweep that calls them: `--callback tests/cluster/disturb.py:CLASS`."""

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from project_ghost.sweep import SweepCallback
from tests.cluster.nodes import children, command_of


class KillsWorkers(SweepCallback):
    """Kills a worker after every fifth run. DISTURBED has the ids of nodes."""

    def __init__(self) -> None:
        self._runs = 0
        self._nodes = [int(pid) for pid in os.environ["DISTURBED"].split()]

    def on_run_end(self, _row: Mapping[str, Any]) -> None:
        self._runs += 1
        pids = [pid for node in self._nodes for pid in children(node)]
        workers = [pid for pid in pids if command_of(pid).startswith("ray::Worker")]
        if self._runs % 5 == 0 and workers:
            victim = workers[self._runs // 5 % len(workers)]
            os.kill(victim, signal.SIGKILL)
            with Path(os.environ["NOTE"]).open("a") as note:
                note.write(f"{victim}\n")


class EndsItself(SweepCallback):
    """Kills the driver after 25 runs, and says so before."""

    def __init__(self) -> None:
        self._runs = 0

    def on_run_end(self, _row: Mapping[str, Any]) -> None:
        self._runs += 1
        if self._runs == 25:
            os.kill(os.getpid(), signal.SIGKILL)


class SaysWhen(SweepCallback):
    """Writes a note after 10 runs."""

    def __init__(self) -> None:
        self._runs = 0

    def on_run_end(self, _row: Mapping[str, Any]) -> None:
        self._runs += 1
        if self._runs == 10:
            Path(os.environ["NOTE"]).write_text("10 runs\n")
