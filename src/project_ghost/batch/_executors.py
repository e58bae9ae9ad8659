"""Executors run tasks and return their outcomes in the order of the tasks.

Why: ADR 22.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TypeVar, final

from project_ghost.core.errors import InputError

from ._task import Outcome, Task, attempt

__all__ = ["AbstractExecutor", "InProcess"]

T = TypeVar("T")


class AbstractExecutor(ABC):
    """Runs tasks in this process, in others, or on other machines.

        for outcome in executor.run(Task(work, (seed,), limit_s=60.0) for seed in range(100)):
            keep(outcome.index, outcome.get())  # raises the task's error, if it had one

    `run` is lazy: it takes a task when a worker is free, and yields the outcomes in the order of
    the tasks, whichever finished first. An error ends its own task only. Leaving the loop early
    (`break`, an exception, Ctrl-C) ends the tasks that are still running.
    """

    @abstractmethod
    def run(self, tasks: Iterable[Task[T]]) -> Iterator[Outcome[T]]:
        """Run all tasks; yield the outcome of each, in order."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The greatest number of tasks that run at once."""


@final
class InProcess(AbstractExecutor):
    """Runs one task after the other in this process, which cannot enforce time limits."""

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def run(self, tasks: Iterable[Task[T]]) -> Iterator[Outcome[T]]:
        """Run a task when its outcome is requested."""
        for index, task in enumerate(tasks):
            if task.limit_s is not None:
                raise InputError(
                    f"{task.label} has a time limit, which needs a separate process",
                    "InProcess.run",
                    "tasks without limits",
                    "use ProcessPool",
                )
            yield attempt(index, task)
