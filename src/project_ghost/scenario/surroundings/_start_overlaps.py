"""Actors must not overlap each other, or obstacles, at the start."""

from itertools import combinations

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.scenario.draft import Footprint, GraphDraft, StartPose
from project_ghost.world.geometry import convex_pieces, overlaps, place_shape, reach
from project_ghost.world.maps import Obstacle

__all__ = ["require_room"]


def require_room(draft: GraphDraft) -> None:
    """Refuse actors that overlap at the start; the error is about the later one."""
    starts = draft.starts
    for first, second in combinations(starts, 2):
        if _near(draft, first, second) and _overlap(draft, first, second):
            raise _refused(draft, second, first.name)
    pieces = {name: _pieces(obstacle, name) for name, obstacle in draft.obstacles.items()}
    for start in starts:
        corners, count, radius = _shape(draft, start)
        bottom = start.z_m - draft.footprints[start.row].below_m
        for name, convex in pieces.items():
            if draft.obstacles[name].height_m < bottom:
                continue
            for piece in convex:
                if count and overlaps(corners, count, radius, piece, len(piece), 0.0):
                    raise _refused(draft, start, name)


def _refused(draft: GraphDraft, start: StartPose, other: str) -> InputError:
    return draft.refused(
        start.keys,
        InputError(
            f"{start.name} overlaps {other} at the start",
            expected="room between all actors and obstacles",
            fix="move one of them, or make it smaller",
        ),
    )


def _near(draft: GraphDraft, first: StartPose, second: StartPose) -> bool:
    """Whether two are near enough to overlap; a quick check before the exact one."""
    dx, dy = first.x_m - second.x_m, first.y_m - second.y_m
    far = _reach(draft.footprints[first.row]) + _reach(draft.footprints[second.row])
    return dx * dx + dy * dy <= far * far


def _reach(footprint: Footprint) -> float:
    return reach(footprint.half_length_m, footprint.half_width_m, footprint.radius_m)


def _overlap(draft: GraphDraft, first: StartPose, second: StartPose) -> bool:
    one, other = draft.footprints[first.row], draft.footprints[second.row]
    rise = second.z_m - first.z_m
    if rise > one.above_m + other.below_m or -rise > one.below_m + other.above_m:
        return False
    corners, count, radius = _shape(draft, first)
    others, other_count, other_radius = _shape(draft, second)
    return bool(
        count
        and other_count
        and overlaps(corners, count, radius, others, other_count, other_radius)
    )


def _shape(draft: GraphDraft, start: StartPose) -> tuple[Floats, int, float]:
    footprint = draft.footprints[start.row]
    corners = np.zeros((4, 2))
    count = place_shape(
        start.x_m,
        start.y_m,
        start.yaw_rad,
        footprint.half_length_m,
        footprint.half_width_m,
        footprint.radius_m,
        corners,
    )
    return corners, count, footprint.radius_m


def _pieces(obstacle: Obstacle, name: str) -> list[Floats]:
    return [np.array(piece, dtype=float) for piece in convex_pieces(obstacle.outline, name)]
