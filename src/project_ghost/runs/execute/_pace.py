"""Pace a run by the wall clock."""

import time
from collections.abc import Callable

from project_ghost.core.duration import NS_PER_S

__all__ = ["Pace"]


class Pace:
    """Waits until the wall clock reaches the simulated time; does not speed up a late run."""

    def __init__(
        self,
        now_ns: Callable[[], int] = time.monotonic_ns,  # ghost: allow[wall-clock] pacing only waits
        sleep: Callable[[float], None] = time.sleep,  # ghost: allow[sleep] pacing only waits
    ) -> None:
        self._now_ns = now_ns
        self._sleep = sleep
        self._start_ns: int | None = None

    def wait(self, simulated_ns: int) -> None:
        """Wait until the wall clock has advanced as far as the simulated time."""
        if self._start_ns is None:
            self._start_ns = self._now_ns() - simulated_ns
        ahead_ns = self._start_ns + simulated_ns - self._now_ns()
        if ahead_ns > 0:
            self._sleep(ahead_ns / NS_PER_S)
