"""How long calls take, compared fairly."""

import time
from collections.abc import Callable


def in_turns(
    *calls: Callable[[], object],
    repeats: int = 7,
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """The shortest time of each, in seconds of the CPU's time: what else runs counts little.

    They are run in turns, so that all meet the same load. Of what runs in several threads the CPU's
    time is the sum; `clock=time.perf_counter` measures how long one waits for it.
    """
    best = [float("inf")] * len(calls)
    for call in calls:
        call()
    for _ in range(repeats):
        for i, call in enumerate(calls):
            start = clock()
            call()
            best[i] = min(best[i], clock() - start)
    return best
