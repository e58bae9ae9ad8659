"""Poses as matrices, and seen from another pose."""

from collections.abc import Sequence

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.states import StateSE2, StateVector2D, shifted
from project_ghost.core import dmath
from project_ghost.core.arrays import Floats

__all__ = [
    "absolute_to_relative_poses",
    "matrix_from_pose",
    "numpy_array_to_absolute_pose",
    "numpy_array_to_absolute_velocity",
    "pose_from_matrix",
    "relative_to_absolute_poses",
    "vector_2d_from_magnitude_angle",
]


def pose_from_matrix(transform_matrix: Floats) -> StateSE2:
    """The pose of a 3 x 3 transformation."""
    if transform_matrix.shape != (3, 3):
        raise ClosedLoopError(f"Expected a 3x3 transformation matrix, got {transform_matrix.shape}")
    return StateSE2.from_matrix(transform_matrix)


def matrix_from_pose(pose: StateSE2) -> Floats:
    """The 3 x 3 transformation of a pose."""
    return pose.as_matrix()


def absolute_to_relative_poses(absolute_poses: Sequence[StateSE2]) -> list[StateSE2]:
    """Poses as seen from the first of them, which becomes the origin."""
    origin = absolute_poses[0]
    sine, cosine = dmath.sincos(origin.heading)
    relative = []
    for pose in absolute_poses:
        dx, dy = pose.x - origin.x, pose.y - origin.y
        turn = dmath.wrap_angle(pose.heading - origin.heading)
        relative.append(StateSE2(cosine * dx + sine * dy, cosine * dy - sine * dx, turn))
    return relative


def relative_to_absolute_poses(
    origin_pose: StateSE2, relative_poses: Sequence[StateSE2]
) -> list[StateSE2]:
    """Poses seen from an origin, in the world."""
    return [
        StateSE2(
            *shifted(origin_pose.x, origin_pose.y, origin_pose.heading, pose.x, pose.y),
            dmath.wrap_angle(origin_pose.heading + pose.heading),
        )
        for pose in relative_poses
    ]


def numpy_array_to_absolute_pose(origin_absolute_state: StateSE2, poses: Floats) -> list[StateSE2]:
    """Rows of x, y, heading that are seen from an origin, in the world."""
    if poses.ndim != 2 or poses.shape[1] != 3:
        raise ClosedLoopValueError(f"Expected poses shape of (*, 3), got {poses.shape}")
    relative = [StateSE2(*row) for row in poses.tolist()]
    return relative_to_absolute_poses(origin_absolute_state, relative)


def numpy_array_to_absolute_velocity(
    origin_absolute_state: StateSE2, velocities: Floats
) -> list[StateVector2D]:
    """Rows of x, y seen from an origin, turned and moved like positions, as in nuPlan."""
    if velocities.ndim != 2 or velocities.shape[1] != 2:
        raise ClosedLoopValueError(f"Expected poses shape of (*, 2), got {velocities.shape}")
    relative = [StateSE2(x, y, 0.0) for x, y in velocities.tolist()]
    return [
        StateVector2D(pose.x, pose.y)
        for pose in relative_to_absolute_poses(origin_absolute_state, relative)
    ]


def vector_2d_from_magnitude_angle(magnitude: float, angle: float) -> StateVector2D:
    """The vector of a length and a direction."""
    sine, cosine = dmath.sincos(angle)
    return StateVector2D(cosine * magnitude, sine * magnitude)
