"""What tests of studies share."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from project_ghost.batch import InProcess, close_ready
from project_ghost.study.execute import _processes, _repeat, _runner


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

    def __init__(self, workers, *, fresh=False) -> None:
        assert workers == 1
        assert self.allows_fresh or not fresh
        self._is_fresh = fresh
        self._is_kept = False

    def __enter__(self):
        close_ready()
        self._is_kept = True
        return self

    def __exit__(self, *_) -> None:
        close_ready()

    def run(self, tasks):
        if not self._is_kept:
            close_ready()
        for task in tasks:
            if self._is_fresh:
                close_ready()
            yield from InProcess().run([replace(task, limit_s=None)])


@pytest.fixture
def _here(monkeypatch) -> None:
    """Repeats run in this process."""
    monkeypatch.setattr(_processes, "ProcessPool", Here)
    monkeypatch.setattr(_repeat, "_set_affinity_and_priority", lambda _job: None)
