"""The ground as a grid of cells: where a walker of a given radius can stand."""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.world.maps import Area, Bounds, Obstacle, Outline, RoadMap

__all__ = ["WalkableGrid", "walkable_grid"]

_CELLS_MAX = 25_000_000


@final
@dataclass(frozen=True, eq=False)
class WalkableGrid:
    """Square cells from the south-west corner; `free[row, column]` is true for a free cell.

    A cell is free if its centre is on walkable ground and at least `radius_m` from every
    obstacle.
    """

    west_m: float
    south_m: float
    cell_m: float
    radius_m: float
    free: NDArray[np.bool_]
    areas: tuple[Area, ...]
    obstacles: tuple[Obstacle, ...]

    @property
    def rows(self) -> int:
        """The number of cells from south to north."""
        return int(self.free.shape[0])

    @property
    def columns(self) -> int:
        """The number of cells from west to east."""
        return int(self.free.shape[1])

    def cell_at(self, x_m: float, y_m: float) -> tuple[int, int] | None:
        """The (row, column) of the cell that contains a point; None outside the grid."""
        column = (x_m - self.west_m) / self.cell_m
        row = (y_m - self.south_m) / self.cell_m
        if 0.0 <= column < self.columns and 0.0 <= row < self.rows:
            return int(row), int(column)
        return None

    def centre_of(self, row: int, column: int) -> tuple[float, float]:
        """The centre of a cell."""
        return (
            self.west_m + self.cell_m * (column + 0.5),
            self.south_m + self.cell_m * (row + 0.5),
        )


def walkable_grid(
    road_map: RoadMap,
    *,
    cell_m: float = 0.25,
    radius_m: float = 0.3,
    bounds: Bounds | None = None,
) -> WalkableGrid:
    """The grid of a map: its walkable areas without its obstacles.

    In a map without walkable areas, all ground within the bounds is walkable. The bounds
    default to those of the walkable areas, or of the map if there are none.
    """
    if not cell_m > 0.0 or not radius_m >= 0.0:
        raise InputError(
            f"cell_m is {cell_m!r}, radius_m is {radius_m!r}",
            "walkable_grid",
            "a cell_m above 0 and a radius_m of 0 or more",
        )
    areas = road_map.walkable
    west, south, east, north = bounds or _bounds_of(areas) or road_map.bounds
    columns, rows = _count(east - west, cell_m), _count(north - south, cell_m)
    if columns < 1 or rows < 1 or columns * rows > _CELLS_MAX:
        raise InputError(
            f"the ground of {east - west:.3f} m by {north - south:.3f} m needs "
            f"{columns} by {rows} cells",
            f"map {road_map.name}",
            f"from 1 to {_CELLS_MAX:_} cells",
            "choose other bounds or a larger cell_m",
        )
    xs = west + cell_m * (np.arange(columns, dtype=np.float64) + 0.5)
    ys = south + cell_m * (np.arange(rows, dtype=np.float64) + 0.5)
    free = np.zeros((rows, columns), dtype=np.bool_)
    if not areas:
        free[:] = True
    for area in areas:
        free |= _inside(area.outline, xs[None, :], ys[:, None])
    for obstacle in road_map.obstacles:
        _cut(free, obstacle, radius_m, xs, ys)
    free.setflags(write=False)
    return WalkableGrid(west, south, cell_m, radius_m, free, areas, road_map.obstacles)


def _count(span_m: float, cell_m: float) -> int:
    """The number of cells that cover a span; a remainder below rounding error is ignored."""
    whole = int(span_m / cell_m)
    return whole + 1 if span_m - whole * cell_m > 1e-6 * cell_m else whole


def _bounds_of(areas: tuple[Area, ...]) -> Bounds | None:
    corners = [corner for area in areas for corner in area.outline]
    if not corners:
        return None
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _inside(outline: Outline, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which points are inside a polygon: a ray to the right crosses an odd number of edges."""
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.bool_)
    for i in range(len(outline)):
        ax, ay = outline[i - 1]
        bx, by = outline[i]
        if ay != by:
            crossing = ax + (y - ay) / (by - ay) * (bx - ax)
            inside ^= ((ay > y) != (by > y)) & (x < crossing)
    return inside


def _cut(
    free: NDArray[np.bool_],
    obstacle: Obstacle,
    radius_m: float,
    xs: Floats,
    ys: Floats,
) -> None:
    """Clear the cells whose centres are inside an obstacle or closer to it than the radius."""
    across = [x for x, _ in obstacle.outline]
    along = [y for _, y in obstacle.outline]
    if obstacle.radius_m > 0.0:
        across = [obstacle.centre[0] - obstacle.radius_m, obstacle.centre[0] + obstacle.radius_m]
        along = [obstacle.centre[1] - obstacle.radius_m, obstacle.centre[1] + obstacle.radius_m]
    left, right = np.searchsorted(xs, (min(across) - radius_m, max(across) + radius_m))
    low, high = np.searchsorted(ys, (min(along) - radius_m, max(along) + radius_m))
    x, y = xs[None, left : right + 1], ys[low : high + 1, None]
    if obstacle.radius_m > 0.0:
        dx, dy = x - obstacle.centre[0], y - obstacle.centre[1]
        reach = obstacle.radius_m + radius_m
        blocked = dx * dx + dy * dy < reach * reach
    else:
        blocked = _inside(obstacle.outline, x, y)
        for i in range(len(obstacle.outline)):
            away = _square_from(obstacle.outline[i - 1], obstacle.outline[i], x, y)
            blocked |= away < radius_m * radius_m
    free[low : high + 1, left : right + 1] &= ~blocked


def _square_from(
    a: tuple[float, float],
    b: tuple[float, float],
    x: Floats,
    y: Floats,
) -> Floats:
    """The squared distances of points from the segment a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    fraction = ((x - a[0]) * dx + (y - a[1]) * dy) / (square if square > 0.0 else 1.0)
    fraction = np.minimum(1.0, np.maximum(0.0, fraction))
    away_x, away_y = x - (a[0] + fraction * dx), y - (a[1] + fraction * dy)
    squared: Floats = away_x * away_x + away_y * away_y
    return squared
