"""SIGTERM ends a command as Ctrl-C does: batch systems send it before they kill."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Terminated", "ended_by_signals"]


class Terminated(KeyboardInterrupt):
    """SIGTERM was received."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise `Terminated` inside the block on SIGTERM. Only the main thread can; others do not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
