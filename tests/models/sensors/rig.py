"""A sensor on its own, fed with given truth, sample by sample."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.engine import AbstractComponent, Engine, Graph, Kernel, Output, Parameter, Size

GROUP = "all"


class Script(Kernel):
    """One row of values after the other, then the last one for ever."""

    rows = Size(1)
    values = Parameter()
    y = Output()

    def __init__(self, values: Sequence[Any]) -> None:
        table = np.array(values, dtype=float).reshape(len(values), -1)
        shape = np.array(values[0]).shape
        self.declare(
            values=Parameter(shape=("rows", table.shape[1])), y=Output(shape=shape or (1,))
        )
        if not shape:
            self.declare(y=Output())
        super().__init__(rows=len(values), values=table.tolist())

    @staticmethod
    def output(values, y, sample):
        row = sample if sample < values.shape[0] else values.shape[0] - 1
        flat = y.reshape(-1)
        for i in range(values.shape[1]):
            flat[i] = values[row, i]


def graph_of(sensor: AbstractComponent, period: str = "10ms", **truth: Sequence[Any]) -> Graph:
    graph = Graph(period)
    graph.group(GROUP, period=period)
    graph.add("sensor", sensor, GROUP)
    for name, values in truth.items():
        graph.add(f"script_{name}", Script(values), GROUP)
        graph.connect(f"script_{name}.y", f"sensor.{name}")
    return graph


def traced(
    sensor: AbstractComponent,
    count: int,
    *signals: str,
    seed: int = 1,
    period: str = "10ms",
    **truth: Sequence[Any],
) -> list[np.ndarray[Any, Any]]:
    """Signals of a sensor at its first samples, each as an array (count, ...)."""
    engine = Engine(graph_of(sensor, period, **truth), seed=seed, execution="interpreted")
    found: list[list[Any]] = [[] for _ in signals]
    for k in range(count):
        engine.run(period if k else 0)
        for place, signal in zip(found, signals, strict=True):
            place.append(engine.array(f"sensor.{signal}"))
    return [np.array(each) for each in found]
