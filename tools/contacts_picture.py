"""Draw docs/pictures/contacts.svg: a small crash, tick by tick, and the contacts found in it.

python tools/contacts_picture.py
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from project_ghost.drawing import (
    Element,
    Plane,
    arrow_head,
    background,
    circle,
    group,
    picture,
    polygon,
    polyline,
    text,
)
from project_ghost.engine import Engine, Graph, Input, Kernel, Output, Parameter, Size, State
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    SERIAL,
    VX,
    VY,
    YAW,
    YAW_RATE,
    X,
    Y,
)
from project_ghost.world.collision import RECORD_FIELDS, Contacts, Scene
from project_ghost.world.geometry import place_box

Floats = NDArray[np.float64]

TARGET = Path(__file__).parents[1] / "docs" / "pictures" / "contacts.svg"

TICKS = 80
PLANE = Plane(-16.0, -6.0, 16.0, 9.0, scale=24.0)
COLOURS = ("#1f6fb4", "#c2571a", "#3b8a3e")
CARS = (2.2, 0.9)
RADIUS_M = 0.35
WALL = ((11.0, -5.0), (11.5, -5.0), (11.5, 3.0), (15.0, 3.0), (15.0, 3.5), (11.0, 3.5))
#        x      y     yaw    vx    vy
STARTS = (
    (-12.0, 0.5, 0.0, 18.0, 0.0),
    (1.0, -4.5, 1.5707963267948966, 0.0, 6.5),
    (4.5, 7.0, 0.0, 0.0, -2.6),
)


class Pucks(Kernel):
    """Bodies on ice: nothing moves them but contacts, and a little drag."""

    capacity = Size(1)
    impulse = Input(shape=("capacity", 3))
    masses = Parameter(shape=("capacity", 2))
    table = State(shape=("capacity", BODY_WIDTH))
    bodies = Output(shape=("capacity", BODY_WIDTH))

    @staticmethod
    def output(table: Floats, bodies: Floats) -> None:
        """The table as it is."""
        for row in range(table.shape[0]):
            for column in range(table.shape[1]):
                bodies[row, column] = table[row, column]

    @staticmethod
    def update(table: Floats, impulse: Floats, masses: Floats, dt_s: float) -> None:
        """Take up the impulses, then coast."""
        for row in range(table.shape[0]):
            keep = 1.0 - 0.6 * dt_s
            table[row, VX] = keep * (table[row, VX] + impulse[row, 0] / masses[row, 0])
            table[row, VY] = keep * (table[row, VY] + impulse[row, 1] / masses[row, 0])
            table[row, YAW_RATE] = keep * (table[row, YAW_RATE] + impulse[row, 2] / masses[row, 1])
            table[row, X] += dt_s * table[row, VX]
            table[row, Y] += dt_s * table[row, VY]
            table[row, YAW] += dt_s * table[row, YAW_RATE]


def _engine() -> Engine:
    rows = []
    for serial, (x, y, yaw, vx, vy) in enumerate(STARTS):
        row = [0.0] * BODY_WIDTH
        row[ALIVE], row[SERIAL], row[X], row[Y] = 1.0, float(serial), x, y
        row[YAW], row[VX], row[VY] = yaw, vx, vy
        rows.append(row)
    contacts = Contacts(
        3,
        half_length=(CARS[0], CARS[0], 0.0),
        half_width=(CARS[1], CARS[1], 0.0),
        radius=(0.0, 0.0, RADIUS_M),
        mass_kg=(1500.0, 1500.0, 80.0),
        scenery=[WALL],
    )
    graph = Graph("50ms")
    graph.group("world", period="50ms")
    pucks = Pucks(capacity=3, masses=contacts.parameters["masses"], table=rows)
    graph.add("pucks", pucks, "world")
    graph.add("scene", Scene(pucks=3), "world")
    graph.add("contacts", contacts, "world")
    graph.connect("pucks.bodies", "scene.pucks")
    graph.connect("scene.bodies", "contacts.bodies")
    graph.connect("contacts.impulse", "pucks.impulse")
    return Engine(graph, execution="interpreted")


def _footprints(bodies: Floats, opacity: float) -> Iterator[Element]:
    for row, colour in enumerate(COLOURS):
        x, y = bodies[row, X], bodies[row, Y]
        if row == 2:
            shape = circle(PLANE.point((x, y)), RADIUS_M * PLANE.scale)
        else:
            corners = np.empty((4, 2))
            place_box(x, y, bodies[row, YAW], *CARS, corners)
            shape = polygon(PLANE.points(corners.tolist()))
        yield group(shape, fill=colour, fill_opacity=opacity, stroke=colour, stroke_opacity=0.6)


def _contact(record: dict[str, float], number: int) -> Iterator[Element]:
    x, y = record["x_m"], record["y_m"]
    place = PLANE.point((x, y))
    normal = record["normal_x"], record["normal_y"]
    base, tip = (PLANE.point((x + s * normal[0], y + s * normal[1])) for s in (1.1, 1.6))
    yield polyline((place, base), stroke="#111", stroke_width=2.0)
    yield arrow_head(base, tip, 12.0, fill="#111")
    yield circle(place, 4.0, fill="#d00")
    beside = PLANE.point((x + 0.25 * record["normal_y"] - 0.3, y + 0.55))
    yield text(beside, str(number + 1), font_weight="bold")
    second = (
        f"actor {record['second']:.0f}"
        if record["second"] >= 0.0
        else f"scenery {-1 - record['second']:.0f}"
    )
    words = (
        f"{number + 1}: actor {record['first']:.0f} meets {second} at "
        f"{record['closing_mps']:.1f} m/s, {record['impulse_newton_s'] / 1000.0:.1f} kN s"
    )
    yield text(PLANE.point((-15.5, 8.2 - 0.75 * number)), words)


def contacts_svg() -> str:
    """The whole drawing as text."""
    engine = _engine()
    bodies: list[Element] = []
    contacts: list[Element] = []
    number = 0
    for tick in range(TICKS + 1):
        engine.run("50ms" if tick else "0ms")
        count = int(engine.array("contacts.count"))
        if tick % 6 == 0 or count:
            bodies += _footprints(engine.array("scene.bodies"), 0.45 if count else 0.1)
        for record in engine.array("contacts.records")[:count].tolist():
            named = dict(zip((field.name for field in RECORD_FIELDS), record, strict=True))
            contacts += _contact(named, number)
            number += 1
    return picture(
        PLANE.width,
        PLANE.height,
        background(fill="#fff"),
        polygon(PLANE.points(WALL), fill="#888"),
        *bodies,
        *contacts,
        title="Contacts between two cars, a walker and a wall",
        font_family="sans-serif",
        font_size=14.0,
    )


if __name__ == "__main__":
    TARGET.write_text(contacts_svg(), encoding="utf-8")
    print(f"written to {TARGET}")
