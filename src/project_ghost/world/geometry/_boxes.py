"""Many oriented boxes at once, as numpy arrays; the same answers as `overlaps` of two boxes."""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats


def box_corners(centers: Floats, axes: Floats, half_sizes: Floats) -> Floats:
    """The corners (n, 4, 2): front left, rear left, rear right, front right.

    `axes` (n, 2) are unit vectors along the boxes, `half_sizes` (n, 2) half length and half width.
    """
    along = half_sizes[:, :1] * axes
    left = half_sizes[:, 1:] * np.stack([-axes[:, 1], axes[:, 0]], axis=1)
    return np.stack(
        [
            centers + along + left,
            centers - along + left,
            centers - along - left,
            centers + along - left,
        ],
        axis=1,
    )


def boxes_overlap(
    centers: Floats,
    axes: Floats,
    half_sizes: Floats,
    other_centers: Floats,
    other_axes: Floats,
    other_half_sizes: Floats,
) -> NDArray[np.bool_]:
    """Whether each pair of boxes overlaps or touches; arguments are broadcast over the pairs."""
    apart = other_centers - centers
    cosine = axes[..., 0] * other_axes[..., 0] + axes[..., 1] * other_axes[..., 1]
    sine = axes[..., 0] * other_axes[..., 1] - axes[..., 1] * other_axes[..., 0]
    cosine, sine = np.abs(cosine), np.abs(sine)
    result = np.ones(np.broadcast_shapes(apart.shape[:-1], cosine.shape), dtype=bool)
    for own, half, other in (
        (axes, half_sizes, other_half_sizes),
        (other_axes, other_half_sizes, half_sizes),
    ):
        along = np.abs(apart[..., 0] * own[..., 0] + apart[..., 1] * own[..., 1])
        across = np.abs(apart[..., 1] * own[..., 0] - apart[..., 0] * own[..., 1])
        reach_along = other[..., 0] * cosine + other[..., 1] * sine
        reach_across = other[..., 0] * sine + other[..., 1] * cosine
        result &= along <= half[..., 0] + reach_along
        result &= across <= half[..., 1] + reach_across
    return result
