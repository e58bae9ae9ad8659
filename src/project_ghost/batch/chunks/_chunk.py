"""Tasks that are sent to a process together, and their outcomes on the way back."""

import pickle
import threading
from collections.abc import Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, final

from project_ghost.batch._limit import limited
from project_ghost.batch._task import Outcome, Task, TaskError, TimeLimitError, attempt
from project_ghost.core.errors import GhostError, InputError

from ._memory import peak_bytes

__all__ = ["Entry", "Reply", "execute", "packed", "too_late", "unpacked"]

# A process keeps one scene ready for one task at a time, even where tasks are run by threads.
_ALONE = threading.Lock()


@final
@dataclass
class Entry:
    """A task on its way: how often it was tried, and what happened.

    `losses` counts how often it was sent alone and its process died, or it exceeded its limit.
    `avoided` is the process in which it raised an error.
    """

    index: int
    task: Task[Any]
    tries: int = 0
    losses: int = 0
    raised: int = 0
    avoided: Hashable = None


class Reply(NamedTuple):
    """What a process sends back: the outcomes of a chunk, and the most memory that it has used."""

    outcomes: tuple[Outcome[Any], ...]
    peak_bytes: int


def packed(entries: Sequence[Entry], where: str) -> bytes:
    """Return a chunk as bytes. What tasks share, such as a scene, is in it once."""
    tasks = [each.task for each in entries]
    try:
        data = pickle.dumps(tasks)
    except Exception as error:  # for example a lambda or an open file
        raise InputError(
            f"{tasks[0].label} cannot be sent to another process: {error}",
            where,
            "a function of a module, with arguments that can be pickled",
            "move the function to the top of its module",
        ) from None
    return pickle.dumps(([each.index for each in entries], data))


def execute(data: bytes, where: str = "ProcessPool") -> bytes:
    """Run the tasks of a chunk, one after the other; returns the reply as bytes."""
    indexes, data = pickle.loads(data)  # noqa: S301 - from our own driver
    with _ALONE:
        try:
            tasks: list[Task[object]] = pickle.loads(data)  # noqa: S301 - as above
        except Exception as error:
            outcomes = [_unreadable(index, error, where) for index in indexes]
        else:
            outcomes = [_done(*each, where) for each in zip(indexes, tasks, strict=True)]
    return pickle.dumps((outcomes, peak_bytes()))


def unpacked(data: bytes) -> Reply:
    """Return the reply of a process."""
    outcomes, peak = pickle.loads(data)  # noqa: S301 - of our own process
    return Reply(tuple(pickle.loads(each) for each in outcomes), peak)  # noqa: S301 - as above


def too_late(task: Task[Any], where: str) -> TimeLimitError:
    """Return the error of a task that exceeded its limit."""
    return TimeLimitError(
        f"{task.label} took longer than {task.limit_s:g} s",
        where,
        "a task that ends within its limit",
        "raise the limit",
    )


def _done(index: int, task: Task[object], where: str) -> bytes:
    # Other tasks have a process of their own, whose end is their limit.
    limit_s = task.limit_s if task.is_repeatable else None
    within = nullcontext() if limit_s is None else limited(limit_s, lambda: too_late(task, where))
    try:
        with within:
            outcome = attempt(index, task)
    except TimeLimitError as error:  # just after the task
        outcome = Outcome(index, error=error)
    try:
        message = pickle.dumps(outcome)
        if outcome.error is not None:
            pickle.loads(message)  # noqa: S301 - a custom error may not survive pickling
    except Exception as error:
        instead = _instead(task, outcome.error, error, where)
        message = pickle.dumps(replace(outcome, value=None, error=instead))
    return message


def _unreadable(index: int, error: Exception, where: str) -> bytes:
    what = f"the task cannot be read in its process: {type(error).__name__}: {error}"
    fix = "its function and arguments must come from importable modules"
    return pickle.dumps(Outcome(index, error=TaskError(what, where, fix=fix)))


def _instead(task: Task[object], was: GhostError | None, error: Exception, where: str) -> TaskError:
    if was is not None:
        return TaskError(f"{task.label}: {type(was).__name__}: {was.what}", was.where)
    return TaskError(
        f"the result of {task.label} cannot be sent between processes: {error}",
        where,
        "a picklable result",
        "return numbers, texts, lists, arrays or dataclasses of them",
    )
