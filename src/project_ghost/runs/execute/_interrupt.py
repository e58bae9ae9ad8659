"""Defer Ctrl-C and its relatives to the end of a tick, so that no file is left half-written.

SIGTERM (`kill`, a cluster that ends a job) and SIGHUP (a closed terminal) end a run as Ctrl-C does:
its recording is closed. One that was ignored before, as by `nohup`, stays ignored.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Interrupt", "deferred_interrupt"]


class Interrupt:
    """Whether the user has requested the end of the run."""

    def __init__(self) -> None:
        self.requested = False


@contextmanager
def deferred_interrupt() -> Iterator[Interrupt]:
    """Record the first Ctrl-C, SIGTERM or SIGHUP instead of raising; the second acts as usual.

    Only the main thread receives signals; in another thread this has no effect.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if (handler := signal.getsignal(number)) is not signal.SIG_IGN
    }

    def record(_number: int, _frame: FrameType | None) -> None:
        interrupt.requested = True
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    for number in before:
        signal.signal(number, record)
    try:
        yield interrupt
    finally:
        restore()
