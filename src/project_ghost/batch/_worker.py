"""The loop of a worker process: it receives tasks through a pipe and returns outcomes.

Before an outcome it may send `CompileStep`s, which the parent tells its own observer.
"""

import os
import pickle
import signal
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection

from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.errors import GhostError

from ._task import Outcome, Task, TaskError, attempt

__all__ = ["work"]

_PR_SET_PDEATHSIG = 1


def work(connection: Connection, parent: int) -> None:
    """Run tasks until the pipe is closed."""
    _leave_the_terminal()
    _end_with(parent)
    while True:
        try:
            data = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            with observed_compilation(partial(_pass_on, connection)):
                message = _done(data)
            connection.send_bytes(message)
        except OSError:  # the parent has ended
            return


def _pass_on(connection: Connection, step: CompileStep) -> None:
    with suppress(OSError):  # the parent has ended; this is noticed after the task
        connection.send_bytes(pickle.dumps(step))


def _leave_the_terminal() -> None:
    """Leave the terminal's process group, so that only the parent gets Ctrl-C.

    The parent then ends this process group with all its children. SIGINT was blocked during
    the start, and processes that a task starts must not inherit that.
    """
    os.setpgid(0, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with(parent: int) -> None:
    """End this process when the parent is killed, even during a task."""
    try:
        from ctypes import CDLL

        CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):  # not Linux: this process ends after the task, with the pipe
        pass
    if os.getppid() != parent:  # it has already ended
        os._exit(1)


def _done(data: bytes) -> bytes:
    index, data = pickle.loads(data)  # noqa: S301 - from our own parent
    try:
        task: Task[object] = pickle.loads(data)  # noqa: S301 - from our own parent
    except Exception as error:
        what = f"the task cannot be read in its process: {type(error).__name__}: {error}"
        fix = "its function and arguments must come from importable modules"
        return pickle.dumps(Outcome(index, error=TaskError(what, "ProcessPool", fix=fix)))
    outcome = attempt(index, task)
    try:
        message = pickle.dumps(outcome)
        if outcome.error is not None:
            pickle.loads(message)  # noqa: S301 - a custom error may not survive pickling
    except Exception as error:
        instead = _instead(task, outcome.error, error)
        message = pickle.dumps(replace(outcome, value=None, error=instead))
    return message


def _instead(task: Task[object], was: GhostError | None, error: Exception) -> TaskError:
    if was is not None:
        return TaskError(f"{task.label}: {type(was).__name__}: {was.what}", was.where)
    return TaskError(
        f"the result of {task.label} cannot be sent between processes: {error}",
        "ProcessPool",
        "a picklable result",
        "return numbers, texts, lists, arrays or dataclasses of them",
    )
