"""Functions of components as graphs, beside the functions themselves."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import casadi
import numpy as np
from casadi import SX

from project_ghost.engine import AbstractComponent
from project_ghost.engine.codegen.source._integrators import integrator, integrator_arguments
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.schedule._functions import ComponentFunctions, Stops

# Values at which branches part and signs of zero show.
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0)


def functions_of(component: AbstractComponent) -> dict[str, tuple[Callable[..., Any], list[str]]]:
    """The functions of a component with the names of their arguments, by name."""
    found = {
        name: (component.function(name), list(component.functions[name]))
        for name in component.functions
        if name != "derivative"
    }
    if "derivative" in component.functions:
        found["integrate"] = (integrator(component), [*integrator_arguments(component), "dt_s"])
    return found


def draw(component: AbstractComponent, name: str, random: Random) -> Any:
    """A value for an argument of a Block."""
    if name == "dt_s":
        return 0.01
    if name == "time_ns":
        return random.choice((0, 1, random.randrange(10**10)))
    if name == "sample":
        return random.randrange(1000)
    if name in component.parameters:
        value = component.parameters[name]
        shape = component.shape_of(name)
        return (value,) * shape[0] if shape and not isinstance(value, tuple) else value
    shape = component.shape_of(name)
    if not shape:
        return number(random)
    return tuple(number(random) for _ in range(shape[0]))


def number(random: Random) -> float:
    """A special value, or one of some size."""
    sizes = (1e-3, 1.0, 3.0, 50.0)
    return random.choice((*SPECIAL, *(random.uniform(-size, size) for size in sizes)))


def is_fixed(component: AbstractComponent, name: str) -> bool:
    """Whether an argument is a number in the graph."""
    return name in component.parameters or name in component.sizes or name == "dt_s"


def flat(value: Any) -> list[Any]:
    """The numbers in nested tuples."""
    if value is None:
        return []
    return [each for part in value for each in flat(part)] if isinstance(value, tuple) else [value]


def symbols_for(value: Any, symbols: list[SX]) -> Any:
    """A symbol in the place of each number."""
    if isinstance(value, tuple):
        return tuple(symbols_for(each, symbols) for each in value)
    symbols.append(SX.sym(f"s{len(symbols)}"))
    return symbols[-1]


def graph_of(
    function: Callable[..., Any], arguments: Sequence[Any], fixed: Sequence[bool], math: str
) -> casadi.Function:
    """A function of all numbers that are not fixed: the results, and the number of the check."""
    symbols: list[SX] = []
    given = [
        value if is_constant else symbols_for(value, symbols)
        for value, is_constant in zip(arguments, fixed, strict=True)
    ]
    with exact_building():
        functions = ComponentFunctions(math)  # type: ignore[arg-type]
        stops = Stops()
        returned, _ = functions.call("tested", function, tuple(given), stops, "tested")
        results = casadi.vertcat(*(SX(each) for each in flat(returned)))
        return casadi.Function("graph", [casadi.vertcat(*symbols)], [results, stops.code])


def bits(values: Sequence[float]) -> list[int]:
    """The bits of numbers, for comparisons that see the sign of zero."""
    return np.array(values, dtype=float).view(np.uint64).tolist()  # type: ignore[no-any-return]
