"""Executors: tasks in, what came of them out, in the order of the tasks.

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
    """Does tasks. Whoever uses one need not know where they are done.

        for outcome in executor.run(Task(work, (seed,), limit_s=60.0) for seed in range(100)):
            keep(outcome.index, outcome.get())  # raises the task's error, if it had one

    `run` is lazy: tasks are taken as there is somebody to do them, and outcomes come in the
    order of the tasks, whoever was ready first. An error ends its task only. Leaving the loop
    early (`break`, an exception, Ctrl-C) ends whatever is still being done.
    """

    @abstractmethod
    def run(self, tasks: Iterable[Task[T]]) -> Iterator[Outcome[T]]:
        """Do all tasks; an outcome for each, in order."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks are done at once, at the most."""


@final
class InProcess(AbstractExecutor):
    """One task after the other, here. It cannot hold anybody to a time limit."""

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def run(self, tasks: Iterable[Task[T]]) -> Iterator[Outcome[T]]:
        """Do a task whenever its outcome is asked for."""
        for index, task in enumerate(tasks):
            if task.limit_s is not None:
                raise InputError(
                    f"{task.label} has a time limit, which needs a process of its own",
                    "InProcess.run",
                    "tasks without limits",
                    "use ProcessPool",
                )
            yield attempt(index, task)
