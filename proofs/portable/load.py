"""CPU load on all cores, for as long as a block of code runs.

A burner is a process of its own that ends by itself as soon as its parent is gone,
however that came about, so that no load outlives the proof.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

_PERIOD_S = 0.02


@contextmanager
def cpu_load(share: float, burners: int) -> Iterator[None]:
    """Keep `burners` cores busy for this share of the time; 0 is no load at all."""
    command = [sys.executable, str(Path(__file__)), str(os.getpid()), str(share)]
    with ExitStack() as stack:
        for _ in range(burners if share else 0):
            burner = stack.enter_context(subprocess.Popen(command))  # noqa: S603 - this file
            stack.callback(burner.kill)
        yield


def burn(parent: int, share: float) -> None:
    """Work for the share of each period and sleep for the rest, until the parent is gone."""
    while os.getppid() == parent:
        # ghost: allow[wall-clock] a load on the machine is made of real time
        end = time.perf_counter() + share * _PERIOD_S
        # ghost: allow[wall-clock, time-budget] as above
        while time.perf_counter() < end:
            pass
        # ghost: allow[sleep] as above
        time.sleep((1.0 - share) * _PERIOD_S)


if __name__ == "__main__":
    burn(int(sys.argv[1]), float(sys.argv[2]))
