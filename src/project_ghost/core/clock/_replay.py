"""The clock of a replay."""

from collections.abc import Iterable, Iterator
from typing import final

from project_ghost.core.duration import require_ns
from project_ghost.core.errors import GhostError, InputError, InputTypeError

from ._abstract import AbstractClock


@final
class ReplayClock(AbstractClock):
    """A clock that advances from one recorded stamp to the next.

    The stamps are read when they are needed, at most one ahead, so a recording may have any
    length. At an invalid stamp `advance` raises its error, and the clock is then exhausted.
    """

    def __init__(self, stamps_ns: Iterable[int], start_ns: int = 0) -> None:
        super().__init__(start_ns)
        if not isinstance(stamps_ns, Iterable):
            raise InputTypeError(
                f"stamps_ns is {stamps_ns!r}, of type {type(stamps_ns).__name__}",
                "ReplayClock",
                "the stamps of a recording, in order",
                "give a list or an iterator of integers, as in ReplayClock([0, 5_000_000])",
            )
        self._stamps = _checked(stamps_ns, self._now_ns)
        self._next_stamp_ns: int | None = None

    def exhausted(self) -> bool:
        """Tell whether there is no further stamp."""
        if self._next_stamp_ns is None:
            self._next_stamp_ns = next(self._stamps, None)
        return self._next_stamp_ns is None

    def advance(self) -> int:
        """Advance to the next stamp, run the callbacks due until then, and return the time.

        If a callback raises, the same stamp is still the next one.
        """
        self._agenda.require_no_observer("advance the clock", self._where("advance"))
        if self.exhausted():
            raise GhostError(
                "the recording has no further stamp",
                f"ReplayClock.advance, at {self._now_ns:_} ns",
                "a further stamp",
                "check first: `while not clock.exhausted(): clock.advance()`",
            )
        assert self._next_stamp_ns is not None
        self._run_until(self._next_stamp_ns)
        self._next_stamp_ns = None
        return self._now_ns


def _checked(stamps_ns: Iterable[int], start_ns: int) -> Iterator[int]:
    last_ns = start_ns
    for position, stamp in enumerate(stamps_ns):
        stamp_ns = require_ns(stamp, f"stamps_ns[{position}]", "ReplayClock")
        if stamp_ns < last_ns:
            before = f"stamps_ns[{position - 1}]" if position else "start_ns"
            fix = (
                "sort them first, as in ReplayClock(sorted(stamps_ns))"
                if position
                else f"start at {stamp_ns:_} or before, or leave out the stamps before start_ns"
            )
            raise InputError(
                f"stamps_ns[{position}] is {stamp_ns:_}, but {before} is {last_ns:_}",
                "ReplayClock",
                "stamps that never decrease",
                fix,
            )
        yield stamp_ns
        last_ns = stamp_ns
