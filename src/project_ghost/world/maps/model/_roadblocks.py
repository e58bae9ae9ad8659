"""Roadblocks: lanes side by side in one direction, which a route names as one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from ._lane import Lane

if TYPE_CHECKING:
    from ._road_map import RoadMap

__all__ = ["Roadblock", "roadblocks_of"]


@final
@dataclass(frozen=True)
class Roadblock:
    """Lanes side by side with the same direction, from left to right.

    In a junction these are the lanes from one roadblock to another; `junction` is its id, else
    empty. The id is that of the leftmost lane.
    """

    id: str
    lanes: tuple[str, ...]
    junction: str = ""


def roadblocks_of(road_map: "RoadMap") -> tuple[Roadblock, ...]:
    """The roadblocks of a map, in the order of their first lanes in the file."""
    lanes = [lane for lane in road_map.lanes if lane.is_road_lane]
    blocks = _Groups(lanes, road_map.lane_by_id)
    junctions = road_map.junction_by_lane
    ways: dict[tuple[str, str, str], str] = {}
    for lane in lanes:
        if lane.id in junctions:
            way = _way(lane, blocks, junctions)
            if way is not None:
                blocks.join(ways.setdefault((*way, junctions[lane.id]), lane.id), lane.id)
    places = {lane.id: i for group in blocks.groups() for i, lane in enumerate(_ordered(group))}
    result = []
    for group in blocks.groups():
        # Lanes of a junction that are not linked lie as those that they come from and lead to.
        ordered = sorted(
            _ordered(group),
            key=lambda lane: (
                [places.get(each, 0) for each in lane.predecessors if lane.id in junctions],
                [places.get(each, 0) for each in lane.successors if lane.id in junctions],
                places[lane.id],
            ),
        )
        names = tuple(lane.id for lane in ordered)
        result.append(Roadblock(names[0], names, junctions.get(names[0], "")))
    return tuple(result)


def _way(lane: Lane, blocks: "_Groups", junctions: Mapping[str, str]) -> tuple[str, str] | None:
    """The roadblocks that a lane of a junction comes from and leads to; None if not outside it."""
    before = [each for each in lane.predecessors if each in blocks and each not in junctions]
    after = [each for each in lane.successors if each in blocks and each not in junctions]
    return (blocks.find(before[0]), blocks.find(after[0])) if before and after else None


def _ordered(group: list[Lane]) -> list[Lane]:
    """Lanes from left to right, by their links; those without follow in the order of the file."""
    by_id = {lane.id: lane for lane in group}
    result: dict[str, Lane] = {}
    firsts = [lane for lane in group if lane.left not in by_id]
    for first in (*firsts, *group):  # links may form a circle: then any is the first
        lane: Lane | None = first
        while lane is not None and lane.id not in result:
            result[lane.id] = lane
            lane = by_id.get(lane.right)
    return list(result.values())


class _Groups:
    """Lanes joined to groups; a group is found by its first lane in the file."""

    def __init__(self, lanes: list[Lane], by_id: Mapping[str, Lane]) -> None:
        self._lanes = lanes
        self._number = {lane.id: i for i, lane in enumerate(lanes)}
        self._parent = {lane.id: lane.id for lane in lanes}
        for lane in lanes:
            for other in (lane.left, lane.right):
                # Both must say so: a lane that merges in has a neighbour that has none.
                if other in self and lane.id in (by_id[other].left, by_id[other].right):
                    self.join(lane.id, other)

    def __contains__(self, lane: str) -> bool:
        return lane in self._number

    def find(self, lane: str) -> str:
        while self._parent[lane] != lane:
            self._parent[lane] = lane = self._parent[self._parent[lane]]
        return lane

    def join(self, a: str, b: str) -> None:
        first, second = sorted((self.find(a), self.find(b)), key=self._number.__getitem__)
        self._parent[second] = first

    def groups(self) -> list[list[Lane]]:
        result: dict[str, list[Lane]] = {}
        for lane in self._lanes:
            result.setdefault(self.find(lane.id), []).append(lane)
        return list(result.values())
