"""Goal: when a verification ends, all its runs have ended, and left nothing behind."""

from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from project_ghost.batch import AbstractExecutor, Outcome, Task, TaskError, verify
from project_ghost.batch._task import attempt
from project_ghost.scenario import load_scenario

FILE = load_scenario("t-junction-4", ["duration=50ms"])
ONCE = ("interpreted",) * 3


class Busy(AbstractExecutor):
    """Fails at the second task, or gives another's outcome for it, with the third going on."""

    def __init__(self, folder: Path, *, fails: bool) -> None:
        self._folder = folder
        self._fails = fails
        self.is_at_work = True

    @property
    def workers(self) -> int:
        return 2

    def finished(self, tasks: Iterable[Task[Any]]) -> Generator[Outcome[Any], None, None]:
        first, *_ = tasks
        try:
            outcome = attempt(0, first)
            yield outcome
            (self._folder / "run-3").mkdir()
            if self._fails:
                yield Outcome(1, error=TaskError("it failed"))
            file = load_scenario("t-junction-4", ["duration=50ms", "actors.car1.speed_mps=3"])
            _, components, execution, _, *rest = first.arguments
            changed = (file, components, execution, self._folder / "other", *rest)
            yield attempt(1, Task(first.function, changed))
        finally:
            self.is_at_work = False


def test_an_error_is_raised_after_all_workers_have_ended(tmp_path) -> None:
    executor = Busy(tmp_path, fails=True)
    with pytest.raises(TaskError, match="it failed"):
        verify(FILE, executor, tmp_path, executions=ONCE)
    assert not executor.is_at_work


def test_other_recordings_are_removed_after_a_difference(tmp_path) -> None:
    executor = Busy(tmp_path, fails=False)
    result = verify(FILE, executor, tmp_path, executions=ONCE)
    assert not result.is_same
    assert not executor.is_at_work
    assert not (tmp_path / "run-3").exists()
