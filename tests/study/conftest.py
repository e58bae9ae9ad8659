"""What tests of studies share."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from project_ghost.batch import InProcess, close_ready
from project_ghost.study.execute import _repeat, _runner


@pytest.fixture
def _no_load(monkeypatch) -> None:
    """Whatever load a study asks for, there is none."""

    @contextmanager
    def quiet(percent):
        yield float(percent)

    monkeypatch.setattr(_runner, "loaded_machine", quiet)


class Here:
    """In the place of a process pool: begins as a new process does, without a scene."""

    allows_fresh = False

    def __init__(self, workers, *, fresh) -> None:
        assert workers == 1
        assert self.allows_fresh or not fresh

    def run(self, tasks):
        close_ready()
        yield from InProcess().run(replace(task, limit_s=None) for task in tasks)


@pytest.fixture
def _here(monkeypatch) -> None:
    """Repeats run in this process."""
    monkeypatch.setattr(_runner, "ProcessPool", Here)
    monkeypatch.setattr(_repeat, "_set_affinity_and_priority", lambda _job: None)
