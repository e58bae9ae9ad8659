"""A graph of hostile functions: each is the `step` of a Kernel, on the same varying inputs."""

from collections.abc import Callable, Iterable
from inspect import isfunction
from types import ModuleType
from typing import Any

from project_ghost.engine import Block, Graph, Input, Kernel, Noise, Output, Parameter, State

Function = Callable[..., None]


class Wave(Block):
    """Numbers of both signs, whole ones, zeros of both signs, and some that are large."""

    y = Output(shape=(4,))

    @staticmethod
    def output(time_ns: int, sample: int) -> tuple[float, float, float, float]:
        n = sample % 7
        zero = 0.0 if sample % 2 == 0 else -0.0
        return 0.7 * n - 2.0, float(n - 3), zero, 1e3 * n * (time_ns / 1e9)


def functions_of(module: ModuleType) -> dict[str, Function]:
    """The functions that a module defines."""
    return {
        name: value
        for name, value in vars(module).items()
        if isfunction(value)
        and getattr(value, "__module__", "") == module.__name__
        and not name.startswith("_")
    }


def kernel(name: str, function: Function, **values: Any) -> Kernel:
    """A Kernel with this function: a state `s`, an input `u`, an output `y`, `armed`, noise `w`."""
    members: dict[str, Any] = {
        "u": Input(shape=(4,)),
        "s": State(tuple(0.25 * n - 0.5 for n in range(6)), shape=(6,)),
        "y": Output(shape=(4,)),
        "armed": Parameter(0.0),
        "gains": Parameter((1.0, 2.0, 3.0), shape=(3,)),
        "w": Noise(shape=(2,)),
        "step": staticmethod(function),
    }
    return type(name, (Kernel,), members)(**values)  # type: ignore[no-any-return]


def graph_of(functions: Iterable[tuple[str, Function]], **armed: float) -> Graph:
    """A graph of all of them."""
    graph = Graph("1ms")
    graph.group("all", period="1ms")
    graph.add("wave", Wave(), "all")
    for name, function in functions:
        graph.add(name, kernel(name, function, armed=armed.get(name, 0.0)), "all")
        graph.connect("wave.y", f"{name}.u")
    return graph


class Waves(Block):
    """The inputs of hostile Blocks: a number, and a vector."""

    a = Output()
    v = Output(shape=(3,))

    @staticmethod
    def output(time_ns: int, sample: int) -> tuple[float, tuple[float, float, float]]:
        n = sample % 7
        zero = 0.0 if sample % 2 == 0 else -0.0
        return float(sample % 11 - 5) * 0.5, (0.7 * n - 2.0, zero, 1e3 * n * (time_ns / 1e9))


def _follow(x: float, u: float) -> float:
    return 0.9 * x - 0.1 * u


def blocks_of(functions: Iterable[tuple[str, Function]]) -> Graph:
    """A graph of Blocks with these functions as `output`: inputs `u` and `v`, a state `x`."""
    graph = Graph("1ms")
    graph.group("all", period="1ms")
    graph.add("waves", Waves(), "all")
    for name, function in functions:
        members: dict[str, Any] = {
            "u": Input(),
            "v": Input(shape=(3,)),
            "x": State(0.3),
            "y": Output(),
            "output": staticmethod(function),
            "update": staticmethod(_follow),
        }
        graph.add(name, type(name, (Block,), members)(), "all")
        graph.connect("waves.a", f"{name}.u")
        graph.connect("waves.v", f"{name}.v")
    return graph
