"""The lane changes of the ego."""

from typing import NamedTuple

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.lanes import EgoLanes

__all__ = ["LaneChange", "lane_changes", "measure"]

_FAILED_SHARE_MAX = 0.3


class LaneChange(NamedTuple):
    """A lane change between two samples; it fails on return, outside, or at the end of the run."""

    first: int
    last: int
    succeeded: bool


def lane_changes(lanes: EgoLanes) -> tuple[LaneChange, ...]:
    """All lane changes: from where the corners part to where they join."""
    changes: list[LaneChange] = []
    states = lanes.common_or_connected
    start: int | None = None
    before: frozenset[str] | None = None
    for sample, common in enumerate(states):
        if common is None:
            if start is None and before is not None:
                start = sample
        elif start is not None and before is not None:
            changes.append(LaneChange(start, sample, _is_new(lanes, sample, before, common)))
            start = None
        before = before if common is None else common
    if start is not None:
        changes.append(LaneChange(start, len(states) - 1, succeeded=False))
    return tuple(changes)


def _is_new(lanes: EgoLanes, sample: int, before: frozenset[str], common: frozenset[str]) -> bool:
    """Whether the ego is in other lanes than before, without having been outside all."""
    return bool(lanes.center[sample - 1]) and before.isdisjoint(common)


def measure(evaluation: Evaluation) -> MetricResult:
    """The number of lane changes, and whether few enough of them failed."""
    if evaluation.lanes is None:
        return MetricResult(note="the scenario has no map")
    changes = lane_changes(evaluation.lanes)
    failed = len([change for change in changes if not change.succeeded])
    share = failed / len(changes) if changes else 0.0
    return MetricResult(
        statistics={
            "lane_changes": len(changes),
            "failed": failed,
            "failed_share": share,
            "is_within": share <= _FAILED_SHARE_MAX,
        },
        series={"in_one_lane": evaluation.lanes.in_common_or_connected.astype(float)},
    )
