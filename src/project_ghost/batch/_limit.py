"""A time limit from within: a task that takes too long raises an error in itself."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["limited"]


@contextmanager
def limited(limit_s: float | None, error: Callable[[], Exception]) -> Iterator[None]:
    """Raise the error inside the block when it has taken too long, as far as Python code is run.

    So the start of a process does not count, and the process can go on with another task. Code
    outside of Python that does not return is ended by the executor, which kills its process.
    Only the main thread of a process can be interrupted; in others nothing is limited.
    """
    if limit_s is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_alarm(_number: int, _frame: FrameType | None) -> None:
        raise error()

    before = signal.signal(signal.SIGALRM, on_alarm)
    # ghost: allow[timeout] the limit can only fail a task, not change its result
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
