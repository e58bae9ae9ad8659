"""A component alone on a schedule, with noise on each of its inputs."""

from collections.abc import Mapping
from typing import Any

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import AbstractComponent, Engine, Graph, Kernel, Noise, Output, Parameter
from project_ghost.engine.ops import clip

from ._finding import Finding

Ranges = Mapping[str, tuple[float, float]]

_RANGE = (-2.0, 2.0)


def _drive(w: Any, y: Any, low: float, high: float) -> None:  # noqa: ANN401 - arrays
    flat_w, flat_y = w.reshape(-1), y.reshape(-1)
    for i in range(flat_w.shape[0]):
        flat_y[i] = clip(0.5 * (low + high) + 0.3 * (high - low) * flat_w[i], low, high)


def require_ranges(component: AbstractComponent, ranges: Ranges) -> None:
    """Refuse ranges of unknown inputs, and ranges in the wrong order."""
    inputs = list(component.inputs())
    for name, bounds in ranges.items():
        where = f"check_component, ranges[{name!r}]"
        if name not in inputs:
            raise InputError(
                f"there is no input {name!r}{did_you_mean(name, inputs)}",
                where,
                f"one of {', '.join(inputs) or 'none: it has no inputs'}",
                "name the inputs as they are declared",
            )
        low, high = bounds
        if not low <= high:
            raise InputError(
                f"the range is {bounds!r}",
                where,
                "the least value, then the greatest",
                f"write ({high!r}, {low!r})",
            )


def failure(graph: Graph, samples: int) -> Finding | None:
    """Return how the component fails in a run; None if it does not."""
    try:
        Engine(graph, execution="interpreted").run(f"{samples * 10}ms")
    except GhostError as error:
        return Finding(
            f"{error.what} ({error.where})",
            causes=(
                "inputs outside its domain: pass `ranges={'input': (low, high)}`",
                "the wrong number of values, or of elements of a vector",
            ),
        )
    return None


def driven(component: AbstractComponent, ranges: Ranges) -> Graph:
    """Return a graph in which `component` reads random values within these ranges."""
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
