"""Samples that are missing or not finite, as texts."""

from project_ghost.core.duration import seconds_text
from project_ghost.core.wording import counted

from .variance import Gap

__all__ = ["gap_text"]

_REPEATS_SHOWN = 3


def gap_text(gap: Gap) -> str:
    """How many samples there are, and where the first one is."""
    repeats = ", ".join(gap.repeats[:_REPEATS_SHOWN])
    more = " ..." if len(gap.repeats) > _REPEATS_SHOWN else ""
    noun = "repeat" if len(gap.repeats) == 1 else "repeats"
    return (
        f"{counted(gap.samples, 'sample')}; the first: actor {gap.first_actor} at "
        f"{seconds_text(gap.first_time_ns)} in {noun} {repeats}{more}"
    )
