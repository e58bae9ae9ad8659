"""Room for all: nobody begins inside of somebody else, or of something."""

from itertools import combinations

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.world.geometry import convex_pieces, overlaps, place_shape, reach

from ._build import Build, Footprint, Outline, Starter

__all__ = ["require_room"]


def require_room(build: Build) -> None:
    """Refuse actors that overlap at the start, by the keys of the later one."""
    starters = build.starters
    for first, second in combinations(starters, 2):
        if _near(build, first, second) and _overlap(build, first, second):
            raise _refused(build, second, first.name)
    pieces = {name: _pieces(outline, name) for name, outline in build.obstacles.items()}
    for starter in starters:
        corners, count, radius = _shape(build, starter)
        bottom = starter.z_m - build.footprints[starter.row].below_m
        for name, convex in pieces.items():
            if build.tops[name] < bottom:
                continue
            for piece in convex:
                if count and overlaps(corners, count, radius, piece, len(piece), 0.0):
                    raise _refused(build, starter, name)


def _refused(build: Build, starter: Starter, other: str) -> InputError:
    return build.refused(
        starter.path,
        InputError(
            f"{starter.name} overlaps {other} at the start",
            expected="room between all that begin",
            fix="move one of them, or make it smaller",
        ),
    )


def _near(build: Build, first: Starter, second: Starter) -> bool:
    """Whether two could overlap at all, which few of many do."""
    dx, dy = first.x_m - second.x_m, first.y_m - second.y_m
    far = _reach(build.footprints[first.row]) + _reach(build.footprints[second.row])
    return dx * dx + dy * dy <= far * far


def _reach(footprint: Footprint) -> float:
    return reach(footprint.half_length_m, footprint.half_width_m, footprint.radius_m)


def _overlap(build: Build, first: Starter, second: Starter) -> bool:
    one, other = build.footprints[first.row], build.footprints[second.row]
    rise = second.z_m - first.z_m
    if rise > one.above_m + other.below_m or -rise > one.below_m + other.above_m:
        return False
    corners, count, radius = _shape(build, first)
    others, other_count, other_radius = _shape(build, second)
    return bool(
        count
        and other_count
        and overlaps(corners, count, radius, others, other_count, other_radius)
    )


def _shape(build: Build, starter: Starter) -> tuple[Floats, int, float]:
    footprint = build.footprints[starter.row]
    corners = np.zeros((4, 2))
    count = place_shape(
        starter.x_m,
        starter.y_m,
        starter.yaw_rad,
        footprint.half_length_m,
        footprint.half_width_m,
        footprint.radius_m,
        corners,
    )
    return corners, count, footprint.radius_m


def _pieces(outline: Outline, name: str) -> list[Floats]:
    return [np.array(piece, dtype=float) for piece in convex_pieces(outline, name)]
