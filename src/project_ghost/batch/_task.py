"""Tasks and their outcomes, which are sent between processes."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, final

from project_ghost.core.errors import GhostError, RunError

__all__ = ["Outcome", "Task", "TaskError", "TimeLimitError", "attempt"]

T = TypeVar("T")


class TaskError(RunError):
    """A task raised an error that is not one of Ghost's, or its process died."""


class TimeLimitError(TaskError):
    """A task exceeded its time limit."""


@final
@dataclass(frozen=True)
class Task(Generic[T]):
    """A call: a function at the top of a module, and its arguments.

    Function, arguments and result must be picklable. `limit_s` is the time limit from when a
    process gets the task; in a fresh process it includes the start of Python.
    """

    function: Callable[..., T]
    arguments: tuple[Any, ...] = ()
    name: str = ""
    limit_s: float | None = None

    @property
    def label(self) -> str:
        """The name of the task in errors."""
        return self.name or getattr(self.function, "__qualname__", "a task")


@final
@dataclass(frozen=True)
class Outcome(Generic[T]):
    """The outcome of a task: a value or an error. `index` is its place among the tasks."""

    index: int
    value: T | None = None
    error: GhostError | None = None

    def get(self) -> T:
        """Return the value, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]  # None is a value where T allows it


def attempt(index: int, task: Task[T]) -> Outcome[T]:
    """Run a task. A `GhostError` is kept; any other exception becomes a `TaskError`.

    The traceback of the other exception is a note of the `TaskError`.
    """
    try:
        return Outcome(index, value=task.function(*task.arguments))
    except GhostError as error:
        return Outcome(index, error=error)
    except Exception as error:
        task_error = TaskError(f"{task.label}: {type(error).__name__}: {error}", "in a task")
        task_error.add_note(traceback.format_exc())
        return Outcome(index, error=task_error)
