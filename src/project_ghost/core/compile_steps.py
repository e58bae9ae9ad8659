"""What is about to be compiled, told to whoever shows progress.

Apart from `compiled`, because worker processes pass it on and need nothing else of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, TypeAlias

__all__ = ["CompileStep", "Observer", "announce", "observed_compilation"]


class CompileStep(NamedTuple):
    """A function that is about to be compiled, because the cache does not have it."""

    name: str  # for people
    number: int  # from 1
    total: int  # of all that this schedule or caller needs compiled


Observer: TypeAlias = Callable[[CompileStep], None]

_OBSERVER: ContextVar[Observer | None] = ContextVar("compile_observer", default=None)


@contextmanager
def observed_compilation(observer: Observer) -> Iterator[None]:
    """Call `observer` before each function that is compiled within the block.

    It is not called for what the cache has.
    """
    token = _OBSERVER.set(observer)
    try:
        yield
    finally:
        _OBSERVER.reset(token)


def announce(step: CompileStep) -> None:
    """Tell the observer, if there is one."""
    observer = _OBSERVER.get()
    if observer is not None:
        observer(step)
