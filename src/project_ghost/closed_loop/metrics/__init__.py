"""Metrics of closed-loop runs, with the formulas of nuPlan's source: functions over arrays.

General layout: `_run_arrays` (a run as arrays), `_lane_map` (what metrics ask a map), `_result`
(what a metric finds), `_evaluation` (a run under evaluation, with what metrics share), `_evaluate`
(all metrics of a run), `_score` (the score of a run), `_requirement` (a bound that a run has to
meet), `common` (what several metrics share). Every other module is a metric; its function `measure`
makes it:

- with a score in the closed loop: `no_ego_at_fault_collisions`, `drivable_area_compliance`,
  `driving_direction_compliance`, `ego_progress_along_expert_route`, `ego_is_making_progress`,
  `time_to_collision_within_bound`, `speed_limit_compliance`, `ego_is_comfortable`;
- with a score in the open loop: `planner_expert_average_l2_error_within_bound`,
  `planner_expert_final_l2_error_within_bound`, `planner_expert_average_heading_error_within_bound`,
  `planner_expert_final_heading_error_within_bound`, `planner_miss_rate_within_bound`;
- without one: `ego_lane_change`, `ego_mean_speed`, `ego_expert_l2_error`, `ego_stop_at_stop_line`,
  `goal_reached`.
"""

from ._evaluate import RunScore as RunScore
from ._evaluate import builtin_metrics as builtin_metrics
from ._evaluate import evaluate as evaluate
from ._evaluation import Evaluation as Evaluation
from ._evaluation import Metric as Metric
from ._lane_map import LaneMap as LaneMap
from ._requirement import Requirement as Requirement
from ._result import MetricResult as MetricResult
from ._result import Statistic as Statistic
from ._run_arrays import EgoShape as EgoShape
from ._run_arrays import Expert as Expert
from ._run_arrays import GoalRegion as GoalRegion
from ._run_arrays import RunArrays as RunArrays
from ._score import CLOSED_LOOP as CLOSED_LOOP
from ._score import OPEN_LOOP as OPEN_LOOP
from ._score import Challenge as Challenge

__all__ = [
    "CLOSED_LOOP",
    "OPEN_LOOP",
    "Challenge",
    "EgoShape",
    "Evaluation",
    "Expert",
    "GoalRegion",
    "LaneMap",
    "Metric",
    "MetricResult",
    "Requirement",
    "RunArrays",
    "RunScore",
    "Statistic",
    "builtin_metrics",
    "evaluate",
]
