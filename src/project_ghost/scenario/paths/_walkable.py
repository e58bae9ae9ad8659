"""Free ground: where an actor can walk, and paths around obstacles."""

from collections.abc import Sequence
from dataclasses import replace

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import KeyPath
from project_ghost.world.maps import Bounds, RoadMap
from project_ghost.world.navigation import WalkableGrid, walk_path, walkable_grid

__all__ = ["find_path", "is_clear", "is_free", "walkable_ground"]

Place = tuple[float, float]

# How far a path may lead around the places that it connects.
_DETOUR_M = 15.0

# Up to here an interpreted search takes less than a second, and compiling it several.
_CELLS_TO_INTERPRET = 100_000

# 800 m by 800 m at the usual 0.25 m.
_CELLS_MAX = 10_000_000


def find_path(grid: WalkableGrid, here: Place, there: Place) -> list[Place]:
    """The corners of a path over free ground: straight, or by A* around obstacles."""
    cells = grid.rows * grid.columns
    execution = "interpreted" if cells <= _CELLS_TO_INTERPRET else "auto"
    if is_clear(grid, here, there):
        return [here, there]
    points = walk_path(grid, here, there, spacing_m=None, execution=execution)
    return [(x, y) for x, y, _ in points]


def is_free(grid: WalkableGrid, place: Place) -> bool:
    """Whether an actor can be there."""
    cell = grid.cell_at(*place)
    return cell is not None and bool(grid.free[cell])


def is_clear(grid: WalkableGrid, here: Place, there: Place) -> bool:
    """Whether all cells around the straight line are free."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    steps = 1 + int(2.0 * sqrt(dx * dx + dy * dy) / grid.cell_m)
    for k in range(steps + 1):
        x, y = here[0] + dx * k / steps, here[1] + dy * k / steps
        for ox, oy in ((0.0, 0.0), (-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)):
            cell = grid.cell_at(x + ox * grid.cell_m, y + oy * grid.cell_m)
            if cell is None or not grid.free[cell]:
                return False
    return True


def walkable_ground(
    draft: GraphDraft, key: KeyPath, places: Sequence[Place], margin_m: float, cell_m: float = 0.25
) -> WalkableGrid:
    """The ground around some places, with all obstacles; `key` is that of the farthest place."""
    road_map = draft.road_map or RoadMap("no map")
    scenery = [draft.obstacles[name] for name in draft.spec.scenery]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    bounds = Bounds(
        min(xs) - _DETOUR_M, min(ys) - _DETOUR_M, max(xs) + _DETOUR_M, max(ys) + _DETOUR_M
    )
    width_m, depth_m = bounds.east_m - bounds.west_m, bounds.north_m - bounds.south_m
    if not (width_m / cell_m) * (depth_m / cell_m) <= _CELLS_MAX:
        raise draft.refused(
            key,
            InputError(
                f"the search for a path on foot covers {width_m:g} m by {depth_m:g} m",
                expected=f"at most {_CELLS_MAX:_} cells of {cell_m:g} m",
                fix="check the farthest place, or use `plan: straight`",
            ),
        )
    return walkable_grid(
        replace(road_map, obstacles=(*road_map.obstacles, *scenery)),
        cell_m=cell_m,
        radius_m=margin_m,
        bounds=bounds,
    )
