"""Lane links: within roads, between roads and through junctions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, final

from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._polyline import gap

from ._lanes import lane_id
from ._road import Link, RoadShape

__all__ = ["Connection", "JunctionShape", "Roads", "lane_ends", "read_junction"]

Roads: TypeAlias = dict[str, RoadShape]
_START, _END = 0, 1


class End(NamedTuple):
    """One end of a lane, in the direction of the stations."""

    road: str
    section: int
    number: int
    end: int


@final
@dataclass(frozen=True)
class Connection:
    """A connection of two roads in a junction, lane by lane."""

    incoming: str
    connecting: str
    contact: str
    lanes: tuple[tuple[int, int], ...]


@final
@dataclass(frozen=True)
class JunctionShape:
    """A junction and its connections."""

    id: str
    name: str
    connections: tuple[Connection, ...]


def read_junction(element: Element) -> JunctionShape:
    """The junction of a <junction> element; `direct` ones have no roads of their own."""
    connections = []
    for connection in element.children("connection"):
        linked = connection.get("connectingRoad") or connection.get("linkedRoad")
        if not linked:
            raise connection.refused(
                "the connection names no road",
                "a connectingRoad, or the linkedRoad of a direct one",
            )
        contact = connection.get("contactPoint", "start")
        if contact not in ("start", "end"):
            raise connection.refused(f"contactPoint is {contact!r}", "start or end")
        lanes = tuple(
            (link.whole("from"), link.whole("to")) for link in connection.children("laneLink")
        )
        connections.append(Connection(connection.required("incomingRoad"), linked, contact, lanes))
        connection.get("id")
    return JunctionShape(element.required("id"), element.get("name"), tuple(connections))


def lane_ends(
    roads: Roads, junctions: tuple[JunctionShape, ...]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Pairs (from, to) of lane ids in the direction of travel, and the defects found."""
    pairs: dict[tuple[str, str], None] = {}
    defects: dict[str, None] = {}
    for a, b in _joints(roads, junctions, defects):
        known = [_is_lane(roads, end) for end in (a, b)]
        if not all(known):
            missing = _named(b if known[0] else a)
            defects[
                f"lane {_named(a if known[0] else b)} is linked to {missing}, which is missing"
            ] = None
            continue
        if _leaves(roads, a) and not _leaves(roads, b):
            pairs[_named(a), _named(b)] = None
        elif _leaves(roads, b) and not _leaves(roads, a):
            pairs[_named(b), _named(a)] = None
        elif _kind(roads, a) == _kind(roads, b) == "driving":
            defects[f"lanes {_named(a)} and {_named(b)} are linked head-on"] = None
    return list(pairs), list(defects)


def _joints(
    roads: Roads, junctions: tuple[JunctionShape, ...], defects: dict[str, None]
) -> Iterator[tuple[End, End]]:
    for road in roads.values():
        yield from _joints_of_road(roads, road, defects)
    for junction in junctions:
        for connection in junction.connections:
            yield from _joints_of_connection(roads, junction.id, connection, defects)


def _joints_of_road(
    roads: Roads, road: RoadShape, defects: dict[str, None]
) -> Iterator[tuple[End, End]]:
    last = len(road.sections) - 1
    for i, section in enumerate(road.sections):
        for lane in section.lanes:
            for number, end in ((lane.predecessor, _START), (lane.successor, _END)):
                if number is None or lane.number == 0:
                    continue
                here = End(road.id, i, lane.number, end)
                if (end == _START and i > 0) or (end == _END and i < last):
                    yield here, End(road.id, i + (1 if end == _END else -1), number, 1 - end)
                    continue
                link = road.successor if end == _END else road.predecessor
                there = _end_of_link(roads, link, number)
                if there is not None:
                    yield here, there
                elif link is not None and link.kind == "road":
                    defects[f"road {road.id} is linked to road {link.id}, which is missing"] = None


def _end_of_link(roads: Roads, link: Link | None, number: int) -> End | None:
    if link is None or link.kind != "road" or link.id not in roads:
        return None
    return _end_of_road(roads[link.id], number, link.contact)


def _end_of_road(road: RoadShape, number: int, contact: str) -> End:
    if contact == "end":
        return End(road.id, len(road.sections) - 1, number, _END)
    return End(road.id, 0, number, _START)


def _joints_of_connection(
    roads: Roads, junction: str, connection: Connection, defects: dict[str, None]
) -> Iterator[tuple[End, End]]:
    for name in (connection.incoming, connection.connecting):
        if name not in roads:
            defects[f"junction {junction} connects road {name}, which is missing"] = None
            return
    incoming, connecting = roads[connection.incoming], roads[connection.connecting]
    contact = _contact_of_incoming(incoming, junction, connecting, connection.contact)
    for start, end in connection.lanes:
        yield (
            _end_of_road(incoming, start, contact),
            _end_of_road(connecting, end, connection.contact),
        )


def _contact_of_incoming(
    incoming: RoadShape, junction: str, connecting: RoadShape, contact: str
) -> str:
    """The incoming road's end at the junction: as its link declares, else the nearer one."""
    at_start, at_end = (
        link is not None and link.kind == "junction" and link.id == junction
        for link in (incoming.predecessor, incoming.successor)
    )
    if at_start != at_end:
        return "start" if at_start else "end"
    there = connecting.reference(connecting.length_m if contact == "end" else 0.0)
    from_start = gap(incoming.reference(0.0), there)
    from_end = gap(incoming.reference(incoming.length_m), there)
    return "start" if from_start < from_end else "end"


def _is_lane(roads: Roads, end: End) -> bool:
    return end.number != 0 and end.number in roads[end.road].sections[end.section].by_number


def _kind(roads: Roads, end: End) -> str:
    return roads[end.road].sections[end.section].by_number[end.number].kind


def _leaves(roads: Roads, end: End) -> bool:
    """Whether traffic leaves the lane at this end."""
    return roads[end.road].runs_forward(end.number) == (end.end == _END)


def _named(end: End) -> str:
    return lane_id(end.road, end.section, end.number)
