"""Long calls into compiled libraries that Ctrl-C can end.

Python acts on a signal when a call returns, and a solver may return after minutes. Such a call runs
in a thread of its own, and the main thread, which gets the signals, only waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["has_abandoned_calls", "interruptible"]

Result = TypeVar("Result")

# Waiting for ever could not be interrupted on every platform.
_LOOK_EVERY_S = 0.1

_abandoned: list[BaseException] = []


def interruptible(call: Callable[..., Result], *arguments: Any, **named: Any) -> Result:  # noqa: ANN401
    """Return what the call returns. On Ctrl-C in the main thread, leave it to end by itself.

    The library must release Python's global lock meanwhile, as NumPy and CasADi do.
    """
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments, **named)
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call(*arguments, **named))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True, name=getattr(call, "__name__", "call"))
    try:
        thread.start()
        while thread.is_alive():
            # ghost: allow[timeout] the result does not depend on it
            thread.join(_LOOK_EVERY_S)
    except BaseException as error:
        # The error refers to everything that the callers hold. What the call still works with must
        # not be freed: libraries count references without a lock.
        _abandoned.append(error)
        raise
    if errors:
        raise errors[0]
    return results[0]


def has_abandoned_calls() -> bool:
    """Return whether a call was interrupted; the process must then end without cleaning up.

    Ending as usual would take away what the library works with, or in an order that it cannot bear.
    """
    return bool(_abandoned)
