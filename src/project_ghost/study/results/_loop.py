"""How long the steps of a simulator's own loop took, in real time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

__all__ = ["LoopLatency", "mean_and_max_ms"]


@final
@dataclass(frozen=True)
class LoopLatency:
    """The real time between samples of a run; the longest is None if only the total is known."""

    intervals: int
    mean_s: float
    max_s: float | None


def mean_and_max_ms(loops: Iterable[LoopLatency]) -> tuple[float | None, float | None]:
    """Return the mean over all intervals of all runs, and the longest, in milliseconds."""
    known = list(loops)
    intervals = sum(loop.intervals for loop in known)
    if not intervals:
        return None, None
    mean_s = sum(loop.intervals * loop.mean_s for loop in known) / intervals
    longest = [loop.max_s for loop in known if loop.max_s is not None]
    return round(1000.0 * mean_s, 6), round(1000.0 * max(longest), 6) if longest else None
