"""How long calls take, compared fairly."""

import time
from collections.abc import Callable


def in_turns(*calls: Callable[[], object], repeats: int = 7) -> list[float]:
    """The shortest time of each, in seconds of the CPU's time: what else runs counts little.

    They are run in turns, so that all meet the same load.
    """
    best = [float("inf")] * len(calls)
    for call in calls:
        call()
    for _ in range(repeats):
        for i, call in enumerate(calls):
            start = time.process_time()
            call()
            best[i] = min(best[i], time.process_time() - start)
    return best
