"""Defer Ctrl-C to the end of a tick, so that no file is left half-written."""

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
    """Record the first Ctrl-C instead of raising; the second raises as usual.

    Only the main thread receives signals; in another thread this has no effect.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = signal.getsignal(signal.SIGINT)

    def record(_number: int, _frame: FrameType | None) -> None:
        interrupt.requested = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, record)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)
