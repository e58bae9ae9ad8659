"""How sure a study wants to be that runs do not differ, and the repeats that this takes."""

from dataclasses import dataclass
from typing import final

from project_ghost.analysis.binomial import CONFIDENCE, repeats_needed

__all__ = ["DEFAULT_BUDGET_NS", "DEFAULT_STAGES", "Confidence"]

# Stages before the last one, at which an experiment ends if its tolerance is broken.
DEFAULT_STAGES = (10, 100)
# An experiment whose repeats take longer than this is not cheap: by default it ends there.
DEFAULT_BUDGET_NS = 300_000_000_000


@final
@dataclass(frozen=True)
class Confidence:
    """Fewer than this share of all runs differ, with this probability of being right."""

    differing_runs_below: float = 0.003
    at: float = CONFIDENCE

    def repeats_needed(self, differing: int = 0) -> int:
        """The repeats that show it if this many of them differ (998 by default)."""
        return repeats_needed(self.differing_runs_below, self.at, differing)

    def stages(self) -> tuple[int, ...]:
        """The numbers of repeats after each stage, for a study that states none."""
        last = max(2, self.repeats_needed())
        return (*(stage for stage in DEFAULT_STAGES if stage < last), last)
