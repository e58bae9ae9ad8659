"""Background load on the machine's cores while a block of code runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import final

from project_ghost.core.errors import InputError

from ._cpu_time import busy_fraction, cpu_time

__all__ = ["BackgroundLoad", "background_load", "usable_cores"]

_BURNER = Path(__file__).with_name("_burner.py")


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(_usable())


def _usable() -> set[int]:
    try:
        return os.sched_getaffinity(0)
    except AttributeError:  # not Linux
        return set(range(os.cpu_count() or 1))


@final
class BackgroundLoad:
    """A running background load."""

    def __init__(self) -> None:
        self._before = cpu_time(_usable())

    def reached(self) -> float | None:
        """Return the fraction of time that the usable cores were busy, by any process, since then.

        None on a system without /proc/stat, or if no time has passed.
        """
        return busy_fraction(self._before, cpu_time(_usable()))


@contextmanager
def background_load(fraction: float, cores: int | None = None) -> Iterator[BackgroundLoad]:
    """Keep cores, by default all usable ones, busy for this fraction of the time.

    Each core has a process that works and sleeps in periods of 20 ms. The processes end with the
    block, and also if this process is killed. With a fraction of 0 none is started.
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
            # In its own process group, so that Ctrl-C reaches this process only.
            burner = subprocess.Popen(  # noqa: S603 - our own file
                command, stdin=subprocess.DEVNULL, process_group=0
            )
            stack.enter_context(burner)
            stack.callback(burner.kill)
        yield BackgroundLoad()
