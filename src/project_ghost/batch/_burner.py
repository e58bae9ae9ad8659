"""A process that keeps a core busy for a share of the time. It knows nothing of Ghost.

It ends by itself as soon as its parent is gone, however that came about, so that no load
outlives what it was made for.
"""

import os
import sys
import time

_PERIOD_S = 0.02


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
