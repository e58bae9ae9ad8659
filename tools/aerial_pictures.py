"""Draw the pictures of docs/aerial.md and docs/sensors.md from runs of the models.

python tools/aerial_pictures.py
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from project_ghost.core.dmath import cos, sin
from project_ghost.engine import Engine, Graph, Kernel, Output, Parameter, Size
from project_ghost.engine.blocks import Constant
from project_ghost.models.quadrotor import HOVER_RPS, FigureEight, Quadrotor, add_flight
from project_ghost.models.sensors import OBJECT_ROW, OBJECT_X, OBJECT_Y, Gnss, ObjectDetector
from project_ghost.models.wind import Wind
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, YAW, X, Y

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

Point = tuple[float, float]


class Sheet:
    """A drawing in metres, y upwards, on paper in pixels."""

    def __init__(self, low: Point, high: Point, scale: float) -> None:
        self.low, self.high, self.scale = low, high, scale
        self.parts: list[str] = []

    def at(self, point: Sequence[float]) -> str:
        """A point as the paper has it."""
        x = (point[0] - self.low[0]) * self.scale
        y = (self.high[1] - point[1]) * self.scale
        return f"{x:.1f},{y:.1f}"

    def line(self, points: Iterable[Sequence[float]], style: str) -> None:
        """A line through points, or a filled outline, as the style says."""
        path = " L".join(self.at(p) for p in points)
        self.parts.append(f'<path d="M{path}" {style}/>')

    def dot(self, point: Sequence[float], radius: float, style: str) -> None:
        """A circle, its radius in pixels."""
        x, y = self.at(point).split(",")
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" {style}/>')

    def text(self, point: Sequence[float], words: str, style: str = 'fill="#333"') -> None:
        """Words that begin at a point."""
        x, y = self.at(point).split(",")
        self.parts.append(f'<text x="{x}" y="{y}" font-size="13" {style}>{words}</text>')

    def write(self, name: str) -> None:
        """Store it among the pictures."""
        width = (self.high[0] - self.low[0]) * self.scale
        height = (self.high[1] - self.low[1]) * self.scale
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif">'
        )
        paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'
        lines = [head, paper, *self.parts, "</svg>", ""]
        (PICTURES / name).write_text("\n".join(lines), encoding="utf-8")


def figure_eight() -> None:
    """The reference, the flight in gusty wind, and what a receiver says of it."""
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
        wanted.append(engine.array("drone_reference.position").tolist())
        flown.append(engine.array("drone.position").tolist())
        if step % 4 == 3:
            fixes.append(engine.array("gnss.fix").tolist())
    sheet = Sheet((-5.6, -3.2), (5.6, 3.6), 64.0)
    for fix in fixes:
        sheet.dot(fix, 3.0, 'fill="none" stroke="#999"')
    sheet.line(wanted, 'fill="none" stroke="#d80" stroke-width="2" stroke-dasharray="7 5"')
    sheet.line(flown, 'fill="none" stroke="#06c" stroke-width="2"')
    sheet.text((-5.4, 3.2), "reference", 'fill="#d80"')
    sheet.text((-4.2, 3.2), "flown, in gusts around 2 m/s from the west", 'fill="#06c"')
    sheet.text((0.6, 3.2), "fixes of a receiver, 0.25 m", 'fill="#777"')
    sheet.text((4.2, -3.0), "8 m by 4 m")
    sheet.write("figure_eight.svg")


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
    sheet = Sheet((-3.0, -14.5), (34.0, 15.5), 22.0)
    arc = [VIEW_RAD * (k / 40 - 0.5) for k in range(41)]
    view = [(RANGE_M * cos(a), RANGE_M * sin(a)) for a in arc]
    sheet.line([(0.0, 0.0), *view, (0.0, 0.0)], 'fill="#eef4fb" stroke="#9bd"')
    sheet.line([*WALL, WALL[0]], 'fill="#888"')
    for row, ((x, y), yaw) in enumerate(zip(PLACES, YAWS, strict=True)):
        c, s = cos(yaw), sin(yaw)
        corners = [(HALF_LENGTH, HALF_WIDTH), (-HALF_LENGTH, HALF_WIDTH)]
        corners += [(-a, -b) for a, b in corners]
        outline = [(x + a * c - b * s, y + a * s + b * c) for a, b in corners]
        colour = "#cfe8cf" if row in seen else "#f3d2d2"
        sheet.line([*outline, outline[0]], f'fill="{colour}" stroke="#555"')
    for point in reports:
        sheet.dot(point, 1.6, 'fill="#063"')
    sheet.dot((0.0, 0.0), 5.0, 'fill="#06c"')
    sheet.text((-2.6, 14.4), "green: seen, with the places that 50 pictures report", 'fill="#063"')
    sheet.text((15.0, 14.4), "red: out of range or view, or hidden", 'fill="#a33"')
    sheet.write("detector.svg")


if __name__ == "__main__":
    figure_eight()
    detector()
