"""A* over any graph of numbered nodes, with a queue whose order is total.

The queue is ordered by (f, h, insertion number): of equally promising nodes the one nearer to
the goal, of those the one that was found first. No two entries are ever equal, so the order
does not depend on how a heap is built, and a path depends on nothing but the graph and the
order in which it lists its edges.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import NamedTuple

__all__ = ["Found", "shortest_path"]


class Found(NamedTuple):
    """A path, node by node, and what it costs."""

    nodes: tuple[int, ...]
    cost: float


def shortest_path(
    start: int,
    goal: int,
    edges: Callable[[int], Iterable[tuple[int, float]]],
    estimate: Callable[[int], float],
) -> Found | None:
    """The cheapest path from start to goal, or None.

    `edges` gives the nodes that a node leads to and what each step costs; `estimate` never
    says more than the true cost from a node to the goal. Of equally cheap ways to a node the
    one that was found first is kept.
    """
    cost = {start: 0.0}
    parent: dict[int, int] = {}
    h = estimate(start)
    queue = [(h, h, 0, start, 0.0)]
    inserted = 1
    while queue:
        _, _, _, node, reached = heappop(queue)
        if node == goal:
            return Found(_path(parent, start, goal), reached)
        if reached > cost[node]:  # a cheaper way was found after this one was put in
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
