"""What an experiment's repeats show about the runs that were not made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from project_ghost.analysis.binomial import share_bound
from project_ghost.study.file._confidence import Confidence

__all__ = ["Certainty", "certainty_of"]


@final
@dataclass(frozen=True)
class Certainty:
    """The share of runs that differ, as far as it is known, and what the wanted bound takes.

    With the probability `at` of being right fewer than `reached_below` of all runs differ (exact
    binomial, one-sided). The study wants `wanted_below`, which takes `repeats_needed` repeats if
    no further one differs: `repeats_missing` more, in about `missing_s`.
    """

    at: float
    wanted_below: float
    reached_below: float
    is_reached: bool
    repeats_needed: int
    repeats_missing: int
    missing_s: float | None


def certainty_of(
    differing: int,
    repeats: int,
    wanted: Confidence,
    seconds_for: Callable[[int], float | None],
) -> Certainty:
    """Return what this many repeats show; `seconds_for` estimates what so many more take."""
    needed = wanted.repeats_needed(differing)
    missing = max(0, needed - repeats)
    return Certainty(
        wanted.at,
        wanted.differing_runs_below,
        share_bound(differing, repeats, wanted.at),
        missing == 0,
        needed,
        missing,
        None if (seconds := seconds_for(missing)) is None else round(seconds, 1),
    )
