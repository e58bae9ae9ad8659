"""A process that keeps a core busy for a fraction of the time. It imports nothing of Ghost.

It ends when its parent ends, even a killed one, so that no load stays behind.
"""

import os
import sys
import time

_PERIOD_S = 0.02


def burn(parent: int, fraction: float) -> None:
    """Work for a fraction of each period and sleep for the rest, until the parent ends."""
    while os.getppid() == parent:
        # ghost: allow[wall-clock] a load on the machine is made of real time
        end = time.perf_counter() + fraction * _PERIOD_S
        # ghost: allow[wall-clock, time-budget] as above
        while time.perf_counter() < end:
            pass
        # ghost: allow[sleep] as above
        time.sleep((1.0 - fraction) * _PERIOD_S)


if __name__ == "__main__":
    burn(int(sys.argv[1]), float(sys.argv[2]))
