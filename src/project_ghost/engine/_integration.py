"""Source of the integrators, one function for each kind of component.

The derivative's inputs are held. The order of all operations is that of the source.
"""

from ._component import AbstractComponent

FUNCTION = "integrate"


def integrator_source(component: AbstractComponent) -> str:
    """`integrate(arguments, dt_s)`: the continuous states after one sample."""
    taken = component.functions["derivative"]
    shapes = {name: component.shape_of(name) for name in component.states(continuous=True)}
    head = f"def {FUNCTION}({', '.join([*integrator_arguments(component), 'h_'])}):\n"
    body = _BODIES[component.integrator](taken, shapes)
    return head + "".join(f"    {line}\n" for line in body)


def integrator_arguments(component: AbstractComponent) -> list[str]:
    """What the derivative takes, and the continuous states that it does not."""
    return list(
        dict.fromkeys([*component.functions["derivative"], *component.states(continuous=True)])
    )


Shapes = dict[str, tuple[int, ...]]


def _euler(taken: tuple[str, ...], shapes: Shapes) -> list[str]:
    moved = [_moved(n, "h_", ["k"], s, i) for i, (n, s) in enumerate(shapes.items())]
    return [*_derivative("k", taken, {}, shapes), f"return {_returned(moved)}"]


def _semi_implicit(taken: tuple[str, ...], shapes: Shapes) -> list[str]:
    """State by state, each with the new values of those declared before it."""
    lines: list[str] = []
    renamed: dict[str, str] = {}
    for i, (name, shape) in enumerate(shapes.items()):
        lines += _derivative(f"k{i}", taken, renamed, shapes)
        lines.append(f"{name}_new = {_moved(name, 'h_', [f'k{i}'], shape, i)}")
        renamed = {**renamed, name: f"{name}_new"}
    return [*lines, f"return {_returned([f'{name}_new' for name in shapes])}"]


def _rk4(taken: tuple[str, ...], shapes: Shapes) -> list[str]:
    lines = ["half_ = 0.5 * h_", *_derivative("k1", taken, {}, shapes)]
    for stage, weight in ((2, "half_"), (3, "half_"), (4, "h_")):
        renamed = {name: f"{name}_{stage}" for name in shapes}
        for i, (name, shape) in enumerate(shapes.items()):
            moved = _moved(name, weight, [f"k{stage - 1}"], shape, i)
            lines.append(f"{renamed[name]} = {moved}")
        lines += _derivative(f"k{stage}", taken, renamed, shapes)
    lines.append("sixth_ = h_ / 6.0")
    slopes = ["k1", "2.0 * k2", "2.0 * k3", "k4"]
    final = [_moved(n, "sixth_", slopes, s, i) for i, (n, s) in enumerate(shapes.items())]
    return [*lines, f"return {_returned(final)}"]


_BODIES = {"euler": _euler, "semi_implicit": _semi_implicit, "rk4": _rk4}


def _derivative(
    result: str, taken: tuple[str, ...], renamed: dict[str, str], shapes: Shapes
) -> list[str]:
    """Call the derivative; one state's is put into a tuple, so that all are alike."""
    call = f"derivative({', '.join(renamed.get(name, name) for name in taken)})"
    return [f"{result} = ({call},)" if len(shapes) == 1 else f"{result} = {call}"]


def _moved(base: str, weight: str, slopes: list[str], shape: tuple[int, ...], index: int) -> str:
    """`base + weight * (slopes)`, element by element."""
    if not shape:
        return f"{base} + {weight} * {_sum([f'{slope}[{index}]' for slope in slopes])}"
    elements = [
        f"{base}[{e}] + {weight} * {_sum([f'{slope}[{index}][{e}]' for slope in slopes])}"
        for e in range(shape[0])
    ]
    return f"({', '.join(elements)},)"


def _sum(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"


def _returned(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"({', '.join(values)})"
