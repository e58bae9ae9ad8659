"""Calls that a thread makes, one after the other, while its owner goes on.

Why: ADR 34.
"""

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Semaphore, Thread
from typing import Any, final

__all__ = ["Background"]

_Call = Callable[[], object]


@final
class Background:
    """A thread that makes calls in the order in which they were given to it.

    At most `waiting` of them wait; then the owner waits too. An error ends it: no later call is
    made, and `call` and `wait` raise it. Where no thread can be started, the owner makes the calls.
    """

    def __init__(self, name: str, waiting: int) -> None:
        self._name = name
        self._calls = _Calls(waiting)
        self._thread: Thread | None = None

    def call(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401
        """Let the thread call a function, after all that it was given before."""
        self._calls.raise_error()
        if self._thread is None and not self._start():
            self._calls.make(lambda: function(*arguments))
            self._calls.raise_error()
            return
        self._calls.put(lambda: function(*arguments))

    def _start(self) -> bool:
        self._calls.begin()
        thread = Thread(target=self._calls.make_all, name=self._name, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # a limit of the machine, or the interpreter is about to exit
            return False
        self._thread = thread
        # An owner that is forgotten leaves no thread behind.
        weakref.finalize(self, self._calls.end).atexit = False
        return True

    def wait(self) -> None:
        """Wait until all calls are made."""
        if self._thread is not None:
            self._calls.wait()
        self._calls.raise_error()

    def close(self) -> None:
        """Wait until all calls are made, and end the thread; an error is not raised again."""
        if self._thread is not None:
            self._calls.end()
            self._thread.join()
            self._thread = None


@final
class _Calls:
    """Calls that wait to be made, and what their thread knows of their owner.

    The queue is one whose `put` the garbage collector may call at any time, in any thread.
    """

    def __init__(self, waiting: int) -> None:
        self._queue: SimpleQueue[_Call | Event | None] = SimpleQueue()
        self._room = Semaphore(waiting)
        self._given = 0
        self._made = 0
        self._errors: list[BaseException] = []

    def begin(self) -> None:
        """Begin anew, for another thread."""
        self._queue = SimpleQueue()

    def put(self, call: _Call) -> None:
        """Add a call, as soon as there is room."""
        self._room.acquire()
        self._given += 1
        self._queue.put(call)

    def end(self) -> None:
        """End the thread when all calls are made."""
        self._queue.put(None)

    def wait(self) -> None:
        """Wait until all calls are made."""
        if self._made < self._given:
            are_made = Event()
            self._queue.put(are_made)
            are_made.wait()

    def make_all(self) -> None:
        """Make calls until the end."""
        while (call := self._queue.get()) is not None:
            if isinstance(call, Event):
                call.set()
                continue
            self._room.release()
            self.make(call)
            del call  # with the data that it holds
            self._made += 1

    def make(self, call: _Call) -> None:
        """Make a call, unless one has failed."""
        if not self._errors:
            try:
                call()
            except BaseException as error:
                self._errors.append(error)

    def raise_error(self) -> None:
        """Raise the error that ended the calls."""
        if self._errors:
            raise self._errors[0]
