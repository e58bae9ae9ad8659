"""Questions about maps: the slowest of all maps here, compiled beside interpreted.

The maps are the built-in ones, and those of shared/data beside the checkout if there are any.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.world.maps import LayerName, RoadMap, builtin_maps, read_map
from project_ghost.world.maps.index import ShapeIndex

DATA = Path(__file__).parents[2] / "shared" / "data"
POINTS = 100
HALF_M = 40.0


@cache
def _maps() -> list[RoadMap]:
    paths = [*builtin_maps().values()]
    paths += [*sorted(DATA.glob("opendrive/*.xodr")), *sorted(DATA.glob("commonroad/*.xml"))]
    return [road_map for road_map in map(read_map, paths) if road_map.roadblocks]


@cache
def _points(number: int) -> list[tuple[float, float]]:
    """Places near lanes, and places anywhere on the map."""
    road_map, random = _maps()[number], Random(number)  # noqa: S311 - places, not secrets
    west, south, east, north = road_map.bounds
    found = []
    for _ in range(POINTS // 2):
        lane = random.choice(road_map.lanes)
        x, y, _ = lane.point_at(random.uniform(0.0, lane.length_m))
        found.append((x + random.uniform(-4.0, 4.0), y + random.uniform(-4.0, 4.0)))
        found.append((random.uniform(west, east), random.uniform(south, north)))
    return found


def _shapes(road_map: RoadMap, layer: LayerName) -> list[list[tuple[tuple[float, ...], ...]]]:
    if layer is LayerName.DRIVABLE_LINES:
        lanes = [lane for lane in road_map.lanes if lane.is_drivable]
        return [[e.points[i : i + 2] for i in range(len(e.points) - 1)] for e in lanes]
    return [list(lane.pieces) for lane in road_map.lanes if lane.is_road_lane]


def _contain(index: ShapeIndex, points: list[tuple[float, float]]) -> None:
    for x, y in points:
        index.containing(x, y)


def _nearest(index: ShapeIndex, points: list[tuple[float, float]]) -> None:
    for x, y in points:
        index.nearest(x, y)


def _meet(index: ShapeIndex, points: list[tuple[float, float]]) -> None:
    for x, y in points:
        index.meeting(x - HALF_M, y - HALF_M, x + HALF_M, y + HALF_M)


def _slowest(
    name: str,
    ask: Callable[[ShapeIndex, list[tuple[float, float]]], None],
    layer: LayerName = LayerName.ROAD_LANES,
) -> Result:
    worst = 0.0, 0.0
    for number, road_map in enumerate(_maps()):
        shapes, points = _shapes(road_map, layer), _points(number)
        compiled, interpreted = ShapeIndex(shapes, "compiled"), ShapeIndex(shapes, "interpreted")
        times = in_turns(
            partial(ask, compiled, points), partial(ask, interpreted, points), repeats=3
        )
        worst = max(worst, (times[0], times[1]))
    return {
        "name": f"maps: {name}, the slowest of {len(_maps())} maps",
        "value": worst[0] / POINTS * 1e6,
        "unit": "us",
        "ratios": {"interpreted": worst[1] / worst[0]},
    }


BENCHMARKS = [
    partial(_slowest, "lanes that contain a point", _contain),
    partial(_slowest, "lanes in a square of 80 m", _meet),
    partial(_slowest, "the nearest lane by its area", _nearest),
    partial(_slowest, "the nearest lane by its centre line", _nearest, LayerName.DRIVABLE_LINES),
]
