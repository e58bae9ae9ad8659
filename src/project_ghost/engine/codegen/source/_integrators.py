"""Source of the integrators, one function for each kind of component.

The derivative's inputs are held. The order of all operations is that of the source. Its
variables have names of its own, so that a component may call its parts `k1` or `x_2`.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from project_ghost.core.agreement import keep_source
from project_ghost.engine.component._components import AbstractComponent

FUNCTION = "integrate"


def integrator_source(component: AbstractComponent) -> str:
    """`integrate(arguments, dt_s)`: the continuous states after one sample."""
    taken = component.functions["derivative"]
    arguments = integrator_arguments(component)
    names = {name: f"a{i}" for i, name in enumerate(arguments)}
    states = {names[n]: component.shape_of(n) for n in component.states(continuous=True)}
    body = _BODIES[component.integrator]([names[name] for name in taken], states)
    head = f"def {FUNCTION}({', '.join([*names.values(), 'h'])}):\n"
    return head + "".join(f"    {line}\n" for line in body)


def integrator(component: AbstractComponent) -> Callable[..., Any]:
    """The function of that source, over the component's own derivative."""
    return _integrator(integrator_source(component), component.function("derivative"))


# Kept, so that it is compiled once.
@lru_cache(maxsize=1024)
def _integrator(source: str, derivative: Callable[..., Any]) -> Callable[..., Any]:
    namespace: dict[str, Any] = {"derivative": derivative}
    exec(source, namespace)  # noqa: S102 - our own source
    integrate: Callable[..., Any] = namespace[FUNCTION]
    integrate.__module__ = derivative.__module__  # stored, and trusted, as the derivative is
    keep_source(integrate, source)
    return integrate


def integrator_arguments(component: AbstractComponent) -> list[str]:
    """What the derivative takes, and the continuous states that it does not."""
    return list(
        dict.fromkeys([*component.functions["derivative"], *component.states(continuous=True)])
    )


# A continuous state's argument, and its shape.
States = dict[str, tuple[int, ...]]


def _euler(taken: list[str], states: States) -> list[str]:
    moved = [_moved(x, "h", ["k{}"], shape, i) for i, (x, shape) in enumerate(states.items())]
    return [*_derivative("k{}", taken, {}, states), f"return {_returned(moved)}"]


def _semi_implicit(taken: list[str], states: States) -> list[str]:
    """State by state, each with the new values of those declared before it."""
    lines: list[str] = []
    renamed: dict[str, str] = {}
    for i, (x, shape) in enumerate(states.items()):
        lines += _derivative("k{}", taken, renamed, states)
        lines.append(f"{x}_new = {_moved(x, 'h', ['k{}'], shape, i)}")
        renamed = {**renamed, x: f"{x}_new"}
    return [*lines, f"return {_returned([f'{x}_new' for x in states])}"]


def _rk4(taken: list[str], states: States) -> list[str]:
    lines = ["half = 0.5 * h", *_derivative("k1_{}", taken, {}, states)]
    for stage, weight in ((2, "half"), (3, "half"), (4, "h")):
        # Only what the derivative takes: the interpreter would compute the others too.
        renamed = {x: f"{x}_{stage}" for x in states if x in taken}
        for i, (x, shape) in enumerate(states.items()):
            if x in renamed:
                moved = _moved(x, weight, [f"k{stage - 1}_{{}}"], shape, i)
                lines.append(f"{renamed[x]} = {moved}")
        lines += _derivative(f"k{stage}_{{}}", taken, renamed, states)
    lines.append("sixth = h / 6.0")
    slopes = ["k1_{}", "2.0 * k2_{}", "2.0 * k3_{}", "k4_{}"]
    final = [_moved(x, "sixth", slopes, shape, i) for i, (x, shape) in enumerate(states.items())]
    return [*lines, f"return {_returned(final)}"]


_BODIES = {"euler": _euler, "semi_implicit": _semi_implicit, "rk4": _rk4}


def _derivative(
    result: str, taken: list[str], renamed: dict[str, str], states: States
) -> list[str]:
    """Call the derivative and take its values apart: all of them, and no more."""
    names = [result.format(i) for i in range(len(states))]
    lines = [f"{', '.join(names)} = derivative({', '.join(renamed.get(x, x) for x in taken)})"]
    for name, shape in zip(names, states.values(), strict=True):
        if shape:
            lines.append(f"({', '.join(f'{name}_{e}' for e in range(shape[0]))},) = {name}")
    return lines


def _moved(base: str, weight: str, slopes: list[str], shape: tuple[int, ...], index: int) -> str:
    """`base + weight * (slopes)`, element by element."""
    if not shape:
        return f"{base} + {weight} * {_sum([slope.format(index) for slope in slopes])}"
    elements = [
        f"{base}[{e}] + {weight} * {_sum([slope.format(f'{index}_{e}') for slope in slopes])}"
        for e in range(shape[0])
    ]
    return f"({', '.join(elements)},)"


def _sum(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"


def _returned(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"({', '.join(values)})"
