r"""A quadrotor that flies at 5 m/s: its trim, a linear quadratic regulator, and a flight.

python examples/symbolic/quadrotor_lqr.py      (needs scipy)

The trim alone, from the command line:

    ghost symbolic trim examples/symbolic/quadrotor_lqr.py:plant \
        --fix Drone.velocity_mps=5,0,0 --fix Drone.position_m=0,0,0 --fix 'Drone.attitude_q[3]=0' \
        --moving Drone.position_m
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve_discrete_are  # type: ignore[import-untyped,unused-ignore]

from project_ghost.engine import Engine, Graph
from project_ghost.models.quadrotor import Quadrotor
from project_ghost.symbolic import (
    LinearModel,
    SymbolicModel,
    Trim,
    difference,
    export,
    known_kinds,
    linearize,
    trim,
)

SPEED_MPS = 5.0
# The states, and the outputs that show them.
SHOWN = {
    "position_m": "position",
    "velocity_mps": "velocity",
    "attitude_q": "attitude",
    "rate_rps": "rate",
    "rotor_rps": "rotors",
}


class Flight(NamedTuple):
    """The residual of the trim, the closed loop's spectral radius, and the error at both ends."""

    residual: float
    spectral_radius: float
    start_m: float
    end_m: float


def plant(**states: tuple[float, ...]) -> Graph:
    """Return the plant at 100 Hz; its motors are an input of the graph."""
    graph = Graph("10ms")
    graph.group("flight", rate_hz=100)
    graph.add("Drone", Quadrotor(**{"rotor_rps": (500.0,) * 4, **states}), "flight")
    graph.expose("Drone.motors")
    return graph


def model() -> SymbolicModel:
    """Return the plant as a model."""
    engine = Engine(plant(), execution="interpreted")
    return known_kinds(export(engine, stops=False))


def trimmed(drone: SymbolicModel) -> Trim:
    """Return the flight straight ahead that the plant keeps."""
    return trim(
        drone,
        fixed={
            "Drone.position_m": 0.0,
            "Drone.velocity_mps": (SPEED_MPS, 0.0, 0.0),
            "Drone.attitude_q[3]": 0.0,  # no yaw
        },
        moving=["Drone.position_m"],
    )


def regulator(linear: LinearModel) -> np.ndarray:
    """Return the gains from the error of the state to the motors."""
    weights = {"position": 4.0, "velocity": 1.0, "attitude": 2.0, "rate": 0.2, "rotor": 1e-6}
    q = np.diag([weights[name.split(".")[1].split("_")[0]] for name, _ in linear.states])
    r = 1e-5 * np.eye(4)
    p = solve_discrete_are(linear.a, linear.b, q, r)
    return np.asarray(np.linalg.solve(r + linear.b.T @ p @ linear.b, linear.b.T @ p @ linear.a))


def fly(drone: SymbolicModel, point: Trim, gains: np.ndarray, seconds: int) -> tuple[float, float]:
    """Fly in the engine, from 1.5 m beside; return the distance to the reference at both ends."""
    position = drone.state("Drone.position_m").span
    begin = point.x.copy()
    begin[position] += (1.0, -1.0, 0.5)
    values = {name: tuple(begin[drone.state(f"Drone.{name}").span]) for name in SHOWN}
    engine = Engine(plant(**values), execution="interpreted")
    engine.run(0)
    reference = point.x.copy()
    distances = []
    names = [f"Drone.{SHOWN[state.name.partition('.')[2]]}" for state in drone.states]
    for tick in range(100 * seconds + 1):
        reference[position] = (0.01 * tick * SPEED_MPS, 0.0, 0.0)
        x = np.concatenate([np.ravel(engine.value(name)) for name in names])
        error = difference(drone.states, x, reference)
        distances.append(float(np.linalg.norm(error[:3])))
        engine.set_input("Drone.motors", point.u - gains @ error)
        engine.run("10ms")
    return distances[0], distances[-1]


def flight() -> Flight:
    """Trim, design and fly."""
    drone = model()
    point = trimmed(drone)
    linear = linearize(drone, x=point.x, u=point.u)
    gains = regulator(linear)
    radius = float(np.abs(np.linalg.eigvals(linear.a - linear.b @ gains)).max())
    start, end = fly(drone, point, gains, 8)
    return Flight(point.residual, radius, start, end)


if __name__ == "__main__":
    print(flight())
