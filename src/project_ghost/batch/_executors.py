"""Executors run tasks and return their outcomes, as they come or in the order of the tasks.

Why: ADR 22.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable
from contextlib import closing
from typing import TypeVar, final

from project_ghost.core.errors import InputError

from ._task import Outcome, Task, attempt

__all__ = ["AbstractExecutor", "InProcess"]

T = TypeVar("T")


class AbstractExecutor(ABC):
    """Runs tasks in this process, in others, or on other machines.

        for outcome in executor.run(Task(work, (seed,), limit_s=60.0) for seed in range(100)):
            keep(outcome.index, outcome.get())  # raises the task's error, if it had one

    `finished` yields each outcome when it is there, so that it can be kept at once; `run` yields
    them in the order of the tasks. Both are lazy: they take a task when a worker is free. An error
    ends its own task only. Leaving the loop early (`break`, an exception, Ctrl-C) ends the tasks
    that are still running.
    """

    @abstractmethod
    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each as soon as it is there, in any order."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The greatest number of tasks that run at once."""

    @final
    def run(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each, in order. Early ones wait in memory."""
        early: dict[int, Outcome[T]] = {}
        following = 0
        with closing(self.finished(tasks)) as outcomes:
            for outcome in outcomes:
                early[outcome.index] = outcome
                while following in early:
                    yield early.pop(following)
                    following += 1


@final
class InProcess(AbstractExecutor):
    """Runs one task after the other in this process, which cannot enforce time limits."""

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run a task when its outcome is requested."""
        for index, task in enumerate(tasks):
            if task.limit_s is not None:
                raise InputError(
                    f"{task.label} has a time limit, which needs a separate process",
                    "InProcess",
                    "tasks without limits",
                    "use ProcessPool",
                )
            yield attempt(index, task)
