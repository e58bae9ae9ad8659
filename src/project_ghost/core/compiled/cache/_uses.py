"""Which files of the cache or the archive this process has used, for those who want to know."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["listening", "note_use"]

_listeners: list[set[str]] = []


@contextmanager
def listening() -> Iterator[set[str]]:
    """Collect the names of files that are read or written in a block."""
    names: set[str] = set()
    # ghost: allow[global-state] removed at the end of the block
    _listeners.append(names)
    try:
        yield names
    finally:
        _listeners.remove(names)


def note_use(name: str) -> None:
    """Tell all listeners that a file is used."""
    for names in _listeners:
        names.add(name)
