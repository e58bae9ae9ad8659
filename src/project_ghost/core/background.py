"""Calls that a thread makes, one after the other, while its owner goes on.

Why: ADR 34.
"""

import weakref
from collections.abc import Callable
from queue import Queue
from threading import Thread
from typing import Any, final

__all__ = ["Background"]

_Call = Callable[[], object]


@final
class Background:
    """A thread that makes calls in the order in which they were given to it.

    At most `waiting` of them wait; then the owner waits too. An error ends it: no later call is
    made, and `call` and `wait` raise it.
    """

    def __init__(self, name: str, waiting: int) -> None:
        self._name = name
        self._calls: Queue[_Call | None] = Queue(waiting)
        self._errors: list[BaseException] = []
        self._thread: Thread | None = None

    def call(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401
        """Let the thread call a function, after all that it was given before."""
        self._raise_error()
        if self._thread is None:
            self._thread = Thread(
                target=_make_calls, args=(self._calls, self._errors), name=self._name, daemon=True
            )
            self._thread.start()
            # An owner that is forgotten leaves no thread behind.
            weakref.finalize(self, self._calls.put, None).atexit = False
        self._calls.put(lambda: function(*arguments))

    def wait(self) -> None:
        """Wait until all calls are made."""
        if self._thread is not None:
            self._calls.join()
            self._raise_error()

    def close(self) -> None:
        """Wait until all calls are made, and end the thread; an error is not raised again."""
        if self._thread is not None:
            self._calls.put(None)
            self._thread.join()
            self._thread = None

    def _raise_error(self) -> None:
        if self._errors:
            raise self._errors[0]


def _make_calls(calls: "Queue[_Call | None]", errors: list[BaseException]) -> None:
    while True:
        call = calls.get()
        try:
            if call is None:
                return
            if not errors:
                call()
        except BaseException as error:
            errors.append(error)
        finally:
            del call  # with the data that it holds
            calls.task_done()
