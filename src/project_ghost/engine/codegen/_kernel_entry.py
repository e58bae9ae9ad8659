"""How compiled schedules call a kernel: with the whole store, and the places of its arrays in it.

A schedule that makes the arrays itself has much to compile, and something else for each size
of a table. An entry is compiled with its kernel, once for all schedules and sizes.
"""

from project_ghost.core.compiled import Kind, SeparateFunction, viewed
from project_ghost.engine.component._bundles import Bundle, is_array
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._consistency import SAMPLE, TIME_NS, fields_of
from project_ghost.engine.component._declarations import Parameter, Size


def kernel_entry(component: AbstractComponent, function: str) -> SeparateFunction:
    """The function that compiled schedules call for a kernel's function.

    Its arguments are the values, the parameters, and then for each of the function's
    arguments, and for each field of a bundle, a number, or the start and the shape of an
    array.
    """
    kinds: list[Kind] = [1, 1]
    names = ["values", "parameters"]
    bundles: dict[str, Bundle] = {}
    passed: list[str] = []
    for argument in component.signatures[function]:
        values: list[str] = []
        for name in fields_of(component, argument):
            dimensions = _dimensions(component, name)
            start = f"a{len(kinds)}"
            shape = [f"{start}_{axis}" for axis in range(dimensions)]
            names += [start, *shape]
            if dimensions:
                is_parameter = isinstance(component.declarations[name], Parameter)
                array = "parameters" if is_parameter else "values"
                kinds += [int] * (1 + dimensions)
                values.append(f"viewed({array}, {start}, ({', '.join(shape)},))")
            else:
                kinds.append(_number(component, name))
                values.append(start)
        if argument in component.bundles:
            name = f"bundle{len(bundles)}"
            bundles[name] = component.bundles[argument]
            values = [f"{name}({', '.join(values)})"]
        passed += values
    source = f"def separate({', '.join(names)}):\n    function({', '.join(passed)})\n"
    called = {"function": component.function(function), "viewed": viewed, **bundles}
    return SeparateFunction(source, tuple(called.items()), tuple(kinds))


def _dimensions(component: AbstractComponent, argument: str) -> int:
    """The number of dimensions of an argument; 0 for a number."""
    declaration = component.declarations.get(argument)
    if declaration is None or not is_array(declaration):
        return 0
    return max(1, len(component.shape_of(argument)))


def _number(component: AbstractComponent, argument: str) -> Kind:
    whole = isinstance(component.declarations.get(argument), Size)
    return int if whole or argument in (TIME_NS, SAMPLE) else float
