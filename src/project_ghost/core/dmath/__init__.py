"""Elementary functions that give the same bits everywhere.

They use only IEEE binary64 operations in a written order, so CPython and compiled
code agree to the last bit on every platform. An argument outside the domain (NaN
included) raises `DomainError`; overflow gives infinity, underflow zero.

General layout: `_exact` (operations without rounding error), `_reduction` (angles modulo pi/2),
`_trigonometry`, `_inverse`, `_exponential`, `_logarithm`, `_hyperbolic` and `_power` (the readable
functions), `_tables` and `_polynomials` (made by tools/dmath_constants.py), `_flat` (the functions
for the interpreter, made by tools/dmath_flat.py), `arrays` (the same functions over arrays),
`_vector_trigonometry` (sines and cosines of arrays by numpy).

Why: ADR 2.
"""

from ._flat import acos as acos
from ._flat import asin as asin
from ._flat import atan as atan
from ._flat import atan2 as atan2
from ._flat import cbrt as cbrt
from ._flat import cos as cos
from ._flat import cosh as cosh
from ._flat import exp as exp
from ._flat import expm1 as expm1
from ._flat import hypot as hypot
from ._flat import log as log
from ._flat import log1p as log1p
from ._flat import pow as pow  # noqa: A004 - the function's name everywhere
from ._flat import sin as sin
from ._flat import sincos as sincos
from ._flat import sinh as sinh
from ._flat import sqrt as sqrt
from ._flat import tan as tan
from ._flat import tanh as tanh
from ._flat import wrap_angle as wrap_angle

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "pow",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "wrap_angle",
]
