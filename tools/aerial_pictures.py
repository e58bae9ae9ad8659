"""Draw the pictures of docs/aerial.md and docs/sensors.md from runs of the models.

python tools/aerial_pictures.py
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from project_ghost.core.dmath import cos, sin
from project_ghost.drawing import (
    Element,
    Plane,
    Point,
    background,
    circle,
    picture,
    polygon,
    polyline,
    text,
)
from project_ghost.engine import Engine, Graph, Kernel, Output, Parameter, Size
from project_ghost.engine.blocks import Constant
from project_ghost.models.quadrotor import HOVER_RPS, FigureEight, Quadrotor, add_flight
from project_ghost.models.sensors import OBJECT_ROW, OBJECT_X, OBJECT_Y, Gnss, ObjectDetector
from project_ghost.models.wind import Wind
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, YAW, X, Y

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def write(name: str, plane: Plane, title: str, parts: Iterable[Element]) -> None:
    """Store a drawing among the pictures."""
    drawn = picture(
        plane.width,
        plane.height,
        background(fill="#ffffff"),
        *parts,
        title=title,
        font_family="sans-serif",
        font_size=13.0,
    )
    (PICTURES / name).write_text(drawn, encoding="utf-8")


def figure_eight() -> None:
    """The reference, the flight in gusty wind, and a receiver's measurements of it."""
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=100)
    graph.group("fix", rate_hz=5)
    plant = Quadrotor(position_m=(0.0, 0.0, 2.0), rotor_rps=HOVER_RPS)
    add_flight(
        graph, "drone", FigureEight(), plant_group="plant", control_group="control", plant=plant
    )
    graph.add("air", Wind(steady_mps=(2.0, 0.0, 0.0), sigma_mps=1.5), "control")
    graph.connect("air.wind", "drone.wind")
    graph.add("gnss", Gnss(position_noise_m=0.25), "fix")
    graph.connect("drone.position", "gnss.position")
    graph.connect("drone.velocity", "gnss.velocity")
    engine = Engine(graph, seed=4)
    wanted, flown, fixes = [], [], []
    for step in range(280):
        engine.run("50ms")
        wanted.append(engine.array("drone/reference.position").tolist())
        flown.append(engine.array("drone.position").tolist())
        if step % 4 == 3:
            fixes.append(engine.array("gnss.fix").tolist())
    plane = Plane(-5.6, -3.2, 5.6, 3.6, scale=64.0)
    reference, flight = plane.points(wanted), plane.points(flown)
    parts = [circle(plane.point(fix), 3.0, fill="none", stroke="#999") for fix in fixes]
    parts += (
        polyline(reference, stroke="#d80", stroke_width=2.0, stroke_dasharray="7 5"),
        polyline(flight, stroke="#06c", stroke_width=2.0),
        text(plane.point((-5.4, 3.2)), "reference", fill="#d80"),
        text(plane.point((-4.2, 3.2)), "flown, in gusts around 2 m/s from the west", fill="#06c"),
        text(plane.point((0.6, 3.2)), "fixes of a receiver, 0.25 m", fill="#777"),
        text(plane.point((4.2, -3.0)), "8 m by 4 m", fill="#333"),
    )
    write("figure_eight.svg", plane, "A figure eight, flown in gusts", parts)


class Scene(Kernel):
    """Actors that stand still."""

    rows = Size(1)
    table = Parameter(shape=("rows", BODY_WIDTH))
    bodies = Output(shape=("rows", BODY_WIDTH))

    @staticmethod
    def output(table: np.ndarray, bodies: np.ndarray) -> None:
        """As given."""
        for i in range(table.shape[0]):
            for j in range(table.shape[1]):
                bodies[i, j] = table[i, j]


WALL = ((14.0, 3.0), (20.0, 6.0), (19.5, 7.0), (13.5, 4.0))
PLACES = ((10.0, -1.5), (20.0, -3.0), (23.0, 1.5), (24.0, 7.0), (17.0, -8.0), (8.0, 6.0), (30.0, 0))
YAWS = (0.0, 0.1, 1.2, 0.5, 2.0, 1.57, 3.0)
HALF_LENGTH, HALF_WIDTH = 2.2, 0.9
RANGE_M, VIEW_RAD = 27.0, 1.05


def detector() -> None:
    """A field of view, what is in it, and what fifty pictures report."""
    table = np.zeros((len(PLACES), BODY_WIDTH))
    table[:, ALIVE] = 1.0
    table[:, X], table[:, Y] = (np.array(PLACES)[:, i] for i in (0, 1))
    table[:, YAW] = YAWS
    graph = Graph("50ms")
    graph.group("camera", period="50ms")
    graph.add("scene", Scene(rows=len(PLACES), table=table.tolist()), "camera")
    graph.add("here", Constant((0.0, 0.0, 0.0), unit="m"), "camera")
    graph.add("level", Constant((1.0, 0.0, 0.0, 0.0)), "camera")
    camera = ObjectDetector(
        len(PLACES),
        half_length=HALF_LENGTH,
        half_width=HALF_WIDTH,
        scenery=[WALL],
        range_max_m=RANGE_M,
        field_of_view_rad=VIEW_RAD,
        range_noise_share=0.02,
        bearing_noise_rad=0.01,
    )
    graph.add("camera", camera, "camera")
    graph.connect("scene.bodies", "camera.bodies")
    graph.connect("here.y", "camera.position")
    graph.connect("level.y", "camera.attitude")
    engine = Engine(graph, seed=2)
    reports: list[Point] = []
    seen: set[int] = set()
    for _ in range(50):
        engine.run("50ms")
        for each in engine.array("camera.objects")[: int(engine.array("camera.count"))]:
            seen.add(int(each[OBJECT_ROW]))
            reports.append((each[OBJECT_X], each[OBJECT_Y]))
    plane = Plane(-3.0, -14.5, 34.0, 15.5, scale=22.0)
    arc = [VIEW_RAD * (k / 40 - 0.5) for k in range(41)]
    view = [(0.0, 0.0), *((RANGE_M * cos(a), RANGE_M * sin(a)) for a in arc)]
    parts = [
        polygon(plane.points(view), fill="#eef4fb", stroke="#9bd"),
        polygon(plane.points(WALL), fill="#888"),
    ]
    for row, ((x, y), yaw) in enumerate(zip(PLACES, YAWS, strict=True)):
        c, s = cos(yaw), sin(yaw)
        corners = [(HALF_LENGTH, HALF_WIDTH), (-HALF_LENGTH, HALF_WIDTH)]
        corners += [(-a, -b) for a, b in corners]
        outline = [(x + a * c - b * s, y + a * s + b * c) for a, b in corners]
        colour = "#cfe8cf" if row in seen else "#f3d2d2"
        parts.append(polygon(plane.points(outline), fill=colour, stroke="#555"))
    parts += (circle(plane.point(point), 1.6, fill="#063") for point in reports)
    seen_words = "green: seen, with the places that 50 pictures report"
    parts += (
        circle(plane.point((0.0, 0.0)), 5.0, fill="#06c"),
        text(plane.point((-2.6, 14.4)), seen_words, fill="#063"),
        text(plane.point((15.0, 14.4)), "red: out of range or view, or hidden", fill="#a33"),
    )
    write("detector.svg", plane, "A field of view, and what is reported of it", parts)


if __name__ == "__main__":
    figure_eight()
    detector()
