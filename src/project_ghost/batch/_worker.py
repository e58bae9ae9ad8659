"""What happens in a worker process: tasks come through a pipe, outcomes go back."""

import os
import pickle
import signal
from multiprocessing.connection import Connection

from project_ghost.core.errors import GhostError

from ._task import Outcome, Task, TaskError, attempt

__all__ = ["work"]

_PR_SET_PDEATHSIG = 1


def work(connection: Connection, parent: int) -> None:
    """Do tasks until no more come."""
    _leave_the_terminal()
    _end_with(parent)
    while True:
        try:
            data = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            connection.send_bytes(_done(data))
        except OSError:  # nobody is left to tell
            return


def _leave_the_terminal() -> None:
    """Ctrl-C is the parent's affair, who ends the group of this process with all its children.

    It was blocked while this process began; those that a task starts shall hear of it.
    """
    os.setpgid(0, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with(parent: int) -> None:
    """A parent that is killed takes its workers along, in the midst of a task."""
    try:
        from ctypes import CDLL

        CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):  # not Linux: the pipe ends, and after this task we do
        pass
    if os.getppid() != parent:  # it was quicker
        os._exit(1)


def _done(data: bytes) -> bytes:
    index, data = pickle.loads(data)  # noqa: S301 - from our own parent
    try:
        task: Task[object] = pickle.loads(data)  # noqa: S301 - from our own parent
    except Exception as error:
        what = f"the task cannot be read in its process: {type(error).__name__}: {error}"
        fix = "its function and arguments must come from modules that can be imported"
        return pickle.dumps(Outcome(index, error=TaskError(what, "ProcessPool", fix=fix)))
    outcome = attempt(index, task)
    try:
        found = pickle.dumps(outcome)
        if outcome.error is not None:
            pickle.loads(found)  # noqa: S301 - an error of one's own may not survive the way
    except Exception as error:
        found = pickle.dumps(Outcome(index, error=_instead(task, outcome.error, error)))
    return found


def _instead(task: Task[object], was: GhostError | None, error: Exception) -> TaskError:
    if was is not None:
        return TaskError(f"{task.label}: {type(was).__name__}: {was.what}", was.where)
    return TaskError(
        f"the result of {task.label} cannot go between processes: {error}",
        "ProcessPool",
        "a result that can be pickled",
        "give back numbers, texts, lists, arrays or dataclasses of them",
    )
