"""The functions of dmath by CasADi's own: small graphs, libm's bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import casadi as ca

from . import _safe
from ._selection import Expression

__all__ = ["NATIVE"]


def _sincos(x: Expression) -> tuple[Expression, Expression]:
    return ca.sin(x), ca.cos(x)


NATIVE: Mapping[str, Callable[..., Expression | tuple[Expression, ...]]] = {
    "acos": _safe.acos,
    "asin": _safe.asin,
    "atan": ca.atan,
    "atan2": _safe.atan2,
    "cbrt": _safe.cbrt,
    "cos": ca.cos,
    "cosh": ca.cosh,
    "exp": ca.exp,
    "expm1": ca.expm1,
    "hypot": _safe.hypot,
    "log": ca.log,
    "log1p": ca.log1p,
    "pow": _safe.power,
    "sin": ca.sin,
    "sincos": _sincos,
    "sinh": ca.sinh,
    "sqrt": _safe.sqrt,
    "tan": ca.tan,
    "tanh": ca.tanh,
    "wrap_angle": _safe.wrap_angle,
}
