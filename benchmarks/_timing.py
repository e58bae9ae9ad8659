"""How long a call takes."""

import time
from collections.abc import Callable


def seconds(call: Callable[[], object], repeats: int = 7) -> float:
    """The shortest of some runs: the one that was disturbed least."""
    call()
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best
