"""A component alone on a schedule, each of its inputs driven by noise."""

from collections.abc import Mapping
from typing import Any

from project_ghost.engine import AbstractComponent, Graph, Kernel, Noise, Output, Parameter
from project_ghost.engine.ops import clip

Ranges = Mapping[str, tuple[float, float]]

_RANGE = (-2.0, 2.0)


def _drive(w: Any, y: Any, low: float, high: float) -> None:  # noqa: ANN401 - arrays
    flat_w, flat_y = w.reshape(-1), y.reshape(-1)
    for i in range(flat_w.shape[0]):
        flat_y[i] = clip(0.5 * (low + high) + 0.3 * (high - low) * flat_w[i], low, high)


def driven(component: AbstractComponent, ranges: Ranges) -> Graph:
    """A graph in which `component` reads random values within these ranges."""
    graph = Graph("10ms")
    graph.group("bench", period="10ms")
    graph.add("component", component, "bench")
    for port in component.inputs():
        shape = component.shape_of(port)
        members = {
            "w": Noise(shape=shape),
            "y": Output(shape=shape),
            "low": Parameter(),
            "high": Parameter(),
            "output": staticmethod(_drive),
        }
        low, high = ranges.get(port, _RANGE)
        # One type for each shape: the engine shares functions between instances of a type.
        driver = type("Driver", (Kernel,), members)(low=low, high=high)
        graph.add(f"drive_{port}", driver, "bench")
        graph.connect(f"drive_{port}.y", f"component.{port}")
    return graph
