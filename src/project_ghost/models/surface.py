"""Road surface: patches of ice, water or sand, each with its own friction."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Output, Parameter, Size
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, X, Y

__all__ = ["Surface"]


# A circle is a patch of one corner, with a radius.
_PATCH_CORNERS_MIN = 3


def is_inside_convex(corners: Floats, patch: int, count: int, x: float, y: float) -> bool:
    """Whether a point is inside or on the edge of a convex polygon, corners anticlockwise."""
    for k in range(count):
        following = k + 1 if k + 1 < count else 0
        ax, ay = corners[patch, k, 0], corners[patch, k, 1]
        bx, by = corners[patch, following, 0], corners[patch, following, 1]
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0.0:
            return False
    return True


class Surface(Kernel):
    """The friction factor under each body of a scene: `friction (scene,)`.

        Surface(scene=3, circles=[(10.0, 0.0, 2.0, 0.2)],
                polygons=[([(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)], 0.5)])

    A circle is (x, y, radius, friction), a polygon its convex corners and a friction. Where
    patches overlap, the lowest friction applies; outside all patches it is `elsewhere`.
    """

    scene = Size(1)
    circle_count = Size(1)
    polygon_count = Size(1)
    corner_count = Size(3)
    bodies = Input(shape=("scene", BODY_WIDTH))
    friction = Output(shape=("scene",), initial=1.0)
    elsewhere = Parameter(1.0)
    circles = Parameter(shape=("circle_count", 4))
    corners = Parameter(shape=("polygon_count", "corner_count", 2))
    sides = Parameter(shape=("polygon_count",))
    factors = Parameter(shape=("polygon_count",))

    def __init__(
        self,
        scene: int = 1,
        *,
        circles: Sequence[Sequence[float]] = (),
        polygons: Sequence[tuple[Sequence[Sequence[float]], float]] = (),
        **values: Any,  # noqa: ANN401 - numbers
    ) -> None:
        outlines = [_anticlockwise(corners, i) for i, (corners, _) in enumerate(polygons)]
        factors = [*(c[3] for c in circles), *(mu for _, mu in polygons)]
        if any(not mu >= 0.0 for mu in factors):
            raise InputError(
                f"the frictions are {factors}",
                "Surface",
                "0 or more",
                "give a factor of 0 or more, 1 for a dry road",
            )
        longest = max((len(corners) for corners in outlines), default=_PATCH_CORNERS_MIN)
        packed = np.zeros((max(1, len(outlines)), longest, 2))
        for i, corners in enumerate(outlines):
            packed[i, : len(corners)] = corners
        super().__init__(
            scene=scene,
            circle_count=max(1, len(circles)),
            # Without circles there is one of negative radius, which contains nothing.
            circles=np.array(circles, dtype=np.float64) if circles else ((0.0, 0.0, -1.0, 1.0),),
            polygon_count=packed.shape[0],
            corner_count=longest,
            corners=packed,
            sides=np.array([float(len(c)) for c in outlines] or [0.0]),
            factors=np.array([mu for _, mu in polygons] or [1.0]),
            **values,
        )

    @staticmethod
    def output(
        bodies: Floats,
        friction: Floats,
        elsewhere: float,
        circles: Floats,
        corners: Floats,
        sides: Floats,
        factors: Floats,
    ) -> None:
        """Write the lowest friction of the patches under each body's centre."""
        for row in range(friction.shape[0]):
            friction[row] = elsewhere
            if bodies[row, ALIVE] == 0.0:
                continue
            x, y = bodies[row, X], bodies[row, Y]
            found = False
            least = 0.0
            for n in range(circles.shape[0]):
                dx, dy, radius = x - circles[n, 0], y - circles[n, 1], circles[n, 2]
                if radius >= 0.0 and dx * dx + dy * dy <= radius * radius:
                    least = min(least, circles[n, 3]) if found else circles[n, 3]
                    found = True
            for n in range(sides.shape[0]):
                count = int(sides[n])
                if count > 0 and is_inside_convex(corners, n, count, x, y):
                    least = min(least, factors[n]) if found else factors[n]
                    found = True
            if found:
                friction[row] = least


def _anticlockwise(corners: Sequence[Sequence[float]], number: int) -> list[tuple[float, float]]:
    """The corners of a convex polygon in anticlockwise order, as `is_inside_convex` requires."""
    points = [(float(x), float(y)) for x, y in corners]
    bends = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[k - 1], points[(k + 1) % len(points)]
        bends.append((x - ax) * (by - y) - (y - ay) * (bx - x))
    if len(points) < _PATCH_CORNERS_MIN or (min(bends) < 0.0 < max(bends)) or not any(bends):
        raise InputError(
            f"patch {number} has the corners {points}",
            "Surface",
            "three or more corners of a convex polygon",
            "split a concave patch into convex ones",
        )
    return points if max(bends) > 0.0 else points[::-1]
