"""Keeping up with the wall clock, and not getting ahead of it."""

import time
from collections.abc import Callable

from project_ghost.core.duration import NS_PER_S

__all__ = ["Pace"]


class Pace:
    """Waits until the wall clock is where the simulation is. A late run is not hurried."""

    def __init__(
        self,
        now_ns: Callable[[], int] = time.monotonic_ns,  # ghost: allow[wall-clock] pacing only waits
        sleep: Callable[[float], None] = time.sleep,  # ghost: allow[sleep] pacing only waits
    ) -> None:
        self._now_ns = now_ns
        self._sleep = sleep
        self._start_ns: int | None = None

    def wait(self, simulated_ns: int) -> None:
        """Wait for this much simulated time since the first call's beginning."""
        if self._start_ns is None:
            self._start_ns = self._now_ns() - simulated_ns
        ahead_ns = self._start_ns + simulated_ns - self._now_ns()
        if ahead_ns > 0:
            self._sleep(ahead_ns / NS_PER_S)
