"""Draw docs/pictures/contacts.svg: a small crash, tick by tick, and the contacts found in it.

python tools/contacts_picture.py
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
SCALE = 24.0  # pixels a metre
LOW_X, LOW_Y, HIGH_X, HIGH_Y = -16.0, -6.0, 16.0, 9.0
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


def _at(x: float, y: float) -> tuple[str, str]:
    return f"{(x - LOW_X) * SCALE:.1f}", f"{(HIGH_Y - y) * SCALE:.1f}"


def _polygon(points: Floats, style: str) -> str:
    text = " ".join(",".join(_at(x, y)) for x, y in points.tolist())
    return f'<polygon points="{text}" {style}/>'


def _footprints(bodies: Floats, opacity: float) -> list[str]:
    parts = []
    for row, colour in enumerate(COLOURS):
        style = f'fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-opacity="0.6"'
        x, y = bodies[row, X], bodies[row, Y]
        if row == 2:
            cx, cy = _at(x, y)
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="{RADIUS_M * SCALE:.1f}" {style}/>')
        else:
            corners = np.empty((4, 2))
            place_box(x, y, bodies[row, YAW], *CARS, corners)
            parts.append(_polygon(corners, style))
    return parts


def _contact(record: dict[str, float], number: int) -> list[str]:
    x, y = record["x"], record["y"]
    x1, y1 = _at(x, y)
    x2, y2 = _at(x + 1.6 * record["normal_x"], y + 1.6 * record["normal_y"])
    below = _at(-15.5, 8.2 - 0.75 * number)
    first = f"actor {record['first']:.0f}"
    second = (
        f"actor {record['second']:.0f}"
        if record["second"] >= 0.0
        else f"scenery {-1 - record['second']:.0f}"
    )
    label = (
        f"{number + 1}: {first} meets {second} at {record['closing_mps']:.1f} m/s, "
        f"{record['impulse_ns'] / 1000.0:.1f} kN s"
    )
    tip = _at(x + 0.25 * record["normal_y"] - 0.3, y + 0.55)
    return [
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#111" stroke-width="2" '
        'marker-end="url(#tip)"/>',
        f'<circle cx="{x1}" cy="{y1}" r="4" fill="#d00"/>',
        f'<text x="{tip[0]}" y="{tip[1]}" font-weight="bold">{number + 1}</text>',
        f'<text x="{below[0]}" y="{below[1]}">{label}</text>',
    ]


def picture() -> str:
    """The whole drawing as text."""
    engine = _engine()
    drawn = [_polygon(np.array(WALL), 'fill="#888"')]
    contacts: list[list[str]] = []
    for tick in range(TICKS + 1):
        engine.run("50ms" if tick else "0ms")
        bodies = engine.array("scene.bodies")
        count = int(engine.array("contacts.count"))
        if tick % 6 == 0 or count:
            drawn += _footprints(bodies, 0.45 if count else 0.1)
        for record in engine.array("contacts.records")[:count].tolist():
            named = dict(zip((field.name for field in RECORD_FIELDS), record, strict=True))
            contacts.append(_contact(named, len(contacts)))
    width, height = (HIGH_X - LOW_X) * SCALE, (HIGH_Y - LOW_Y) * SCALE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="14">',
            '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" '
            'orient="auto"><path d="M0,0 L6,3 L0,6 z" fill="#111"/></marker></defs>',
            '<rect width="100%" height="100%" fill="#fff"/>',
            *drawn,
            *(part for parts in contacts for part in parts),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
    print(f"written to {TARGET}")
