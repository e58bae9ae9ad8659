"""Draw docs/pictures/followers.svg: how four ways of steering drive one route.

    python tools/followers_picture.py

Single-track vehicles from rest, one metre and a half beside a route with two bends.
"""

import math
from pathlib import Path

from project_ghost.engine import Engine, Graph
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.controllers._follower import AbstractFollower
from project_ghost.models.vehicles import SingleTracks
from project_ghost.world.bodies import X, Y

SPEED_MPS = 5.0
SCALE = 14.0
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


def _line(points: list[tuple[float, float]], colour: str, width: float, dash: str = "") -> str:
    places = " ".join(f"{SCALE * (x + 2):.1f},{SCALE * (26 - y):.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{places}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def picture() -> str:
    """The drawing as SVG."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {60 * SCALE:.0f} {29 * SCALE:.0f}" '
        'font-family="sans-serif" font-size="15">',
        '<rect width="100%" height="100%" fill="white"/>',
        _line([(x, y) for x, y, _ in route()], "#dddddd", 10.0),
    ]
    for row, (follower, name, colour) in enumerate(STYLES):
        lines.append(_line(driven(follower), colour, 1.6))
        top = 40 + 24 * row
        lines.append(f'<rect x="30" y="{top - 6}" width="26" height="3" fill="{colour}"/>')
        lines.append(f'<text x="64" y="{top}">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    """Write the file."""
    path = Path(__file__).parents[1] / "docs" / "pictures" / "followers.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture(), encoding="utf-8")
    print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
