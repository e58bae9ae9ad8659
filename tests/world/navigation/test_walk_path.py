"""Ways on foot: shortest over the cells, around obstacles, the same however they are computed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.world.maps import Area, Bounds, Obstacle, RoadMap, distances_along, gap
from project_ghost.world.navigation import WalkableGrid, walk_path, walkable_grid
from project_ghost.world.navigation._grid_search import line_is_free, search_cells
from tests.world.navigation.plain import SQRT2, a_star, dijkstra, grid_edges


def box(name, west, south, east, north):
    return Obstacle(name, "box", ((west, south), (east, south), (east, north), (west, north)))


def ground(*obstacles, size=(20.0, 10.0), cell_m=0.25, radius_m=0.3):
    outline = ((0.0, 0.0), (size[0], 0.0), size, (0.0, size[1]))
    road_map = RoadMap("ground", areas=(Area("g", "walkable", outline),), obstacles=obstacles)
    return walkable_grid(road_map, cell_m=cell_m, radius_m=radius_m)


def cells(free, start, goal, search=search_cells):
    count = free.size
    path = np.empty(count, dtype=np.int64)
    result = search(
        free,
        start,
        goal,
        np.full(count, -1, dtype=np.int64),
        np.empty(count, dtype=np.int64),
        np.empty(count, dtype=np.int64),
        np.empty((8 * count + 1, 2)),
        np.empty((8 * count + 1, 2), dtype=np.int64),
        path,
    )
    return [int(cell) for cell in path[:result]]


def octile(free, goal):
    columns = free.shape[1]

    def estimate(cell):
        down = abs(goal // columns - cell // columns)
        right = abs(goal % columns - cell % columns)
        return complex(abs(down - right), min(down, right))

    return estimate


def cost_of(path, columns):
    total = 0.0
    for a, b in pairwise(path):
        total += SQRT2 if a // columns != b // columns and a % columns != b % columns else 1.0
    return total


@settings(max_examples=60)
@given(st.integers(2, 9), st.integers(2, 9), st.data())
def test_paths_over_cells_are_as_cheap_as_dijkstras(rows, columns, data):
    flags = data.draw(st.lists(st.integers(0, 3), min_size=rows * columns, max_size=rows * columns))
    free = np.array(flags).reshape(rows, columns) > 0
    start, goal = 0, rows * columns - 1
    free[0, 0] = free[-1, -1] = True
    path = cells(free, start, goal)
    edges = grid_edges(free)
    costs = dijkstra(start, edges)
    assert bool(path) == (goal in costs)
    if path:
        assert cost_of(path, columns) == pytest.approx(costs[goal], abs=1e-9)
        for a, b in pairwise(path):
            assert b in dict(edges(a))


def test_an_open_field_with_thousands_of_ties_has_one_answer():
    """From corner to the middle of the far side: any order of 30 diagonal and 30 straight steps
    costs the same. The path is fixed here, and is what a queue without a heap gives.
    """
    free = np.ones((31, 61), dtype=np.bool_)
    goal = 30 * 61 + 60
    path = cells(free, 0, goal)
    assert cost_of(path, 61) == pytest.approx(30 + 30 * SQRT2)
    assert path == a_star(0, goal, grid_edges(free), octile(free, goal))
    steps = "".join("s" if b - a == 1 else "d" for a, b in pairwise(path))
    assert steps == "d" * 30 + "s" * 30


def test_ties_around_a_wall_are_the_same_without_a_heap():
    free = np.ones((41, 41), dtype=np.bool_)
    free[5:36, 20] = False
    goal = 20 * 41 + 39
    start = 20 * 41 + 1
    assert cells(free, start, goal) == a_star(start, goal, grid_edges(free), octile(free, goal))


def test_no_step_cuts_a_corner():
    free = np.array([[True, False], [True, True]])
    assert cells(free, 0, 3) == [0, 2, 3]
    free[1, 0] = False
    assert cells(free, 0, 3) == []


@pytest.mark.slow
def test_compiled_and_interpreted_are_the_same():
    grid = ground(box("a", 4, 0, 5, 7), box("b", 9, 3, 10, 10), box("c", 14, 0, 15, 6.5))
    for goal in ((19.0, 1.0), (11.3, 9.1), (7.77, 3.21)):
        one = walk_path(grid, (1.0, 1.0), goal, execution="interpreted")
        assert one == walk_path(grid, (1.0, 1.0), goal, execution="compiled")
        assert one == walk_path(grid, (1.0, 1.0), goal)


def test_cells_near_an_obstacle_are_not_free():
    grid = ground(box("a", 5, 4, 6, 6), Obstacle("p", "pole", (), 0.0, (12.0, 5.0), 1.0))
    for row in range(grid.rows):
        for column in range(grid.columns):
            x, y = grid.centre_of(row, column)
            dx, dy = max(5 - x, x - 6, 0.0), max(4 - y, y - 6, 0.0)
            from_box = (dx * dx + dy * dy) ** 0.5
            from_pole = max(0.0, gap((x, y), (12.0, 5.0)) - 1.0)
            assert grid.free[row, column] == (from_box >= 0.3 and from_pole >= 0.3)


@pytest.mark.slow
@pytest.mark.parametrize("cell_m", [0.1, 0.25])
def test_smoothed_paths_keep_clear_and_are_shorter(cell_m):
    walls = (box("a", 4, 0, 5, 7), box("b", 9, 3, 10, 10), box("c", 14, 0, 15, 6.5))
    grid = ground(*walls, cell_m=cell_m)
    rough = walk_path(grid, (1.0, 1.0), (19.0, 1.0), smooth=False, spacing_m=None)
    smooth = walk_path(grid, (1.0, 1.0), (19.0, 1.0), spacing_m=None)
    assert len(smooth) < 12 < len(rough)
    assert distances_along(smooth)[-1] < distances_along(rough)[-1] - 0.1
    spaced = walk_path(grid, (1.0, 1.0), (19.0, 1.0))
    assert (spaced[0], spaced[-1]) == ((1.0, 1.0, 0.0), (19.0, 1.0, 0.0))
    for a, b in pairwise(spaced[:-1]):
        assert 0.05 < gap(a, b) <= 0.1 + 1e-9
    # A cell's centre is 0.3 m away, any other point of it nearer by half its diagonal at most.
    for x, y, _ in spaced:
        for wall in walls:
            (west, south), (east, north) = wall.outline[0], wall.outline[2]
            dx, dy = max(west - x, x - east, 0.0), max(south - y, y - north, 0.0)
            assert (dx * dx + dy * dy) ** 0.5 > 0.3 - 0.71 * cell_m


def test_a_straight_way_is_straight():
    line = walk_path(ground(), (1.03, 2.07), (18.9, 7.4), spacing_m=None)
    assert line == ((1.03, 2.07, 0.0), (18.9, 7.4, 0.0))
    assert walk_path(ground(), (1.0, 1.0), (1.0, 1.0), spacing_m=None)[0] == (1.0, 1.0, 0.0)


def test_lines_of_sight_see_every_cell_they_touch():
    free = np.ones((4, 4), dtype=np.bool_)
    free[1, 2] = False
    assert not line_is_free(free, 0.5, 0.5, 3.5, 2.5)
    assert not line_is_free(free, 3.5, 2.5, 0.5, 0.5)
    assert not line_is_free(free, 2.5, 0.5, 2.5, 3.5)
    assert not line_is_free(free, 1.5, 0.5, 3.5, 2.5)  # through the middle
    assert not line_is_free(free, 1.0, 1.0, 3.0, 3.0)  # touches the corner (2, 2)
    assert line_is_free(free, 0.5, 0.5, 0.5, 3.5)
    assert line_is_free(free, 0.5, 2.5, 3.5, 2.5)
    assert not line_is_free(free, 0.5, 0.5, 0.5, 4.5)  # beyond the grid


def test_ends_that_cannot_be_are_named():
    grid = ground(box("kiosk", 5, 4, 6, 6))
    with pytest.raises(
        InputError, match=r"the start \(5.500, 5.000\) is inside the obstacle 'kiosk'"
    ):
        walk_path(grid, (5.5, 5.0), (1.0, 1.0))
    with pytest.raises(InputError, match=r"the goal \(6.100, 5.000\) is 0.100 m from the obstacle"):
        walk_path(grid, (1.0, 1.0), (6.1, 5.0))
    with pytest.raises(InputError, match=r"the goal \(50.000, 5.000\) is outside the grid"):
        walk_path(grid, (1.0, 1.0), (50.0, 5.0))
    with pytest.raises(InputError, match="execution is 'magic'"):
        walk_path(grid, (1.0, 1.0), (2.0, 1.0), execution="magic")


def test_a_goal_that_is_walled_off_is_named():
    with pytest.raises(InputError, match=r"walkable path from \(1.000, 1.000\) to \(15.000"):
        walk_path(ground(box("wall", 9, -1, 10, 11)), (1.0, 1.0), (15.0, 5.0))


def test_ground_that_is_not_walkable_is_named():
    corner = ((0.0, 0.0), (20.0, 0.0), (0.0, 10.0))
    grid = walkable_grid(RoadMap("g", areas=(Area("g", "walkable", corner),)))
    with pytest.raises(InputError, match="not on walkable ground"):
        walk_path(grid, (1.0, 1.0), (18.0, 9.0))


def test_grids_that_cannot_be_are_refused():
    nothing = RoadMap("nothing")
    with pytest.raises(InputError, match="0 by 0 cells"):
        walkable_grid(nothing)
    with pytest.raises(InputError, match="cell_m is 0"):
        walkable_grid(nothing, cell_m=0.0)
    with pytest.raises(InputError, match="choose other bounds"):
        walkable_grid(nothing, bounds=Bounds(0.0, 0.0, 1e6, 1e6))
    open_ground = walkable_grid(nothing, bounds=Bounds(0.0, 0.0, 1.0, 0.6), cell_m=0.2)
    assert isinstance(open_ground, WalkableGrid)
    assert open_ground.free.shape == (3, 5)
    assert open_ground.free.all()
