"""Functions that stay calls and bring their own derivatives."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

__all__ = ["call_with_slopes"]


def call_with_slopes(
    name: str, arguments: Sequence[ca.SX], values: Sequence[ca.SX], slopes: ca.SX
) -> ca.Function:
    """Return a function of scalars that is differentiated as the matrix of slopes says.

    CasADi takes this Jacobian only where its own forward and reverse modes are off.
    """
    inputs = [f"i{column}" for column in range(len(arguments))]
    outputs = [f"o{row}" for row in range(len(values))]
    results = [ca.SX.sym(f"out_{output}") for output in outputs]
    jacobian = ca.Function(
        f"jac_{name}",
        [*arguments, *results],
        [slopes[row, column] for row in range(len(values)) for column in range(len(arguments))],
        [*inputs, *(f"out_{output}" for output in outputs)],
        [f"jac_{output}_{argument}" for output in outputs for argument in inputs],
    )
    options = {
        "never_inline": True,
        "custom_jacobian": jacobian,
        "enable_forward": False,
        "enable_reverse": False,
    }
    return ca.Function(name, list(arguments), list(values), inputs, outputs, options)
