"""The functions of dmath over expressions, by two kinds of mathematics.

`native` is CasADi's own functions: small graphs, for optimisation. `portable` is dmath as calls
made from dmath's own source: the engine's bits.

General layout: `_native` and `_portable` (the two kinds), `_safe` (CasADi's functions with finite
derivatives), `_source` (dmath's text as expressions), `_twins` (its operations on bits), `_calls`
(calls that bring their derivatives), `_selection` (branches with the sign of zero kept).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from project_ghost.core import dmath

from ._native import NATIVE
from ._portable import kernel, outside

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import Math

__all__ = ["SAFE_ARGUMENTS", "functions", "outside"]

# Where a function is smooth: what to put in place of its arguments on a path that is not taken.
SAFE_ARGUMENTS: Mapping[str, tuple[float, ...]] = {
    "acos": (0.0,),
    "asin": (0.0,),
    "atan2": (1.0, 1.0),
    "cbrt": (1.0,),
    "hypot": (1.0, 1.0),
    "log": (1.0,),
    "log1p": (1.0,),
    "pow": (1.0, 1.0),
    "sqrt": (1.0,),
}


def functions(kind: Math) -> Mapping[str, Callable[..., Any]]:
    """Return the functions of dmath over CasADi expressions, by name.

    `sincos` gives two expressions, every other function one.
    """
    if kind == "native":
        return NATIVE
    return {name: kernel(name) for name in dmath.__all__}
