"""How long planners and predictors took."""

from dataclasses import dataclass, fields

import numpy as np

__all__ = ["PlannerReport"]


@dataclass(frozen=True)
class PlannerReport:
    """The runtimes of each step, in seconds."""

    compute_trajectory_runtimes: list[float]

    def compute_summary_statistics(self) -> dict[str, float]:
        """The mean, median and standard deviation of each field: `{field}_mean` and so on."""
        summary = {}
        for field in fields(self):
            values = np.array(getattr(self, field.name), dtype=np.float64)
            for name, statistic in (("mean", np.mean), ("median", np.median), ("std", np.std)):
                summary[f"{field.name}_{name}"] = float(statistic(values)) if len(values) else 0.0
        return summary
