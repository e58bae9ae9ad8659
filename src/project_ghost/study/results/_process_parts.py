"""Fresh and reused repeats of one experiment, apart, as values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import final

__all__ = ["FRESH", "REUSED", "Blame", "ProcessPart", "ProcessParts"]

FRESH, REUSED = "fresh", "reused"


class Blame(StrEnum):
    """Which processes break a tolerance that the others keep."""

    NONE = ""
    FRESH = FRESH
    REUSED = REUSED
    BOTH = "mixed"  # each keeps it alone; the two differ from each other


@final
@dataclass(frozen=True)
class ProcessPart:
    """The repeats of one kind of process.

    Fresh ones are compared with each other, reused ones with those in the same process only:
    that processes differ from each other is a matter of their start, as of fresh ones.
    """

    repeats: int
    identical: bool
    max_sigma_m: float
    max_deviation_m: float
    permissible: bool
    processes: int = 1  # 1 also where an older version did not note it


@final
@dataclass(frozen=True)
class ProcessParts:
    """The fresh and the reused repeats of an experiment with both.

    `breaks` names the processes that break a tolerance which the others keep. `chance` is the
    probability that the differing repeats are distributed over the two kinds as they are, or more
    unevenly, if the kind of process does not matter. Above 5 % nothing is blamed on it, unless
    experiments of one kind each show the same.
    """

    fresh: ProcessPart
    reused: ProcessPart
    breaks: Blame
    chance: float

    @property
    def is_open(self) -> bool:
        """Whether one kind alone keeps the tolerance, but perhaps by chance."""
        is_kept = self.fresh.permissible or self.reused.permissible
        return self.breaks is Blame.NONE and is_kept

    @property
    def keeping(self) -> ProcessPart | None:
        """The part that keeps the tolerance, if the process is what breaks it."""
        if self.breaks is Blame.NONE:
            return None
        return self.reused if self.breaks is Blame.FRESH else self.fresh
