"""Elementary functions that give the same bits everywhere.

They use only IEEE binary64 operations in a written order, so CPython and compiled
code agree to the last bit on every platform. An argument without a value (NaN
included) raises `DomainError`; overflow gives infinity, underflow zero. Functions
over arrays are in `project_ghost.core.dmath.arrays`.
"""

from ._exponential import exp as exp
from ._exponential import expm1 as expm1
from ._hyperbolic import cosh as cosh
from ._hyperbolic import sinh as sinh
from ._hyperbolic import tanh as tanh
from ._inverse import acos as acos
from ._inverse import asin as asin
from ._inverse import atan as atan
from ._inverse import atan2 as atan2
from ._logarithm import log as log
from ._logarithm import log1p as log1p
from ._power import cbrt as cbrt
from ._power import hypot as hypot
from ._power import pow as pow  # noqa: A004 - the function's name everywhere
from ._power import sqrt as sqrt
from ._trigonometry import cos as cos
from ._trigonometry import sin as sin
from ._trigonometry import sincos as sincos
from ._trigonometry import tan as tan
from ._trigonometry import wrap_angle as wrap_angle

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
