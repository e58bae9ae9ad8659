"""How compiled schedules call a kernel: with the whole store, and where its arrays stand in it.

A schedule that makes the arrays itself has much to compile, and different things for each
size of a table. An entry is compiled with its kernel, once for all of them.
"""

from project_ghost.core.compiled import Kind, SeparateFunction, viewed
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._consistency import SAMPLE, TIME_NS
from project_ghost.engine.component._declarations import (
    Input,
    Noise,
    Output,
    Parameter,
    Size,
    State,
)


def kernel_entry(component: AbstractComponent, function: str) -> SeparateFunction:
    """What the schedule calls for a kernel's function, and the kinds of its arguments.

    Its arguments are the values, the parameters, and then for each of the function's
    arguments a number, or the start and the shape of an array.
    """
    kinds: list[Kind] = [1, 1]
    names = ["SA", "PA"]
    passed: list[str] = []
    for i, argument in enumerate(component.functions[function]):
        dimensions = _dimensions(component, argument)
        if dimensions:
            shape = [f"n{i}_{axis}" for axis in range(dimensions)]
            names += [f"a{i}", *shape]
            kinds += [int] * (1 + dimensions)
            array = "PA" if isinstance(component.declarations[argument], Parameter) else "SA"
            passed.append(f"viewed({array}, a{i}, ({', '.join(shape)},))")
        else:
            names.append(f"a{i}")
            kinds.append(_number(component, argument))
            passed.append(f"a{i}")
    source = f"def separate({', '.join(names)}):\n    function({', '.join(passed)})\n"
    called = {"function": component.function(function), "viewed": viewed}
    return SeparateFunction(source, tuple(called.items()), tuple(kinds))


def _dimensions(component: AbstractComponent, argument: str) -> int:
    """Of the array that an argument is; 0 for a number."""
    declaration = component.declarations.get(argument)
    if isinstance(declaration, Output | State | Noise):
        return max(1, len(component.shape_of(argument)))
    if isinstance(declaration, Input | Parameter):
        return len(component.shape_of(argument))
    return 0


def _number(component: AbstractComponent, argument: str) -> Kind:
    whole = isinstance(component.declarations.get(argument), Size)
    return int if whole or argument in (TIME_NS, SAMPLE) else float
