"""A* finds the cheapest path, and always the same one of many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.world.navigation import _search, shortest_path
from tests.world.navigation.plain import a_star, dijkstra

SIDE = 60
GOAL = SIDE * SIDE - 1


def lattice(cell):
    """Steps to the right and down, all of cost 1: every way is as long as every other."""
    row, column = divmod(cell, SIDE)
    if column + 1 < SIDE:
        yield cell + 1, 1.0
    if row + 1 < SIDE:
        yield cell + SIDE, 1.0


def to_go(cell):
    row, column = divmod(cell, SIDE)
    return float(2 * SIDE - 2 - row - column)


def test_of_thousands_of_ties_the_order_of_insertion_decides():
    """All 3,600 nodes have the same f. By (f, h, number) the search runs straight to the goal:
    of the two nodes that are nearest to it, the first that was put in, which is the right one.
    """
    result = shortest_path(0, GOAL, lattice, to_go)
    assert result is not None
    right_then_down = (*range(SIDE), *range(2 * SIDE - 1, SIDE * SIDE, SIDE))
    assert result.nodes == right_then_down
    assert result.cost == 2 * SIDE - 2


def test_without_an_estimate_the_ties_are_all_expanded_in_order():
    calls = []

    def edges(cell):
        calls.append(cell)
        return lattice(cell)

    result = shortest_path(0, GOAL, edges, lambda _: 0.0)
    assert result is not None
    assert len(calls) == SIDE * SIDE - 1
    assert list(result.nodes) == a_star(0, GOAL, lattice, lambda _: 0.0)
    # In each diagonal, nodes come out in the order they were put in.
    assert calls[:6] == [0, 1, SIDE, 2, SIDE + 1, 2 * SIDE]


def test_the_result_does_not_depend_on_the_heap(monkeypatch):
    """The same with a queue that is sorted anew for each removal."""
    with_heap = shortest_path(0, GOAL, lattice, to_go)
    monkeypatch.setattr(_search, "heappush", lambda queue, entry: queue.insert(0, entry))

    def pop_least(queue):
        queue.sort()
        return queue.pop(0)

    monkeypatch.setattr(_search, "heappop", pop_least)
    assert shortest_path(0, GOAL, lattice, to_go) == with_heap


@pytest.mark.slow
@given(st.data())
def test_paths_are_as_cheap_as_dijkstras(data):
    count = data.draw(st.integers(2, 14))
    places = [(data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))) for _ in range(count)]
    chosen = data.draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    graph: dict[int, list[tuple[int, float]]] = {}
    for a, b in chosen:
        away = abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1])
        graph.setdefault(a, []).append((b, float(away + data.draw(st.integers(0, 3)))))

    def estimate(node):
        return float(abs(places[node][0] - places[-1][0]) + abs(places[node][1] - places[-1][1]))

    result = shortest_path(0, count - 1, lambda node: graph.get(node, []), estimate)
    costs = dijkstra(0, lambda node: graph.get(node, []))
    assert (result is None) == (count - 1 not in costs)
    if result is not None:
        assert result.cost == costs[count - 1]
        assert (result.nodes[0], result.nodes[-1]) == (0, count - 1)


def test_an_estimate_that_is_not_consistent_still_gives_the_cheapest():
    """Node 2 is closed by the dear way first, then reached by the cheap one."""
    graph = {0: [(1, 1.0), (2, 3.0)], 1: [(2, 1.0)], 2: [(3, 4.0)]}
    estimate = {0: 0.0, 1: 4.0, 2: 0.0, 3: 0.0}
    result = shortest_path(0, 3, lambda node: graph.get(node, []), estimate.__getitem__)
    assert result == ((0, 1, 2, 3), 6.0)


@pytest.mark.parametrize("goal", [0, 5])
def test_the_ends(goal):
    result = shortest_path(0, goal, lambda _: [], lambda _: 0.0)
    assert result == ((0,), 0.0) if goal == 0 else result is None
