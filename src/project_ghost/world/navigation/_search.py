"""A* over any graph of numbered nodes, with a totally ordered queue.

The queue is ordered by (f, h, insertion number): of nodes with equal f, the one estimated
nearer to the goal comes first, then the one inserted first. No two entries are equal, so the
order does not depend on the heap's implementation, and a path depends only on the graph and
the order in which it lists its edges.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import NamedTuple

__all__ = ["NodePath", "shortest_path"]


class NodePath(NamedTuple):
    """A path, node by node, and its cost."""

    nodes: tuple[int, ...]
    cost: float


def shortest_path(
    start: int,
    goal: int,
    edges: Callable[[int], Iterable[tuple[int, float]]],
    estimate: Callable[[int], float],
) -> NodePath | None:
    """The cheapest path from start to goal, or None.

    `edges` gives a node's neighbours and the cost of each step. `estimate` must never exceed
    the true cost from a node to the goal. Of equally cheap paths to a node, the first found
    is kept.
    """
    cost = {start: 0.0}
    parent: dict[int, int] = {}
    h = estimate(start)
    queue = [(h, h, 0, start, 0.0)]
    inserted = 1
    while queue:
        _, _, _, node, reached = heappop(queue)
        if node == goal:
            return NodePath(_path(parent, start, goal), reached)
        if reached > cost[node]:  # a cheaper path was found after this entry was inserted
            continue
        for neighbour, step in edges(node):
            total = reached + step
            if neighbour not in cost or total < cost[neighbour]:
                cost[neighbour] = total
                parent[neighbour] = node
                h = estimate(neighbour)
                heappush(queue, (total + h, h, inserted, neighbour, total))
                inserted += 1
    return None


def _path(parent: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    nodes = [goal]
    while nodes[-1] != start:
        nodes.append(parent[nodes[-1]])
    nodes.reverse()
    return tuple(nodes)
