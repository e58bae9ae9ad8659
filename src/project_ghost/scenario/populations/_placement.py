"""The poses of a population at the start."""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.scenario.draft import GraphDraft, StartPose
from project_ghost.scenario.paths import PathPoint, length_of, pose_at
from project_ghost.scenario.tables import Table
from project_ghost.world.geometry import reach

if TYPE_CHECKING:
    from ._abstract import AbstractPlacedPopulation

__all__ = ["TRIES", "Placed", "distance", "spread_along"]

# x, y, yaw, speed, route
Placed: TypeAlias = tuple[float, float, float, float, float]

# How many places are tried for each actor.
TRIES = 200


def spread_along(
    draft: GraphDraft,
    table: Table,
    population: "AbstractPlacedPopulation",
    paths: Sequence[Sequence[PathPoint]],
    room_m: float,
) -> list[Placed]:
    """Poses along the paths, roughly evenly spaced, at least `room_m` from each other."""
    speed_mps = population.start_speed_mps
    # ghost: allow[dynamic-label] a population's name is fixed with the scenario
    random = RandomSource(population.layout_seed).child(table.name).child("place")
    lengths = [length_of(path) for path in paths]
    each = ceil(population.count / len(paths))
    placed: list[Placed] = []
    for number in range(population.count):
        route, turn = number % len(paths), number // len(paths)
        first = lengths[route] / each * (turn + 0.25 + 0.5 * random.at(number).uniform())
        for attempt in range(TRIES):
            station = first + 1.0 * attempt
            station -= int(station / lengths[route]) * lengths[route]
            x, y, yaw = pose_at(paths[route], station)
            if all(distance(x, y, *other[:2]) >= room_m for other in placed) and not any(
                _is_near(draft, x, y, other, room_m) for other in draft.starts
            ):
                placed.append((x, y, yaw, speed_mps, float(route)))
                break
        else:
            raise draft.refused(
                ("populations", table.name, "count"),
                InputError(
                    f"there is room for {len(placed)} of {population.count} at the start",
                    expected="as many as the routes have room for",
                    fix="lower the count, or add routes",
                ),
            )
    return placed


def _is_near(draft: GraphDraft, x: float, y: float, other: StartPose, room_m: float) -> bool:
    """Whether an actor that is already registered leaves less room than this."""
    footprint = draft.footprints[other.row]
    size_m = reach(footprint.half_length_m, footprint.half_width_m, footprint.radius_m)
    return distance(x, y, other.x_m, other.y_m) < room_m + size_m


def distance(x: float, y: float, other_x: float, other_y: float) -> float:
    """The distance of two places, m."""
    dx, dy = x - other_x, y - other_y
    return sqrt(dx * dx + dy * dy)
