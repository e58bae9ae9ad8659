"""Free bodies under the impulses of contacts, for tests: a table that only coasts."""

from collections.abc import Sequence
from typing import Any

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
from project_ghost.world.collision import Contacts, Scene

Floats = NDArray[np.float64]
STEP = "50ms"
DT_S = 0.05


class Coasting(Kernel):
    """Bodies without any force but the impulses."""

    capacity = Size(1)
    scene = Size(1)
    impulse = Input(shape=("scene", 3))
    first_row = Parameter(0.0)
    masses = Parameter(shape=("scene", 2))
    table = State(shape=("capacity", BODY_WIDTH))
    bodies = Output(shape=("capacity", BODY_WIDTH))

    @staticmethod
    def output(table, bodies):
        for i in range(table.shape[0]):
            for j in range(table.shape[1]):
                bodies[i, j] = table[i, j]

    @staticmethod
    def update(table, impulse, first_row, masses, dt_s):
        for i in range(table.shape[0]):
            row = int(first_row) + i
            if masses[row, 0] > 0.0:
                table[i, VX] += impulse[row, 0] / masses[row, 0]
                table[i, VY] += impulse[row, 1] / masses[row, 0]
                table[i, YAW_RATE] += impulse[row, 2] / masses[row, 1]
            table[i, X] += dt_s * table[i, VX]
            table[i, Y] += dt_s * table[i, VY]
            table[i, YAW] += dt_s * table[i, YAW_RATE]


def body(x=0.0, y=0.0, yaw=0.0, vx=0.0, vy=0.0, yaw_rate=0.0) -> list[float]:
    row = [0.0] * BODY_WIDTH
    row[ALIVE], row[X], row[Y], row[YAW] = 1.0, x, y, yaw
    row[VX], row[VY], row[YAW_RATE] = vx, vy, yaw_rate
    return row


def numbered(rows: Sequence[Sequence[float]]) -> Floats:
    table = np.array(rows)
    table[:, SERIAL] = np.arange(len(rows))
    return table


CAR: dict[str, Any] = {"half_length": 2.2, "half_width": 0.9, "mass_kg": 1500.0}


class Run:
    """One table of coasting bodies, a scene and contacts; a tick at a time."""

    def __init__(self, table: Floats, *, execution: str = "interpreted", **contacts: Any) -> None:
        rows = len(table)
        self.contacts = Contacts(rows, **contacts)
        self.masses = np.array(self.contacts.parameters["masses"])
        graph = Graph(STEP)
        graph.group("world", period=STEP)
        movers = Coasting(
            capacity=rows, scene=rows, masses=self.masses.tolist(), table=table.tolist()
        )
        graph.add("movers", movers, "world")
        graph.add("scene", Scene(movers=rows), "world")
        graph.add("contacts", self.contacts, "world")
        graph.connect("movers.bodies", "scene.movers")
        graph.connect("scene.bodies", "contacts.bodies")
        graph.connect("contacts.impulse", "movers.impulse")
        self.rows = rows
        self.graph = graph
        self.engine = Engine(graph, execution=execution)
        self.engine.run("0ms")

    def tick(self, count: int = 1) -> "Run":
        for _ in range(count):
            self.engine.run(STEP)
        return self

    def until_contact(self, ticks: int = 400) -> Floats:
        """Go on until something begins to touch; its records."""
        for _ in range(ticks):
            if self.engine.value("contacts.count"):
                return self.records()
            self.tick()
        raise AssertionError("nothing touches")

    def bodies(self) -> Floats:
        return self.engine.array("scene.bodies")

    def impulse(self) -> Floats:
        return self.engine.array("contacts.impulse")

    def touching(self) -> list[float]:
        return [float(each) for each in self.engine.array("contacts.touching")]

    def records(self) -> Floats:
        count = int(self.engine.array("contacts.count"))
        return self.engine.array("contacts.records")[:count]

    def total(self) -> float:
        """How many contacts began so far."""
        return float(self.engine.array("contacts.total"))

    def momentum(self) -> Floats:
        bodies, mass = self.bodies(), self.masses[:, 0]
        return np.array([(mass * bodies[:, VX]).sum(), (mass * bodies[:, VY]).sum()])

    def energy(self) -> float:
        bodies, mass, inertia = self.bodies(), self.masses[:, 0], self.masses[:, 1]
        speed = bodies[:, VX] * bodies[:, VX] + bodies[:, VY] * bodies[:, VY]
        spin = bodies[:, YAW_RATE] * bodies[:, YAW_RATE]
        return float(0.5 * (mass * speed + inertia * spin).sum())
