"""What a metric finds in a run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, final

from project_ghost.core.arrays import Floats

__all__ = ["MetricResult", "Statistic"]

Statistic: TypeAlias = float | int | bool | str | None


@final
@dataclass(frozen=True)
class MetricResult:
    """A score from 0 to 1, or None where the metric has none; its numbers; its series over time.

    A series has a value for each sample of the run. `note` says in a sentence why there is no
    score, or what the reader has to know about it.
    """

    score: float | None = None
    statistics: Mapping[str, Statistic] = field(default_factory=dict)
    series: Mapping[str, Floats] = field(default_factory=dict)
    note: str = ""
