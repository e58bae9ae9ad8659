"""How far a result is promised to be the same, from nothing to everywhere."""

from collections.abc import Iterable
from enum import IntEnum

__all__ = ["Level", "weakest"]


class Level(IntEnum):
    """A determinism level; a greater one promises all that a lesser one does.

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
    """The level of a whole: that of its weakest part, and `PORTABLE` where it has no parts."""
    return min(levels, default=Level.PORTABLE)
