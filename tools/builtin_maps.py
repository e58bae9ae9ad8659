"""Make the built-in maps `urban_crossing`, `motorway` and `plaza`.

    python tools/builtin_maps.py

Their coordinates follow from a few numbers below; arcs are sampled to a centimetre, those of
the motorway to two.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from project_ghost.core.dmath import acos, sincos
from project_ghost.core.duration import NS_PER_S
from project_ghost.world.maps import (
    Area,
    Crossing,
    Junction,
    Lane,
    Light,
    LightPhase,
    LightProgram,
    Obstacle,
    Outline,
    Polyline,
    RoadMap,
    SpeedLimit,
    StopLine,
    native_text,
)

FOLDER = Path(__file__).parents[1] / "src/project_ghost/world/maps/builtin"
PI = 3.141592653589793
TOLERANCE_M = 0.01

Pair = tuple[float, float]


def arc(
    centre: Pair,
    radius_m: float,
    start_rad: float,
    turn_rad: float,
    tolerance_m: float = TOLERANCE_M,
) -> list[Pair]:
    """Points on a circle whose chords stay within the tolerance."""
    step_rad = 2.0 * acos(1.0 - tolerance_m / radius_m)
    count = int(abs(turn_rad) / step_rad) + 1
    points = []
    for i in range(count + 1):
        sine, cosine = sincos(start_rad + turn_rad * i / count)
        points.append((centre[0] + radius_m * cosine, centre[1] + radius_m * sine))
    return points


def line(points: list[Pair]) -> Polyline:
    """The points as a centre line on flat ground."""
    return tuple((x, y, 0.0) for x, y in points)


def lane(name: str, road: str, points: list[Pair], width_m: float, **more: Any) -> Lane:  # noqa: ANN401
    """A lane of one width; `more` is what else a Lane has."""
    centre = line(points)
    kind = more.pop("kind", "driving")
    return Lane(name, road, kind, centre, (width_m,) * len(centre), **more)


def save(road_map: RoadMap) -> None:
    """Write the file."""
    path = FOLDER / f"{road_map.name}.yaml"
    path.write_text(native_text(road_map), encoding="utf-8")
    print(f"{path.name}: {len(road_map.lanes)} lanes, {path.stat().st_size} bytes")


# The crossing. Everything is made for the south arm, then turned by quarters.
ARMS = ("south", "east", "north", "west")
WIDTH_M = 3.5
LANES_M = (1.75, 5.25)  # the inner and the outer lane, from the middle of the road
KERB_M = 7.0
WALK_M = 2.5
NEAR_M, FAR_M = 16.0, 100.0  # where the arms begin and end
LIMIT_MPS = 50.0 / 3.6
RIGHT_MPS, LEFT_MPS = 20.0 / 3.6, 25.0 / 3.6
Turn = Callable[[Pair], Pair]
TURNS: tuple[Turn, ...] = (
    lambda p: p,
    lambda p: (-p[1], p[0]),
    lambda p: (-p[0], -p[1]),
    lambda p: (p[1], -p[0]),
)


def arm_lanes(i: int) -> list[Lane]:
    """The lanes that begin at one arm: in, out, across the crossing, and the loop."""
    turn = TURNS[i]
    here, right, ahead, left = (ARMS[(i + k) % 4] for k in range(4))

    def made(name: str, road: str, points: list[Pair], **more: Any) -> Lane:  # noqa: ANN401
        return lane(name, road, [turn(p) for p in points], WIDTH_M, **more)

    def limit(speed_mps: float) -> tuple[SpeedLimit, ...]:
        return (SpeedLimit(0.0, speed_mps),)

    def beside(road: str, number: int) -> dict[str, Any]:
        """Lane 1 is the inner one, on the left; one may change between the two."""
        if number == 1:
            return {"right": f"{road}_2", "may_change_right": True}
        return {"left": f"{road}_1", "may_change_left": True}

    lanes = []
    across = f"from_{here}"
    for number, x in enumerate(LANES_M, 1):
        into, out, loop = f"{here}_in", f"{here}_out", f"{here}_loop"
        opposite = number == 1
        follow = (f"{across}_to_{ahead}_{number}", f"{across}_to_{(left, right)[number - 1]}")
        lanes += [
            made(
                f"{into}_{number}",
                here,
                [(x, -FAR_M), (x, -NEAR_M)],
                speed_limits=limit(LIMIT_MPS),
                opposite=f"{out}_1" if opposite else "",
                successors=follow,
                **beside(into, number),
            ),
            made(
                f"{out}_{number}",
                here,
                [(-x, -NEAR_M), (-x, -FAR_M)],
                speed_limits=limit(LIMIT_MPS),
                opposite=f"{into}_1" if opposite else "",
                successors=(f"{loop}_{number}",),
                **beside(out, number),
            ),
            made(
                f"{loop}_{number}",
                loop,
                arc((-FAR_M, -FAR_M), FAR_M - x, 0.0, -1.5 * PI),
                speed_limits=limit(LIMIT_MPS),
                successors=(f"{left}_in_{number}",),
                **beside(loop, number),
            ),
            made(
                f"{across}_to_{ahead}_{number}",
                across,
                [(x, -NEAR_M), (x, NEAR_M)],
                speed_limits=limit(LIMIT_MPS),
                successors=(f"{ahead}_out_{number}",),
            ),
        ]
    inner, outer = LANES_M
    lanes += [
        made(
            f"{across}_to_{right}",
            across,
            arc((NEAR_M, -NEAR_M), NEAR_M - outer, PI, -0.5 * PI),
            speed_limits=limit(RIGHT_MPS),
            successors=(f"{right}_out_2",),
        ),
        made(
            f"{across}_to_{left}",
            across,
            arc((-NEAR_M, -NEAR_M), NEAR_M + inner, 0.0, 0.5 * PI),
            speed_limits=limit(LEFT_MPS),
            successors=(f"{left}_out_1",),
        ),
    ]
    middle = KERB_M + 0.5 * WALK_M
    path = [
        (middle, -60.0),
        *arc((NEAR_M, -NEAR_M), NEAR_M - middle, PI, -0.5 * PI),
        (60.0, -middle),
    ]
    walk = lane(f"walk_{here}_{right}", "walk", [turn(p) for p in path], WALK_M, kind="sidewalk")
    return [*lanes, walk]


def corner(i: int) -> Outline:
    """The sidewalk from one arm to the next."""
    centre = (NEAR_M, -NEAR_M)
    edge = NEAR_M - KERB_M
    outer = [(KERB_M, -60.0), *arc(centre, edge, PI, -0.5 * PI), (60.0, -KERB_M)]
    back = KERB_M + WALK_M
    inner = [(60.0, -back), *arc(centre, edge - WALK_M, 0.5 * PI, 0.5 * PI), (back, -60.0)]
    return tuple(TURNS[i](p) for p in (*outer, *inner))


def zebra(i: int) -> Outline:
    """Across one arm, from kerb to kerb."""
    return tuple(TURNS[i](p) for p in ((-8.0, -15.5), (8.0, -15.5), (8.0, -11.5), (-8.0, -11.5)))


def phases() -> tuple[LightPhase, ...]:
    """One arm after the other, so that no two streams of cars cross; then all people at once."""
    cars = len(ARMS)

    def phase(seconds: int, arm: int, colour: str, people: str = "red") -> LightPhase:
        shows = [colour if k == arm else "red" for k in range(cars)]
        return LightPhase(seconds * NS_PER_S, (*shows, *[people] * cars))

    found = []
    for arm in range(cars):
        found += [phase(12, arm, "green"), phase(3, arm, "amber"), phase(2, arm, "red")]
    # A person needs 12 s for the 14 m between the kerbs at 1.2 m/s.
    return (*found, phase(10, 0, "red", "green"), phase(12, 0, "red"))


def urban_crossing() -> RoadMap:
    """A crossing with lights; loops lead from each arm back to the next."""
    lights, stops, crossings, areas = [], [], [], []
    for i, arm in enumerate(ARMS):
        x, y = TURNS[i]((KERB_M + 0.5, -NEAR_M))
        heading_rad = (0.5 * PI, PI, -0.5 * PI, 0.0)[i]
        ruled = (f"{arm}_in_1", f"{arm}_in_2")
        lights.append(Light(arm, (x, y, 3.0), heading_rad, ruled))
        stops += [StopLine(f"stop_{name}", name, FAR_M - NEAR_M - 0.5, arm) for name in ruled]
        crossings.append(Crossing(f"zebra_{arm}", zebra(i)))
        areas += [
            Area(f"corner_{arm}", "walkable", corner(i)),
            Area(f"over_{arm}", "walkable", zebra(i)),
        ]
    for i, arm in enumerate(ARMS):
        x, y = TURNS[i]((KERB_M + 1.5, -13.5))
        lights.append(Light(f"people_{arm}", (x, y, 2.0), (PI, -0.5 * PI, 0.0, 0.5 * PI)[i]))
    program = LightProgram("crossing", tuple(light.id for light in lights), phases())
    lanes = tuple(lane for i in range(4) for lane in arm_lanes(i))
    inside = tuple(lane.id for lane in lanes if lane.id.startswith("from_"))
    return RoadMap(
        name="urban_crossing",
        lanes=lanes,
        junctions=(Junction("crossing", "crossing", inside),),
        crossings=tuple(crossings),
        stop_lines=tuple(stops),
        lights=tuple(lights),
        programs=(program,),
        areas=tuple(areas),
        about=(
            "A crossing of two roads with two lanes each way and lights: one arm after the other, "
            "then people on all crossings. Each arm ends in a loop that leads to the next one, so "
            "that traffic goes on for ever. Made by tools/builtin_maps.py."
        ),
    )


def motorway() -> RoadMap:
    """An oval of three lanes and a hard shoulder, driven counter-clockwise."""
    straight_m, radius_m, width_m = 800.0, 500.0, 3.75
    half = 0.5 * straight_m
    pieces = ("south", "east", "north", "west")
    names = ("1", "2", "3", "shoulder")  # from left to right
    widths = (width_m, width_m, width_m, 2.5)
    offsets = [radius_m + width_m * (k + 0.5) for k in range(3)]
    offsets.append(radius_m + 3.0 * width_m + 1.25)
    lanes = []
    for i, piece in enumerate(pieces):
        for k, name in enumerate(names):
            r = offsets[k]
            points = (
                [(-half, -r), (half, -r)],
                arc((half, 0.0), r, -0.5 * PI, PI, 2.0 * TOLERANCE_M),
                [(half, r), (-half, r)],
                arc((-half, 0.0), r, 0.5 * PI, PI, 2.0 * TOLERANCE_M),
            )[i]
            is_driven = name != "shoulder"
            made = lane(
                f"{piece}_{name}",
                piece,
                points,
                widths[k],
                kind="driving" if is_driven else "shoulder",
                left=f"{piece}_{names[k - 1]}" if k > 0 else "",
                right=f"{piece}_{names[k + 1]}" if k < 3 else "",
                may_change_left=0 < k < 3,
                may_change_right=k < 2,
                successors=(f"{pieces[(i + 1) % 4]}_{name}",),
            )
            limits = (SpeedLimit(0.0, 120.0 / 3.6),) if is_driven else ()
            lanes.append(replace(made, speed_limits=limits))
    return RoadMap(
        name="motorway",
        lanes=tuple(lanes),
        about=(
            "One carriageway of a motorway, three lanes and a hard shoulder, closed to an oval of "
            "4.8 km so that traffic goes on for ever. Lane 1 is the left one. Made by "
            "tools/builtin_maps.py."
        ),
    )


def plaza() -> RoadMap:
    """Open ground of 80 m by 60 m with things in the way."""

    def box(name: str, kind: str, x: float, y: float, length: float, width: float) -> Obstacle:
        a, b = 0.5 * length, 0.5 * width
        outline = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
        return Obstacle(name, kind, outline, 2.5 if kind == "kiosk" else 0.9)

    def pillar(name: str, kind: str, x: float, y: float, radius: float, height: float) -> Obstacle:
        return Obstacle(name, kind, (), height, (x, y), radius)

    obstacles = [
        pillar("fountain", "fountain", 0.0, 0.0, 4.0, 1.5),
        box("kiosk_1", "kiosk", -22.0, 13.0, 5.0, 4.0),
        box("kiosk_2", "kiosk", 21.0, -14.0, 4.0, 6.0),
        box("kiosk_3", "kiosk", 18.0, 16.0, 6.0, 4.0),
    ]
    benches = ((-12.0, -9.0), (-4.0, -12.0), (8.0, -10.0), (10.0, 9.0), (-9.0, 10.0), (27.0, 3.0))
    obstacles += [box(f"bench_{i}", "bench", x, y, 3.0, 0.8) for i, (x, y) in enumerate(benches, 1)]
    trees: tuple[Pair, ...] = (
        (-30.0, -20.0),
        (-15.0, -21.0),
        (0.0, -22.0),
        (15.0, -20.0),
        (31.0, -22.0),
    )
    trees += ((-31.0, 21.0), (-13.0, 23.0), (2.0, 21.0), (33.0, 22.0), (-33.0, 1.0))
    obstacles += [pillar(f"tree_{i}", "tree", x, y, 0.4, 6.0) for i, (x, y) in enumerate(trees, 1)]
    ground = ((-40.0, -30.0), (40.0, -30.0), (40.0, 30.0), (-40.0, 30.0))
    return RoadMap(
        name="plaza",
        obstacles=tuple(obstacles),
        areas=(Area("ground", "walkable", ground),),
        about=(
            "A plaza of 80 m by 60 m with a fountain, kiosks, benches and trees, for a crowd. "
            "Made by tools/builtin_maps.py."
        ),
    )


if __name__ == "__main__":
    for made in (urban_crossing(), motorway(), plaza()):
        save(made)
