"""A search over the lanes of a route, level by level, as planners for nuPlan use it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol, final

__all__ = ["BreadthFirstSearch"]


class _Edge(Protocol):
    """A lane or a lane connector."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def outgoing_edges(self) -> Iterable[_Edge]:
        """Those that follow it."""

    def get_roadblock_id(self) -> str:
        """The roadblock that it is in."""


class _Roadblock(Protocol):
    @property
    def id(self) -> str:
        """Its id."""


@final
class BreadthFirstSearch:
    """Finds lanes from a start to a roadblock, among candidates given by their ids."""

    def __init__(self, start_edge: _Edge, candidate_lane_edge_ids: Collection[str]) -> None:
        self._start = start_edge
        self._candidates = frozenset(candidate_lane_edge_ids)

    def search(self, target_roadblock: _Roadblock, target_depth: int) -> tuple[list[_Edge], bool]:
        """The lanes to the target, which must be the `target_depth`-th of them, and whether found.

        Where it is not found, the longest way that the search has seen.
        """
        level: dict[str, list[_Edge]] = {self._start.id: [self._start]}
        longest = level[self._start.id]
        for depth in range(1, target_depth + 1):
            after: dict[str, list[_Edge]] = {}
            last = ""
            for path in level.values():
                is_target = path[-1].get_roadblock_id() == target_roadblock.id
                if is_target and depth == target_depth:
                    return path, True
                for edge in path[-1].outgoing_edges:
                    if edge.id in self._candidates:
                        # Of several ways to a lane, the last one, as in nuPlan.
                        after[edge.id] = [*path, edge]
                        last = edge.id
            if not after:
                break
            level, longest = after, after[last]
        return longest, False
