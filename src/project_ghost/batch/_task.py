"""Tasks and their outcomes, which are sent between processes."""

import os
import socket
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, final

from project_ghost.core.errors import GhostError, RunError

__all__ = ["Outcome", "Task", "TaskError", "TimeLimitError", "attempt"]

T = TypeVar("T")


class TaskError(RunError):
    """A task raised an error that is not one of Ghost's, or its process died.

    `kind` is the name of the other error's class, empty if there is none.
    """

    kind = ""


class TimeLimitError(TaskError):
    """A task exceeded its time limit."""


@final
@dataclass(frozen=True)
class Task(Generic[T]):
    """A call: a function at the top of a module, and its arguments.

    Function, arguments and result must be picklable. `limit_s` is the time limit from when a
    process gets the task; in a fresh process it includes the start of Python.

    `is_repeatable` says that the task gives the same result each time and leaves nothing else
    behind. Such a task may be sent together with others, its limit counts from its own beginning,
    and it is tried again after the death of its process, a limit that was exceeded, or an error.

    Tasks with the same `code` are known to need the same machine code. A cluster compiles it once.
    """

    function: Callable[..., T]
    arguments: tuple[Any, ...] = ()
    name: str = ""
    limit_s: float | None = None
    is_repeatable: bool = False
    code: str = ""

    @property
    def label(self) -> str:
        """The name of the task in errors."""
        return self.name or getattr(self.function, "__qualname__", "a task")


@final
@dataclass(frozen=True)
class Outcome(Generic[T]):
    """The outcome of a task: a value or an error. `index` is its place among the tasks.

    The rest is about this execution, and nothing that must be the same in the next: how often the
    task was tried, which process ended it, when that began (Unix time) and how long it took, and
    where the error was raised.
    """

    index: int
    value: T | None = None
    error: GhostError | None = None
    attempts: int = 1
    host: str = ""
    pid: int = 0
    started_s: float = 0.0
    took_s: float = 0.0
    traceback: str = ""

    @property
    def kind(self) -> str:
        """The name of the error's class, of a task's own error where it raised one; else empty."""
        if self.error is None:
            return ""
        own = self.error.kind if isinstance(self.error, TaskError) else ""
        return own or type(self.error).__name__

    def get(self) -> T:
        """Return the value, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]  # None is a value where T allows it


def attempt(index: int, task: Task[T]) -> Outcome[T]:
    """Run a task. A `GhostError` is kept; any other exception becomes a `TaskError`.

    The traceback of the other exception is a note of the `TaskError`.
    """
    error: GhostError | None = None
    value: T | None = None
    trace = ""
    # ghost: allow[wall-clock] for a report about the task
    started_s, begun_s = time.time(), time.perf_counter()
    try:
        value = task.function(*task.arguments)
    except GhostError as own:
        error, trace = own, traceback.format_exc()
    except Exception as other:
        trace = traceback.format_exc()
        error = TaskError(f"{task.label}: {type(other).__name__}: {other}", "in a task")
        error.kind = type(other).__name__
        error.add_note(trace)
    # ghost: allow[wall-clock] as above
    took_s = time.perf_counter() - begun_s
    return Outcome(
        index,
        value,
        error,
        host=socket.gethostname(),
        pid=os.getpid(),
        started_s=started_s,
        took_s=took_s,
        traceback=trace,
    )
