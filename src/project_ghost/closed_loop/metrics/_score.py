"""The score of a run from the scores of its metrics."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import final

from ._result import MetricResult

__all__ = ["CLOSED_LOOP", "OPEN_LOOP", "Challenge"]


@final
@dataclass(frozen=True)
class Challenge:
    """How scores are put together: the product of some, times the weighted mean of the others.

    Metrics without a score do not count. A metric that is not listed weighs 1.
    """

    name: str
    multipliers: tuple[str, ...]
    weights: Mapping[str, float]

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that count."""
        return (*self.multipliers, *self.weights)

    def score(self, results: Mapping[str, MetricResult]) -> float:
        """The score of a run, from 0 to 1."""
        product, total, weight_sum = 1.0, 0.0, 0.0
        for name, result in results.items():
            if result.score is None:
                continue
            if name in self.multipliers:
                product *= result.score
            else:
                weight = self.weights.get(name, 1.0)
                total += weight * result.score
                weight_sum += weight
        return product * (total / weight_sum if weight_sum > 0.0 else 1.0)


CLOSED_LOOP = Challenge(
    "closed-loop",
    (
        "no_ego_at_fault_collisions",
        "drivable_area_compliance",
        "ego_is_making_progress",
        "driving_direction_compliance",
    ),
    MappingProxyType(
        {
            "ego_progress_along_expert_route": 5.0,
            "time_to_collision_within_bound": 5.0,
            "speed_limit_compliance": 4.0,
            "ego_is_comfortable": 2.0,
        }
    ),
)

OPEN_LOOP = Challenge(
    "open-loop",
    ("planner_miss_rate_within_bound",),
    MappingProxyType(
        {
            "planner_expert_average_l2_error_within_bound": 1.0,
            "planner_expert_final_l2_error_within_bound": 1.0,
            "planner_expert_average_heading_error_within_bound": 2.0,
            "planner_expert_final_heading_error_within_bound": 2.0,
        }
    ),
)
