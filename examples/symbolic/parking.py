"""The fastest way into a parking space, found on expressions and driven in the engine.

The car's own limits are constraints of the search; the engine clips as always, and follows.

    python examples/symbolic/parking.py
"""

from math import hypot
from typing import NamedTuple

import casadi as ca
import numpy as np

from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.models.vehicles import KinematicBicycle
from project_ghost.symbolic import Shooting, SymbolicModel, Trajectory, export

INTERVALS = 40
SPACE = {"Car.x": -5.0, "Car.y": -2.5, "Car.heading": 0.0, "Car.rolling": 0.0}
AT_REST = {"Car.angle": 0.0, "Car.push": 0.0}


class Replay(NamedTuple):
    """The largest distance between plan and run, and where the run ends."""

    distance_m: float
    x: float
    y: float
    yaw: float


def car() -> KinematicBicycle:
    """Return a car that can reverse."""
    return KinematicBicycle(speed_min_mps=-5.0)


def model() -> SymbolicModel:
    """Return the car alone; its commands are inputs."""
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Car", car(), "fast")
    graph.add("Wheel", Constant(0.0, unit="rad"), "fast")
    graph.add("Pedal", Constant(0.0, unit="m/s2"), "fast")
    graph.connect("Wheel.y", "Car.steering_wanted")
    graph.connect("Pedal.y", "Car.acceleration_wanted")
    engine = Engine(graph, execution="interpreted")
    return export(engine, cut=["Wheel", "Pedal"], limits="constraints", inline=True, stops=False)


def plan() -> Trajectory:
    """Return the fastest way from rest to rest in the space."""
    problem = Shooting(model(), INTERVALS, duration_s=(2.0, 30.0), substeps=2)
    problem.start(dict.fromkeys((*SPACE, *AT_REST), 0.0))
    problem.end({**SPACE, **AT_REST})
    problem.bound("Wheel.y", -0.6, 0.6)
    problem.bound("Pedal.y", -1.5, 1.5)
    problem.bound("Car.rolling", -2.5, 2.5)
    problem.guess(SPACE)
    problem.opti.set_initial(problem.state("Car.rolling"), -0.5)
    problem.opti.minimize(problem.duration_s + 1e-3 * ca.sumsqr(problem.u))
    return problem.solve()


def replay(found: Trajectory) -> Replay:
    """Drive the plan in the engine, which has limits of its own."""
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Car", car(), "fast")
    graph.expose("Car.steering_wanted")
    graph.expose("Car.acceleration_wanted")
    engine = Engine(graph, execution="interpreted")
    engine.run(0)
    distance, ticks = 0.0, 0
    for (steering, acceleration), stamp, state in zip(
        found.inputs, found.times_s[1:], found.states[1:], strict=True
    ):
        engine.set_input("Car.steering_wanted", float(steering))
        engine.set_input("Car.acceleration_wanted", float(acceleration))
        following = round(stamp * 1000)
        engine.run((following - ticks) * 1_000_000)
        ticks = following
        x, y, _ = _pose(engine)
        away = hypot(x - state[0], y - state[1])
        distance = max(distance, away)
    return Replay(distance, *_pose(engine))


def _pose(engine: Engine) -> list[float]:
    return [float(np.asarray(engine.value(f"Car.{name}"))) for name in ("px", "py", "yaw")]


if __name__ == "__main__":
    found = plan()
    driven = replay(found)
    print(f"{found.duration_s:.3f} s, found in {found.iterations} iterations")
    print(f"followed within {100.0 * driven.distance_m:.2f} cm, to {driven[1:]}")
