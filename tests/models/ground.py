"""What the tests of ground vehicles stand on: fixed inputs, simple routes, short runs."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from project_ghost.engine import (
    AbstractComponent,
    Engine,
    Graph,
    Input,
    Kernel,
    Output,
    Parameter,
    Size,
    State,
)


class Fixed(Kernel):
    """An array that never changes."""

    rows = Size(1)
    columns = Size(1)
    values = Parameter(shape=("rows", "columns"))
    y = Output(shape=("rows", "columns"))

    def __init__(self, values) -> None:
        array = np.array(values, dtype=np.float64)
        super().__init__(rows=array.shape[0], columns=array.shape[1], values=array)

    @staticmethod
    def output(values, y):
        for i in range(y.shape[0]):
            for k in range(y.shape[1]):
                y[i, k] = values[i, k]


class Once(Kernel):
    """An array in the first tick, zeros after it: a blow."""

    rows = Size(1)
    columns = Size(1)
    values = Parameter(shape=("rows", "columns"))
    gone = State()
    y = Output(shape=("rows", "columns"))

    def __init__(self, values) -> None:
        array = np.array(values, dtype=np.float64)
        super().__init__(rows=array.shape[0], columns=array.shape[1], values=array)

    @staticmethod
    def output(values, y, gone):
        for i in range(y.shape[0]):
            for k in range(y.shape[1]):
                y[i, k] = values[i, k] if gone[0] == 0.0 else 0.0

    @staticmethod
    def update(gone):
        gone[0] = 1.0


class Vector(Kernel):
    """A vector that never changes."""

    size = Size(1)
    values = Parameter(shape=("size",))
    y = Output(shape=("size",))

    def __init__(self, values) -> None:
        super().__init__(size=len(values), values=tuple(float(v) for v in values))

    @staticmethod
    def output(values, y):
        for i in range(y.shape[0]):
            y[i] = values[i]


class Watch(Kernel):
    """The least and the largest of each number of an array, over all ticks."""

    rows = Size(1)
    columns = Size(1)
    u = Input(shape=("rows", "columns"))
    least = State(1e300, shape=("rows", "columns"))
    most = State(-1e300, shape=("rows", "columns"))

    @staticmethod
    def update(u, least, most):
        for i in range(u.shape[0]):
            for k in range(u.shape[1]):
                least[i, k] = min(least[i, k], u[i, k])
                most[i, k] = max(most[i, k], u[i, k])


def engine(
    parts: Mapping[str, AbstractComponent],
    wires: Mapping[str, str],
    *,
    step: str = "50ms",
    execution: str = "interpreted",
    seed: int = 1,
) -> Engine:
    """An engine over these parts, all at one rate; wires go from source to target, by target."""
    graph = Graph(step)
    graph.group("all", period=step)
    for name, part in parts.items():
        graph.add(name, part, "all")
    for target, source in wires.items():
        graph.connect(source, target)
    return Engine(graph, execution=execution, seed=seed)


def driven_car(car: AbstractComponent, command: Any, **more: Any) -> Engine:
    """One table of vehicles under a command that is held, with further inputs by name."""
    inputs = {"command": Fixed(command), **more.pop("inputs", {})}
    return engine({"cars": car, **inputs}, {f"cars.{name}": f"{name}.y" for name in inputs}, **more)


def circle(radius: float, speed: float, count: int = 400) -> list[tuple[float, float, float]]:
    """A closed route, anticlockwise about the origin, from (radius, 0) on."""
    turns = [2.0 * math.pi * i / count for i in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a), speed) for a in turns]


def straight(length: float, speed: float, spacing: float = 0.1) -> list[tuple[float, float, float]]:
    """Along x, from the origin on."""
    return [(spacing * i, 0.0, speed) for i in range(round(length / spacing) + 1)]


def eight(size: float, speed: float, count: int = 1000) -> list[tuple[float, float, float]]:
    """A closed figure of eight that crosses itself at the origin."""
    turns = [2.0 * math.pi * i / count for i in range(count)]
    return [(size * math.sin(a), 0.5 * size * math.sin(2.0 * a), speed) for a in turns]
