"""Where a path must be left at a red light: at the light's stop line, or at the end of its lane."""

from collections.abc import Iterator, Sequence

from project_ghost.core.dmath import cos
from project_ghost.scenario.paths import Path, nearest_on, pose_at
from project_ghost.world.maps import Lane, Light, RoadMap

__all__ = ["stops_on"]


def stops_on(road_map: RoadMap, lights: Sequence[str], path: Path) -> list[tuple[float, int]]:
    """The distances along a path at which its lights stop a car, and the numbers of the lights.

    A light without a stop line of its own on the path stops cars at another line of a lane that
    it controls, or at the end of the lane. `lights` are those that have a programme.
    """
    stops = []
    for part in path.lane_parts:
        for line in road_map.stop_lines:
            is_on = line.lane == part.lane and part.start_m <= line.at_m <= part.end_m
            if is_on and line.light in lights:
                station = part.station_m + line.at_m - part.start_m
                stops.append((station, lights.index(line.light)))
    served = {number for _, number in stops}
    for light in road_map.lights:
        if light.id in lights and lights.index(light.id) not in served:
            number = lights.index(light.id)
            stops += [(station, number) for station in _stations(road_map, light, path)]
    return stops


def _stations(road_map: RoadMap, light: Light, path: Path) -> Iterator[float]:
    """The distances along a path to the places at which a light stops cars on its lanes."""
    # An OpenDRIVE file may name lanes that do not exist: lane 0 is the middle of the road.
    lanes = [road_map.lane_by_id[name] for name in light.lanes if name in road_map.lane_by_id]
    for lane in lanes:
        lines = [line for line in road_map.stop_lines if line.lane == lane.id]
        own = [line.at_m for line in lines if line.light == light.id]
        at_m = max(own or [line.at_m for line in lines], default=lane.length_m)
        if path.lane_parts:
            for part in path.lane_parts:
                if part.lane == lane.id and part.start_m <= at_m <= part.end_m:
                    yield part.station_m + at_m - part.start_m
        else:
            yield from _crossing(path, lane, at_m)


def _crossing(path: Path, lane: Lane, at_m: float) -> Iterator[float]:
    """Where a path of waypoints passes a place of a lane, within the lane and in its direction."""
    x_m, y_m, _ = lane.point_at(at_m)
    station_m, away_m = nearest_on(path.points, (x_m, y_m))
    heading_rad = pose_at(path.points, station_m)[2]
    is_along = cos(heading_rad - lane.heading_at(at_m)) > 0.0
    if is_along and away_m <= 0.5 * lane.width_at(at_m):
        yield station_m
