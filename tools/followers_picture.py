"""Draw docs/pictures/followers.svg: how four ways of steering drive one route.

    python tools/followers_picture.py

Single-track vehicles from rest, one metre and a half beside a route with two bends.
"""

import math
from pathlib import Path

from project_ghost.drawing import Plane, background, picture, polyline, rectangle, text
from project_ghost.engine import Engine, Graph
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.controllers._follower import AbstractFollower
from project_ghost.models.vehicles import SingleTracks
from project_ghost.world.bodies import X, Y

SPEED_MPS = 5.0
PLANE = Plane(-2.0, -3.0, 58.0, 26.0, scale=14.0)
STYLES: tuple[tuple[type[AbstractFollower], str, str], ...] = (
    (WaypointPid, "waypoint PID", "#c0392b"),
    (PurePursuit, "pure pursuit", "#1f6fb2"),
    (Stanley, "Stanley", "#2e8b57"),
    (LqrTracking, "LQR", "#8e44ad"),
)


def route() -> list[tuple[float, float, float]]:
    """A straight, a bend of 12 m to the left, one of 10 m to the right, a straight."""
    points = [(0.1 * k, 0.0, SPEED_MPS) for k in range(200)]
    points += _arc((20.0, 12.0), 12.0, -math.pi / 2, 0.0)
    points += _arc((42.0, 12.0), 10.0, math.pi, math.pi / 2)
    return points + [(42.0 + 0.1 * k, 22.0, SPEED_MPS) for k in range(1, 150)]


def _arc(
    centre: tuple[float, float], radius: float, start: float, end: float
) -> list[tuple[float, float, float]]:
    count = round(abs(end - start) * radius / 0.1)
    turns = [start + (end - start) * k / count for k in range(count)]
    return [
        (centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a), SPEED_MPS)
        for a in turns
    ]


def driven(follower: type[AbstractFollower]) -> list[tuple[float, float]]:
    """Where the vehicle's centre was, every tenth of a second."""
    graph = Graph("10ms")
    graph.group("all", rate_hz=100)
    graph.add("cars", SingleTracks(actors=[(0.0, -1.5, 0.0, 0.0, 0)]), "all")
    graph.add("driver", follower([route()]), "all")
    graph.connect("cars.bodies", "driver.bodies")
    graph.connect("driver.command", "cars.command")
    engine = Engine(graph, execution="interpreted")
    found = []
    for _ in range(200):
        body = engine.array("cars.bodies")[0]
        found.append((float(body[X]), float(body[Y])))
        engine.run("100ms")
    return found[1:]


def followers_svg() -> str:
    """The drawing as SVG."""
    road = PLANE.points([(x, y) for x, y, _ in route()])
    parts = [polyline(road, stroke="#dddddd", stroke_width=10.0)]
    for row, (follower, name, colour) in enumerate(STYLES):
        parts.append(polyline(PLANE.points(driven(follower)), stroke=colour, stroke_width=1.6))
        top = 40.0 + 24.0 * row
        parts.append(rectangle((30.0, top - 6.0), 26.0, 3.0, fill=colour))
        parts.append(text((64.0, top), name))
    return picture(
        PLANE.width,
        PLANE.height,
        background(fill="#ffffff"),
        *parts,
        title="Four ways of steering on one route",
        font_family="sans-serif",
        font_size=15.0,
    )


def main() -> None:
    """Write the file."""
    path = Path(__file__).parents[1] / "docs" / "pictures" / "followers.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(followers_svg(), encoding="utf-8")
    print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
