"""The clock of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from project_ghost.core.duration import require_ns_at_least
from project_ghost.core.errors import InputTypeError

from ._abstract import AbstractClock

if TYPE_CHECKING:
    from project_ghost.core.randomness import RandomSource


@final
class SimClock(AbstractClock):
    """The only source of time in a simulation, with the root of its random numbers.

    `start_ns` is for a run that continues from a snapshot.
    """

    def __init__(self, step_ns: int, random_source: RandomSource, start_ns: int = 0) -> None:
        super().__init__(start_ns)
        self._step_ns = require_ns_at_least(1, step_ns, "step_ns", "SimClock")
        if not callable(getattr(random_source, "child", None)):
            raise InputTypeError(
                f"random_source is {random_source!r}, of type {type(random_source).__name__}",
                "SimClock",
                "a RandomSource, the root of the simulation's random numbers",
                "pass one, as in SimClock(step_ns, RandomSource(seed=42))",
            )
        self._random_source = random_source

    def step_ns(self) -> int:
        """Return the fixed step of the simulation."""
        return self._step_ns

    def random_source(self) -> RandomSource:
        """Return the root of the simulation's random numbers."""
        return self._random_source

    def advance(self, dt_ns: int | None = None) -> int:
        """Advance by `dt_ns`, by default one step, run the callbacks due, and return the time.

        With 0 it runs the callbacks that are due now.
        """
        if dt_ns is None:
            dt_ns = self._step_ns
        dt_ns = require_ns_at_least(0, dt_ns, "dt_ns", "SimClock.advance")
        self._run_until(self._now_ns + dt_ns)
        return self._now_ns
