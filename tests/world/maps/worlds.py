"""Small maps made by hand, and the same ones moved, turned and mirrored."""

from dataclasses import replace

from project_ghost.core.dmath import sincos
from project_ghost.world.maps import (
    Crossing,
    Junction,
    Lane,
    Light,
    Road,
    RoadMap,
    Sign,
    SpeedLimit,
    StopLine,
)


def lane(name, *points, width=4.0, road="r", kind="driving", **other):
    line = tuple((float(x), float(y), 0.0) for x, y in points)
    return Lane(name, road, kind, line, (width,) * len(line), **other)


def two_lanes() -> RoadMap:
    """Two lanes eastwards, one back, a shoulder: the right one is at y = -2, the left at y = 2."""
    limit = (SpeedLimit(0.0, 10.0),)
    lanes = (
        lane("right", (0, -2), (50, -2), (100, -2), left="left", right="hard", speed_limits=limit),
        lane("left", (0, 2), (100, 2), right="right", opposite="back", speed_limits=limit),
        lane("back", (100, 6), (0, 6), opposite="left"),
        lane("hard", (0, -5), (100, -5), width=2.0, kind="shoulder", left="right"),
    )
    return RoadMap("two lanes", (Road("r", "", 100.0, tuple(e.id for e in lanes)),), lanes)


def crossroads() -> RoadMap:
    """Two lanes from the west meet a road to the north, under a light."""
    lanes = (
        lane("in 1", (-50, 2), (-10, 2), road="west", right="in 2", successors=("ahead 1", "turn")),
        lane("in 2", (-50, -2), (-10, -2), road="west", left="in 1", successors=("ahead 2",)),
        lane(
            "ahead 1", (-10, 2), (10, 2), road="j1", predecessors=("in 1",), successors=("out 1",)
        ),
        lane(
            "ahead 2", (-10, -2), (10, -2), road="j2", predecessors=("in 2",), successors=("out 2",)
        ),
        lane(
            "turn",
            (-10, 2),
            (-5, 2.7),
            (-0.7, 7),
            (0, 12),
            road="j3",
            predecessors=("in 1",),
            successors=("north",),
        ),
        lane("out 1", (10, 2), (50, 2), road="east", right="out 2", predecessors=("ahead 1",)),
        lane("out 2", (10, -2), (50, -2), road="east", left="out 1", predecessors=("ahead 2",)),
        lane("north", (0, 12), (0, 50), road="north", predecessors=("turn",)),
    )
    roads = tuple(
        Road(name, "", 0.0, tuple(e.id for e in lanes if e.road == name), junction)
        for name, junction in (
            ("west", ""),
            ("j1", "J"),
            ("j2", "J"),
            ("j3", "J"),
            ("east", ""),
            ("north", ""),
        )
    )
    return RoadMap(
        "crossroads",
        roads,
        lanes,
        junctions=(Junction("J", "", ("ahead 1", "ahead 2", "turn")),),
        crossings=(Crossing("zebra", ((20.0, -4.0), (23.0, -4.0), (23.0, 4.0), (20.0, 4.0))),),
        stop_lines=(StopLine("stop 1", "in 1", 39.0, "head"), StopLine("stop 2", "in 2", 39.9)),
        lights=(Light("head", (-9.0, 5.0, 3.0), 0.0, ("in 1",)),),
        signs=(Sign("yield", "", "205", (-9.0, -5.0, 2.0), lanes=("in 2",)),),
    )


def moved(road_map, turn_rad=0.0, x_m=0.0, y_m=0.0, *, mirror=False):
    """The map turned, then moved; mirrored at the x axis before, so that left becomes right."""
    sine, cosine = sincos(turn_rad)

    def place(point):
        x, y = point[0], -point[1] if mirror else point[1]
        rest = point[2:]
        return (x_m + cosine * x - sine * y, y_m + sine * x + cosine * y, *rest)

    def changed(each):
        sides = {"left": each.right, "right": each.left} if mirror else {}
        return replace(each, points=tuple(map(place, each.points)), **sides)

    return replace(
        road_map,
        lanes=tuple(map(changed, road_map.lanes)),
        crossings=tuple(
            replace(each, outline=tuple(map(place, each.outline))) for each in road_map.crossings
        ),
    ), place
