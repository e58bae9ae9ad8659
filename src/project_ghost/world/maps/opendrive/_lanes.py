"""The map's lanes from the lane sections of roads: sampled centre lines and neighbours."""

from bisect import bisect_left
from functools import cache

from project_ghost.world.maps.geometry._polyline import Point, distances_along
from project_ghost.world.maps.geometry._sampling import sampled_stations
from project_ghost.world.maps.model._lane import KINDS, Lane, SpeedLimit

from ._road import LaneShape, RoadShape, Section
from ._speed import limit_steps

__all__ = ["lane_id", "lanes_of_road"]

_SHORTEST_M = 1e-6
_BREAKS_APART_M = 1e-3


def lane_id(road: str, section: int, number: int) -> str:
    """The id in our maps of a lane of OpenDRIVE."""
    return f"{road}.{section}.{number}"


def lanes_of_road(road: RoadShape, tolerance_m: float, file: str) -> list[Lane]:
    """All lanes except centre lanes, by section, from left to right; not yet linked."""
    return [
        _lane(road, index, shape, tolerance_m, file)
        for index, section in enumerate(road.sections)
        if section.end_m - section.start_m > _SHORTEST_M
        for shape in section.lanes
        if shape.number != 0
    ]


def _breaks(road: RoadShape, section: Section, number: int) -> list[float]:
    """The stations at which the lane's centre line may have a kink."""
    stations = [section.start_m, section.end_m]
    stations += [geometry.start_m for geometry in road.geometries]
    for cubics in (road.elevations, road.superelevations, road.lane_offsets):
        stations += [cubic.start_m for cubic in cubics]
    for shape in section.lanes:
        if shape.number * number > 0:
            stations += [cubic.start_m for cubic in (*shape.widths, *shape.borders)]
    inside = sorted(s for s in stations if section.start_m <= s <= section.end_m)
    kept = [inside[0]]
    for station in inside[1:]:
        if station - kept[-1] > _BREAKS_APART_M:
            kept.append(station)
    kept[-1] = section.end_m
    return kept if len(kept) > 1 else [section.start_m, section.end_m]


def _lane(road: RoadShape, index: int, shape: LaneShape, tolerance_m: float, file: str) -> Lane:
    section = road.sections[index]

    @cache
    def centre(station_m: float) -> Point:
        return road.lane_point(section, shape.number, station_m)

    stations = sampled_stations(
        centre,
        _breaks(road, section, shape.number),
        tolerance_m,
        f"{file}: road {road.id}, lane {shape.number} of section {index}",
    )
    is_forward = road.runs_forward(shape.number)
    if not is_forward:
        stations.reverse()
    points = tuple(centre(station) for station in stations)
    left, right, opposite = _neighbours(section, shape.number, is_right_hand=road.is_right_hand)

    def name(number: int | None) -> str:
        return "" if number is None else lane_id(road.id, index, number)

    return Lane(
        id=lane_id(road.id, index, shape.number),
        road=road.id,
        kind=shape.kind if shape.kind in KINDS else "other",
        points=points,
        widths_m=tuple(road.lane_width(section, shape.number, s) for s in stations),
        speed_limits=_limits(road, section, shape, stations, points),
        left=name(left),
        right=name(right),
        opposite=name(opposite),
        may_change_left=left is not None and _may_change(section, shape.number, left),
        may_change_right=right is not None and _may_change(section, shape.number, right),
        stations_m=tuple(stations),
    )


def _neighbours(
    section: Section, number: int, *, is_right_hand: bool
) -> tuple[int | None, int | None, int | None]:
    """The numbers of the lanes to the left, to the right and across the centre."""
    side = 1 if number > 0 else -1
    outer = number + side if number + side in section.by_number else None
    inner = number - side if number != side and number - side in section.by_number else None
    across = -side if number == side and -side in section.by_number else None
    # In right-hand traffic, the outer lane is on the right, on both sides of the road.
    return (inner, outer, across) if is_right_hand else (outer, inner, across)


def _may_change(section: Section, here: int, there: int) -> bool:
    """Whether the mark between two lanes of one side allows a lane change anywhere."""
    mark = section.by_number[here if abs(here) < abs(there) else there]
    if not mark.changes:
        return True
    outwards = abs(there) > abs(here)
    permitting = ("both", "increase" if there > here else "decrease")
    return any(c in (*permitting, "outwards" if outwards else "inwards") for c in mark.changes)


def _limits(
    road: RoadShape,
    section: Section,
    shape: LaneShape,
    stations: list[float],
    points: tuple[Point, ...],
) -> tuple[SpeedLimit, ...]:
    """The limits by distance along the lane."""
    steps = limit_steps(road.speeds, shape.speeds, section.start_m, section.end_m)
    distances = distances_along(points)
    is_forward = stations[0] < stations[-1]
    if is_forward:
        begins = [step.start_m for step in steps]
        limits = [step.limit_mps for step in steps]
    else:  # each step is entered at its far end
        begins = [section.end_m, *(step.start_m for step in reversed(steps[1:]))]
        limits = [step.limit_mps for step in reversed(steps)]
    own_limits = [
        SpeedLimit(distance_at(stations, distances, begin), limit)
        for begin, limit in zip(begins, limits, strict=True)
    ]
    return tuple(own_limits) if any(limit.limit_mps is not None for limit in own_limits) else ()


def distance_at(
    stations: list[float] | tuple[float, ...], distances: tuple[float, ...], station_m: float
) -> float:
    """The distance along the lane at a station, by linear interpolation between samples."""
    sign = 1.0 if stations[0] < stations[-1] else -1.0
    # The first interval that ends at the station or beyond it.
    first = bisect_left(stations, sign * station_m, 1, key=lambda each: sign * each) - 1
    for i in range(first, min(first + 2, len(stations) - 1)):
        low, high = sorted((stations[i], stations[i + 1]))
        if low <= station_m <= high and high > low:
            fraction = (station_m - stations[i]) / (stations[i + 1] - stations[i])
            return distances[i] + fraction * (distances[i + 1] - distances[i])
    is_before = (station_m < stations[0]) == (stations[0] < stations[-1])
    return 0.0 if is_before else distances[-1]
