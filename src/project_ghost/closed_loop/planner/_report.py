"""How long planners and predictors took."""

from dataclasses import dataclass, fields
from math import fsum
from statistics import median, pstdev

__all__ = ["PlannerReport"]


@dataclass(frozen=True)
class PlannerReport:
    """The runtimes of each step, in seconds."""

    compute_trajectory_runtimes: list[float]

    def compute_summary_statistics(self) -> dict[str, float]:
        """The mean, median and standard deviation of each field: `{field}_mean` and so on."""
        summary = {}
        for field in fields(self):
            values = getattr(self, field.name) or [0.0]
            summary[f"{field.name}_mean"] = fsum(values) / len(values)
            summary[f"{field.name}_median"] = median(values)
            summary[f"{field.name}_std"] = pstdev(values)
        return summary
