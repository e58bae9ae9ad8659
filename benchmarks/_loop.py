"""The loop that the engine is measured on: a car that follows a winding road.

A kinematic bicycle (RK4, 1 kHz), pure pursuit and a PI speed control (100 Hz), and a
logger, which is a publication (10 Hz). Every contestant computes this, operation for
operation. `library` has the elementary functions: `dmath`, or `math` for comparison.
"""

from types import ModuleType
from typing import Any

from project_ghost.core import dmath
from project_ghost.engine import Block, Continuous, Graph, Input, Output, Parameter, State
from project_ghost.engine.ops import clip, where

STEP_S = 0.001
TICKS = 10_000  # 10 s
STATES = ("Vehicle.x", "Vehicle.y", "Vehicle.heading", "Vehicle.v", "Speed.integral")


def make_graph(library: ModuleType = dmath, *, published: bool = True) -> Graph:
    """The loop as a graph."""
    vehicle, pursuit, speed = _components(library)
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("medium", rate_hz=100)
    graph.group("slow", rate_hz=10)
    graph.add("Vehicle", vehicle(), "fast")
    graph.add("Pursuit", pursuit(), "medium")
    graph.add("Speed", speed(), "medium")
    for port in ("px", "py", "course", "speed"):
        graph.connect(f"Vehicle.{port}", f"Pursuit.{port}")
    graph.connect("Vehicle.speed", "Speed.speed")
    graph.connect("Pursuit.steer", "Vehicle.steer")
    graph.connect("Speed.acceleration", "Vehicle.acceleration")
    if published:
        signals = ["Vehicle.px", "Vehicle.py", "Vehicle.course", "Vehicle.speed"]
        graph.publish("/pose", [*signals, "Pursuit.steer", "Speed.acceleration"], "slow")
    return graph


def _components(library: Any) -> tuple[type[Block], ...]:  # noqa: ANN401 - dmath, or math
    sin, cos, tan = library.sin, library.cos, library.tan
    atan2, sqrt = library.atan2, library.sqrt

    class Vehicle(Block):
        """A kinematic bicycle."""

        steer = Input(unit="rad")
        acceleration = Input(unit="m/s2")
        x = Continuous()
        y = Continuous(0.5)
        heading = Continuous()
        v = Continuous(5.0)
        px = Output(unit="m")
        py = Output(unit="m")
        course = Output(unit="rad")
        speed = Output(unit="m/s")
        wheelbase_m = Parameter(2.8, unit="m")

        @staticmethod
        def output(x: float, y: float, heading: float, v: float) -> tuple[float, ...]:
            return x, y, heading, v

        @staticmethod
        def derivative(
            heading: float, v: float, steer: float, acceleration: float, wheelbase_m: float
        ) -> tuple[float, ...]:
            return v * cos(heading), v * sin(heading), v * tan(steer) / wheelbase_m, acceleration

    class Pursuit(Block):
        """Pure pursuit of the road y = 3 sin(x / 20)."""

        px = Input(unit="m")
        py = Input(unit="m")
        course = Input(unit="rad")
        speed = Input(unit="m/s")
        steer = Output(unit="rad")
        wheelbase_m = Parameter(2.8, unit="m")

        @staticmethod
        def output(px: float, py: float, course: float, speed: float, wheelbase_m: float) -> float:
            ahead = clip(0.8 * speed, 4.0, 20.0)
            target = px + ahead * cos(course)
            dx = target - px
            dy = 3.0 * sin(0.05 * target) - py
            angle = atan2(dy, dx) - course
            curve = atan2(2.0 * wheelbase_m * sin(angle), sqrt(dx * dx + dy * dy))
            return clip(curve, -0.5, 0.5)

    class Speed(Block):
        """PI control that does not wind up."""

        speed = Input(unit="m/s")
        integral = State()
        acceleration = Output(unit="m/s2")
        wanted_mps = Parameter(12.0, unit="m/s")

        @staticmethod
        def output(integral: float, speed: float, wanted_mps: float) -> float:
            return clip(1.2 * (wanted_mps - speed) + 0.4 * integral, -4.0, 3.0)

        @staticmethod
        def update(integral: float, speed: float, wanted_mps: float, dt_s: float) -> float:
            error = wanted_mps - speed
            wanted = 1.2 * error + 0.4 * integral
            free = -4.0 <= wanted <= 3.0
            return where(free, integral + dt_s * error, integral)

    return Vehicle, Pursuit, Speed


def plain(library: Any, ticks: int) -> tuple[float, ...]:  # noqa: ANN401 - dmath, or math
    """The loop in Python without any framework; the last states."""
    sin, cos, tan = library.sin, library.cos, library.tan
    atan2, sqrt = library.atan2, library.sqrt
    wheelbase, wanted, h = 2.8, 12.0, STEP_S
    x, y, heading, v, integral = 0.0, 0.5, 0.0, 5.0, 0.0
    log = []
    half, sixth = 0.5 * h, h / 6.0

    def derivative(heading: float, v: float, steer: float, a: float) -> tuple[float, ...]:
        return v * cos(heading), v * sin(heading), v * tan(steer) / wheelbase, a

    for n in range(ticks + 1):
        if n % 10 == 0:
            ahead = clip(0.8 * v, 4.0, 20.0)
            target = x + ahead * cos(heading)
            dx = target - x
            dy = 3.0 * sin(0.05 * target) - y
            angle = atan2(dy, dx) - heading
            curve = atan2(2.0 * wheelbase * sin(angle), sqrt(dx * dx + dy * dy))
            steer = clip(curve, -0.5, 0.5)
            error = wanted - v
            a = clip(1.2 * error + 0.4 * integral, -4.0, 3.0)
        if n % 100 == 0:
            log.append((n, x, y, heading, v, steer, a))
        if n == ticks:
            break
        k1 = derivative(heading, v, steer, a)
        k2 = derivative(heading + half * k1[2], v + half * k1[3], steer, a)
        k3 = derivative(heading + half * k2[2], v + half * k2[3], steer, a)
        k4 = derivative(heading + h * k3[2], v + h * k3[3], steer, a)
        if n % 10 == 0 and -4.0 <= 1.2 * error + 0.4 * integral <= 3.0:
            integral = integral + 0.01 * error
        x = x + sixth * (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0])
        y = y + sixth * (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1])
        heading = heading + sixth * (k1[2] + 2.0 * k2[2] + 2.0 * k3[2] + k4[2])
        v = v + sixth * (k1[3] + 2.0 * k2[3] + 2.0 * k3[3] + k4[3])
    return x, y, heading, v, integral
