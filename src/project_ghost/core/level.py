"""Levels of determinism: where a result is promised to have the same bits."""

from collections.abc import Iterable
from enum import IntEnum

__all__ = ["Level", "weakest"]


class Level(IntEnum):
    """A determinism level; a higher one includes the promises of the lower ones.

    - `NONE`: nothing.
    - `PROCESS`: the same bits when run again in one process, and after a restore.
    - `HOST`: also in a fresh process, with any hash seed, load, executor or worker count.
    - `PORTABLE`: also on any supported CPython and numpy, any x86-64 CPU, and aarch64.
    """

    NONE = 0
    PROCESS = 1
    HOST = 2
    PORTABLE = 3

    def __str__(self) -> str:
        return self.name.lower()


def weakest(levels: Iterable[Level]) -> Level:
    """Return the lowest of the levels; `PORTABLE` if there are none."""
    return min(levels, default=Level.PORTABLE)
