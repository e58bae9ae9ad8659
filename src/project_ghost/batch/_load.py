"""A machine that is busy with something else, for as long as a block of code runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import final

from project_ghost.core.errors import InputError

__all__ = ["BackgroundLoad", "background_load", "usable_cores"]

_BURNER = Path(__file__).with_name("_burner.py")
_STATISTICS = Path("/proc/stat")
# The columns of /proc/stat in which a core had nothing to do.
_IDLE, _WAITING = 3, 4
_COLUMNS = 8  # what guests did is in the others already


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(_usable())


def _usable() -> set[int]:
    try:
        return os.sched_getaffinity(0)
    except AttributeError:  # not Linux
        return set(range(os.cpu_count() or 1))


@final
class BackgroundLoad:
    """A load that is on."""

    def __init__(self) -> None:
        self._before = _times()

    def reached(self) -> float | None:
        """The share of time that the cores were busy since it began, with whatever.

        From /proc/stat, of the cores that this process may use; None where there is none,
        or where no time has passed.
        """
        before, now = self._before, _times()
        if before is None or now is None or now[1] <= before[1]:
            return None
        return (now[0] - before[0]) / (now[1] - before[1])


@contextmanager
def background_load(fraction: float, cores: int | None = None) -> Iterator[BackgroundLoad]:
    """Keep so many cores (all that may be used) busy for this fraction of the time.

    Each has a process that works and sleeps in turns of 20 ms. They end with the block, and
    also where this process is killed. A fraction of 0 is no load at all.
    """
    if not 0.0 <= fraction <= 1.0 or (cores is not None and cores < 0):
        raise InputError(
            f"the load is {fraction!r} of {cores!r} cores",
            "background_load",
            "a fraction from 0 to 1, and a number of cores",
        )
    count = usable_cores() if cores is None else cores
    command = [sys.executable, "-I", "-S", str(_BURNER), str(os.getpid()), str(float(fraction))]
    with ExitStack() as stack:
        for _ in range(count if fraction else 0):
            # In a group of its own, so that Ctrl-C is for us to hear.
            burner = subprocess.Popen(  # noqa: S603 - our own file
                command, stdin=subprocess.DEVNULL, process_group=0
            )
            stack.enter_context(burner)
            stack.callback(burner.kill)
        yield BackgroundLoad()


def _times() -> tuple[int, int] | None:
    """How much time was busy, and how much there was, over all cores that may be used."""
    try:
        lines = _STATISTICS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    names = {f"cpu{number}" for number in _usable()}
    busy = total = 0
    for line in lines:
        name, *rest = line.split()
        if name in names:
            times = [int(text) for text in rest[:_COLUMNS]]
            total += sum(times)
            busy += sum(times) - times[_IDLE] - times[_WAITING]
    return busy, total
