"""Flights for tests: a quadrotor with its controllers, at 1 kHz and 100 Hz."""

from typing import Any

from project_ghost.engine import AbstractComponent, Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.models.quadrotor import HOVER_RPS, Quadrotor, add_flight
from tests.models.reading import value


def flight_graph(reference: AbstractComponent, *, wind=None, **state) -> Graph:
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=100)
    at_rest = {"position_m": (0.0, 0.0, 2.0), "rotor_rps": HOVER_RPS}
    add_flight(
        graph,
        "drone",
        reference,
        plant_group="plant",
        control_group="control",
        plant=Quadrotor(**{**at_rest, **state}),
    )
    if wind is not None:
        graph.add("wind", Constant(wind, unit="m/s"), "plant")
        graph.connect("wind.y", "drone.wind")
    return graph


def flown(reference: AbstractComponent, time: str, **more) -> Engine:
    engine = Engine(flight_graph(reference, **more), execution="interpreted")
    engine.run(time)
    return engine


def traced(engine: Engine, count: int, signal: str, every: str = "10ms") -> list[Any]:
    found = []
    for _ in range(count):
        engine.run(every)
        found.append(value(engine, signal))
    return found
