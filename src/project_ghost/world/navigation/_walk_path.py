"""A walker's path over the ground, around obstacles."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from project_ghost.core.compiled import compile_source, is_available
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.world.geometry import nearest_on_segment
from project_ghost.world.maps import Obstacle, Polyline, outline_contains, resampled

from ._grid import WalkableGrid
from ._grid_search import search_cells, smoothed_cells

__all__ = ["walk_path"]

# Below this many cells, interpreting is faster than loading compiled code.
_CELLS_TO_COMPILE = 4_000


def walk_path(
    grid: WalkableGrid,
    start: tuple[float, float],
    goal: tuple[float, float],
    *,
    spacing_m: float | None = 0.1,
    smooth: bool = True,
    execution: str = "auto",
) -> Polyline:
    """The shortest path over the free cells of the grid, from point to point.

    The path is smoothed by lines of sight unless `smooth` is false, then resampled to points
    `spacing_m` apart; with None it has its corners only. `execution` is "auto",
    "interpreted" or "compiled"; it affects the speed, never the result.
    """
    a, b = _cell(grid, start, "start"), _cell(grid, goal, "goal")
    search, smoothing = _functions(grid, execution)
    cells = grid.rows * grid.columns
    path = np.empty(cells, dtype=np.int64)
    count = search(
        grid.free,
        a[0] * grid.columns + a[1],
        b[0] * grid.columns + b[1],
        np.full(cells, -1, dtype=np.int64),
        np.empty(cells, dtype=np.int64),
        np.empty(cells, dtype=np.int64),
        np.empty((8 * cells + 1, 2)),
        np.empty((8 * cells + 1, 2), dtype=np.int64),
        path,
    )
    if count == 0:
        raise InputError(
            f"there is no walkable path from {_shown(start)} to {_shown(goal)}",
            f"a grid of {grid.columns} by {grid.rows} cells of {grid.cell_m} m, "
            f"for a radius of {grid.radius_m} m",
            "a goal that obstacles do not cut off",
            "move the goal, open a gap, or use smaller cells: a gap must be wider than the walker "
            "by about two cells",
        )
    # In cell coordinates; the ends are the exact points, not the centres of their cells.
    points = np.empty((max(2, count), 2))
    points[:count, 0] = path[:count] % grid.columns + 0.5
    points[:count, 1] = path[:count] // grid.columns + 0.5
    last = max(2, count) - 1
    for i, (x_m, y_m) in ((0, start), (last, goal)):
        points[i, 0] = (x_m - grid.west_m) / grid.cell_m
        points[i, 1] = (y_m - grid.south_m) / grid.cell_m
    kept = np.arange(last + 1)
    if smooth:
        kept = kept[: smoothing(grid.free, points, last + 1, kept)]
    line = [
        (
            grid.west_m + grid.cell_m * float(points[i, 0]),
            grid.south_m + grid.cell_m * float(points[i, 1]),
            0.0,
        )
        for i in kept
    ]
    line[0], line[-1] = (*start, 0.0), (*goal, 0.0)
    return tuple(line) if spacing_m is None else resampled(tuple(line), spacing_m)


def _functions(grid: WalkableGrid, execution: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    if execution not in ("auto", "interpreted", "compiled"):
        raise InputError(
            f"execution is {execution!r}", "walk_path", "'auto', 'interpreted' or 'compiled'"
        )
    is_large = grid.rows * grid.columns >= _CELLS_TO_COMPILE
    if execution == "compiled" or (execution == "auto" and is_large and is_available()):
        return _compiled()
    return search_cells, smoothed_cells


@cache
def _compiled() -> tuple[Callable[..., Any], Callable[..., Any]]:
    arguments = "free, start, goal, straight, diagonal, parent, keys, numbers, path"
    search = f"def search({arguments}):\n    return search_cells({arguments})\n"
    smooth = (
        "def smooth(free, points, count, kept):\n"
        "    return smoothed_cells(free, points, count, kept)\n"
    )
    return (
        compile_source(search, "search", {"search_cells": search_cells}),
        compile_source(smooth, "smooth", {"smoothed_cells": smoothed_cells}),
    )


def _shown(point: tuple[float, float]) -> str:
    return f"({point[0]:.3f}, {point[1]:.3f})"


def _cell(grid: WalkableGrid, point: tuple[float, float], name: str) -> tuple[int, int]:
    """The cell of the start or the goal, which must be free."""
    cell = grid.cell_at(*point)
    if cell is not None and grid.free[cell]:
        return cell
    what, fix = f"the {name} {_shown(point)} is outside the grid", "move it onto the ground"
    if cell is not None:
        what = f"the {name} {_shown(point)} is not on walkable ground"
        near = [(_away(o, *point), o) for o in grid.obstacles]
        blocking = [(away, o) for away, o in near if away < grid.radius_m + grid.cell_m]
        if blocking:
            away, obstacle = min(blocking, key=lambda pair: pair[0])
            place = "inside" if away <= 0.0 else f"{away:.3f} m from"
            what = f"the {name} {_shown(point)} is {place} the obstacle {obstacle.id!r}"
            fix = f"move it to at least {grid.radius_m + grid.cell_m:.3f} m from the obstacle"
    raise InputError(
        what,
        f"a grid of {grid.columns} by {grid.rows} cells of {grid.cell_m} m from "
        f"({grid.west_m:.3f}, {grid.south_m:.3f})",
        f"a point with room for a walker of radius {grid.radius_m} m",
        fix,
    )


def _away(obstacle: Obstacle, x_m: float, y_m: float) -> float:
    """The distance of a point from an obstacle; 0 inside."""
    if obstacle.radius_m > 0.0:
        dx, dy = x_m - obstacle.centre[0], y_m - obstacle.centre[1]
        return max(0.0, sqrt(dx * dx + dy * dy) - obstacle.radius_m)
    if outline_contains(obstacle.outline, x_m, y_m):
        return 0.0
    best = float("inf")
    for i in range(len(obstacle.outline)):
        ax, ay = obstacle.outline[i - 1]
        bx, by = obstacle.outline[i]
        near_x, near_y = nearest_on_segment(x_m, y_m, ax, ay, bx, by)
        away_x, away_y = x_m - near_x, y_m - near_y
        best = min(best, sqrt(away_x * away_x + away_y * away_y))
    return best
