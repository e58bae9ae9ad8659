"""Ctrl-C as a wish that is granted between two ticks, so that nothing is left half-written."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Interrupt", "listening"]


class Interrupt:
    """Whether somebody wants the run to end."""

    def __init__(self) -> None:
        self.wanted = False


@contextmanager
def listening() -> Iterator[Interrupt]:
    """Note the first Ctrl-C instead of raising; the second raises as usual.

    Signals are the main thread's affair; in another one this does nothing.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = signal.getsignal(signal.SIGINT)

    def note(_number: int, _frame: FrameType | None) -> None:
        interrupt.wanted = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)
