"""The loop of a worker process: it receives chunks of tasks through a pipe and replies.

It says that it is there, and before a reply it may send `CompileStep`s, which the parent tells its
own observer.
"""

import os
import pickle
import signal
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from project_ghost.core.compile_steps import CompileStep, observed_compilation

from ._ready import close_ready
from .chunks._chunk import execute

__all__ = ["HELLO", "REPLY", "STEP", "work"]

_PR_SET_PDEATHSIG = 1
# The first byte of a message says what it is.
HELLO, REPLY, STEP = b"h", b"r", b"s"


def work(connection: Connection, parent: int) -> None:
    """Run tasks until the pipe is closed."""
    _leave_the_terminal()
    _end_with(parent)
    with suppress(OSError):  # the parent has ended
        connection.send_bytes(HELLO)
    while True:
        try:
            data = connection.recv_bytes()
        except (EOFError, OSError):
            break
        try:
            with observed_compilation(partial(_pass_on, connection)):
                reply = execute(data)
            connection.send_bytes(REPLY + reply)
        except OSError:  # the parent has ended
            break
    close_ready()


def _pass_on(connection: Connection, step: CompileStep) -> None:
    with suppress(OSError):  # the parent has ended; this is noticed after the task
        connection.send_bytes(STEP + pickle.dumps(step))


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
