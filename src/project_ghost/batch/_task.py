"""What is to be done, and what came of it. Both go between processes."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, final

from project_ghost.core.errors import GhostError, RunError

__all__ = ["Outcome", "Task", "TaskError", "TimeLimitError", "attempt"]

T = TypeVar("T")


class TaskError(RunError):
    """A task ended in an error that is not one of Ghost's, or its process ended before it."""


class TimeLimitError(TaskError):
    """A task took longer than it may."""


@final
@dataclass(frozen=True)
class Task(Generic[T]):
    """A call: a function of a module (not a lambda, not one inside another) and its arguments.

    Function, arguments and result must be picklable. `limit_s` is how long it may take, from
    when it is given to a process; in a fresh process the start of Python counts too.
    """

    function: Callable[..., T]
    arguments: tuple[Any, ...] = ()
    name: str = ""
    limit_s: float | None = None

    @property
    def label(self) -> str:
        """What errors call it."""
        return self.name or getattr(self.function, "__qualname__", "a task")


@final
@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of a task: a value or an error. `index` is its place among the tasks."""

    index: int
    value: T | None = None
    error: GhostError | None = None

    def get(self) -> T:
        """The value; raises the error, where there is one."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]  # None is a value where T allows it


def attempt(index: int, task: Task[T]) -> Outcome[T]:
    """Do a task. An error of Ghost stays what it is; any other becomes a `TaskError`.

    The traceback of the other one is a note of the `TaskError`.
    """
    try:
        return Outcome(index, value=task.function(*task.arguments))
    except GhostError as error:
        return Outcome(index, error=error)
    except Exception as error:
        found = TaskError(f"{task.label}: {type(error).__name__}: {error}", "in a task")
        found.add_note(traceback.format_exc())
        return Outcome(index, error=found)
