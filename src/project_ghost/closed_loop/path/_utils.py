"""Distances along poses, and parts of paths."""

from collections.abc import Sequence
from itertools import pairwise

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import ProgressStateSE2, StateSE2
from project_ghost.world.maps import distances_along

from ._abstract import AbstractPath
from ._interpolated import InterpolatedPath

__all__ = [
    "calculate_progress",
    "convert_se2_path_to_progress_path",
    "create_path_from_se2",
    "trim_path",
    "trim_path_up_to_progress",
]

# Poses nearer to the one before than this are left out of a path, metres.
_REPEATED_M = 1e-8


def calculate_progress(path: Sequence[StateSE2]) -> list[float]:
    """The distance of each pose from the first, along them."""
    return list(distances_along(tuple((pose.x, pose.y, 0.0) for pose in path)))


def convert_se2_path_to_progress_path(path: Sequence[StateSE2]) -> list[ProgressStateSE2]:
    """The poses with their distances from the first."""
    return [
        ProgressStateSE2(progress=progress, x=pose.x, y=pose.y, heading=pose.heading)
        for pose, progress in zip(path, calculate_progress(path), strict=True)
    ]


def create_path_from_se2(states: Sequence[StateSE2]) -> InterpolatedPath:
    """A path of poses; of those at one place, the last."""
    points = convert_se2_path_to_progress_path(states)
    kept = [
        point for point, after in pairwise(points) if after.progress - point.progress > _REPEATED_M
    ]
    return InterpolatedPath([*kept, points[-1]])


def trim_path_up_to_progress(path: AbstractPath, progress: float) -> list[ProgressStateSE2]:
    """The path from a progress on; at its end, the last two poses."""
    start, end = path.get_start_progress(), path.get_end_progress()
    if not start <= progress <= end:
        raise ClosedLoopValueError(f"Progress exceeds path! {start} <= {progress} <= {end}")
    sampled = path.get_sampled_path()
    rest = [point for point in sampled if point.progress > progress]
    return [path.get_state_at_progress(progress), *rest] if rest else sampled[-2:]


def trim_path(path: AbstractPath, start: float, end: float) -> list[ProgressStateSE2]:
    """The path from one progress to another."""
    first, last = path.get_start_progress(), path.get_end_progress()
    if not start <= end:
        raise ClosedLoopValueError(
            f"Start progress has to be less than the end progress {start} <= {end}"
        )
    if not first <= start:
        raise ClosedLoopValueError(f"Start progress exceeds path! {first} <= {start}")
    if not end <= last:
        raise ClosedLoopValueError(f"End progress exceeds path! {end} <= {last}")
    begin, finish = path.get_state_at_progresses([start, end])
    between = [point for point in path.get_sampled_path() if start < point.progress < end]
    return [begin, *between, finish]
