"""Overlaps of the ego with other bodies, and what kind of collision each of them is."""

from dataclasses import dataclass
from enum import Enum
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.closed_loop.metrics._run_arrays import RunArrays
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath import cos as cosine_of
from project_ghost.core.dmath.arrays import cos, sin
from project_ghost.world.geometry import boxes_overlap
from project_ghost.world.objects import ObjectKind

__all__ = [
    "MOVING_KINDS",
    "Collision",
    "CollisionType",
    "Sightings",
    "collision_type",
    "collisions_of",
    "delta_speed_mps",
    "ego_boxes",
    "sightings",
]

# At most this fast, a body stands.
_STOPPED_MPS = 0.05
# The cosines of 30 and 150 degrees: ahead of the ego within the first, behind beyond the second.
_AHEAD = 0.8660254037844387
_BEHIND = -0.8660254037844387

# Objects that have a velocity; others count as stopped.
MOVING_KINDS = (ObjectKind.VEHICLE, ObjectKind.PEDESTRIAN, ObjectKind.BICYCLE, ObjectKind.EGO)


class CollisionType(Enum):
    """The kinds of a collision, with nuPlan's names and numbers."""

    STOPPED_EGO_COLLISION = 0
    STOPPED_TRACK_COLLISION = 1
    ACTIVE_FRONT_COLLISION = 2
    ACTIVE_REAR_COLLISION = 3
    ACTIVE_LATERAL_COLLISION = 4


@final
@dataclass(frozen=True)
class Collision:
    """The first sample at which the ego overlaps a body: with whom, how, and how hard."""

    sample: int
    row: int
    track: tuple[int, int]
    kind: ObjectKind
    type: CollisionType
    delta_speed_mps: float


@final
@dataclass(frozen=True, eq=False)
class Sightings:
    """Some bodies at one sample, seen from the ego: their boxes, and the cosine of their bearing.

    The bearing is the angle between the ego's heading and the way from its rear axle to a body's
    centre.
    """

    rows: Integers
    centers: Floats
    axes: Floats
    half_sizes: Floats
    speeds_mps: Floats
    bearing_cosines: Floats

    @property
    def are_ahead(self) -> NDArray[np.bool_]:
        """Which are within 30 degrees of the ego's heading."""
        return self.bearing_cosines > _AHEAD

    @property
    def are_behind(self) -> NDArray[np.bool_]:
        """Which are more than 150 degrees from the ego's heading."""
        return self.bearing_cosines < _BEHIND


def sightings(run: RunArrays, sample: int, rows: Integers) -> Sightings:
    """Some bodies at a sample, as the ego sees them."""
    centers = run.positions(sample, rows)
    yaws = run.yaws(sample, rows)
    away = centers - run.rear_axle[sample]
    length = np.sqrt(away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1])
    along = run.axes[0][sample] * away[:, 0] + run.axes[1][sample] * away[:, 1]
    velocities = run.velocities(sample, rows)
    speeds = np.sqrt(velocities[:, 0] * velocities[:, 0] + velocities[:, 1] * velocities[:, 1])
    moves = np.isin(run.kinds[rows], MOVING_KINDS)
    return Sightings(
        rows,
        centers,
        np.stack([cos(yaws), sin(yaws)], axis=1),
        0.5 * np.stack([run.lengths_m[rows], run.widths_m[rows]], axis=1),
        np.where(moves, speeds, 0.0),
        along / np.where(length > 0.0, length, 1.0),
    )


def ego_boxes(run: RunArrays) -> tuple[Floats, Floats, Floats]:
    """The centre, the axis and the half sizes of the ego's box at each sample."""
    half = np.array([0.5 * run.shape.length_m, 0.5 * run.shape.width_m])
    return run.center, np.stack(run.axes, axis=1), np.broadcast_to(half, (len(run), 2))


def collisions_of(run: RunArrays) -> tuple[Collision, ...]:
    """All collisions of the run, each body once, in the order of samples and rows."""
    found: list[Collision] = []
    collided: set[tuple[int, int]] = set()
    centers, axes, half_sizes = ego_boxes(run)
    for sample in range(len(run)):
        rows = run.others(sample)
        near = _near(run, sample, rows)
        rows = rows[near]
        if not len(rows):
            continue
        seen = sightings(run, sample, rows)
        hit = boxes_overlap(
            *(centers[sample], axes[sample], half_sizes[sample]),
            *(seen.centers, seen.axes, seen.half_sizes),
        )
        for index in np.flatnonzero(hit):
            row = int(rows[index])
            track = run.track(sample, row)
            if track not in collided:
                collided.add(track)
                kind = ObjectKind(int(run.kinds[row]))
                how = collision_type(run, sample, seen, int(index))
                speed = delta_speed_mps(run, sample, seen, int(index))
                found.append(Collision(sample, row, track, kind, how, speed))
    return tuple(found)


def _near(run: RunArrays, sample: int, rows: Integers) -> NDArray[np.bool_]:
    """Which bodies are so near that they may overlap: circles about both boxes meet."""
    away = run.positions(sample, rows) - run.center[sample]
    reach = 0.5 * (run.lengths_m[rows] + run.widths_m[rows])
    reach = reach + 0.5 * (run.shape.length_m + run.shape.width_m)
    near: NDArray[np.bool_] = away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1] <= reach * reach
    return near


def collision_type(run: RunArrays, sample: int, seen: Sightings, index: int) -> CollisionType:
    """The kind of the collision with one of the seen bodies."""
    if run.speed_mps[sample] <= _STOPPED_MPS:
        return CollisionType.STOPPED_EGO_COLLISION
    if seen.speeds_mps[index] <= _STOPPED_MPS:
        return CollisionType.STOPPED_TRACK_COLLISION
    if seen.are_behind[index]:
        return CollisionType.ACTIVE_REAR_COLLISION
    if _front_edge_meets(run, sample, seen, index):
        return CollisionType.ACTIVE_FRONT_COLLISION
    return CollisionType.ACTIVE_LATERAL_COLLISION


def _front_edge_meets(run: RunArrays, sample: int, seen: Sightings, index: int) -> bool:
    """Whether the ego's front edge meets a body: a box of no length."""
    axis = np.array([run.axes[0][sample], run.axes[1][sample]])
    center = run.center[sample] + 0.5 * run.shape.length_m * axis
    return bool(
        boxes_overlap(
            *(center, axis, np.array([0.0, 0.5 * run.shape.width_m])),
            *(seen.centers[index], seen.axes[index], seen.half_sizes[index]),
        )
    )


def delta_speed_mps(run: RunArrays, sample: int, seen: Sightings, index: int) -> float:
    """The change of the ego's speed in a plastic collision of equal masses."""
    ego, other = float(run.speed_mps[sample]), float(seen.speeds_mps[index])
    row = seen.rows[index : index + 1]
    angle = float(run.yaws(sample, row)[0] - run.yaw_rad[sample])
    square = ego * ego + other * other - 2.0 * ego * other * cosine_of(angle)
    return 0.5 * float(np.sqrt(max(0.0, square)))
