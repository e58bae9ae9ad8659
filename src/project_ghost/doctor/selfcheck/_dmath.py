"""Workload: every function of `dmath`, for arguments of every size and at its branches."""

import math
from collections.abc import Callable, Iterator, Sequence

from project_ghost.core import dmath
from project_ghost.core.errors import DomainError

from ._compile import compiled
from ._digest import digest_of_doubles
from ._mode import Mode

_OF_TWO = frozenset({"atan2", "hypot", "pow"})

_ORDINARY = [0.0871 * i for i in range(-230, 231)]
# From subnormal to the largest numbers, with a full significand.
_OF_ALL_SIZES = [math.ldexp(1.2345678901234567, e) for e in range(-1074, 1024, 19)]
# Poles, limits, and places where a function switches to another computation.
_BRANCHES = [
    *(0.0, 5e-324, 2.2250738585072014e-308, 2.0**-54, 2.0**-27, 2.0**-26),
    *(0.25, 0.3465735902799726, 0.4999999999999999, 0.5, 0.5000000000000001),
    *(0.7071067811865475, 0.7071067811865476, 0.7853981633974483, 0.7853981633974484),
    *(0.9999999999999999, 1.0, 1.0000000000000002, 1.5707963267948966, 3.141592653589793),
    *(6.283185307179586, 20.0, 22.0, 36.7, 355.0, 708.3, 709.78271289338397, 709.7827128933841),
    *(710.4758600739439, 710.4758600739440, 745.1332191019411, 745.1332191019412, 1024.0),
    *(2.0**20, 2.0**32, 2.0**53, 2.0**53 + 2.0, 1e22, 1.7976931348623157e308, math.inf),
]
_ARGUMENTS = [*_ORDINARY, *(sign * x for x in _OF_ALL_SIZES + _BRANCHES for sign in (1.0, -1.0))]
_ARGUMENTS.append(math.nan)
_ONES: Sequence[tuple[float, ...]] = [(x,) for x in _ARGUMENTS]
_CORNERS = (0.0, -0.0, 5e-324, 0.5, -0.5, 1.0, -1.0, 2.0, 3.0, -3.0, math.inf, -math.inf, math.nan)
_PAIRS: Sequence[tuple[float, ...]] = [
    *((x, y) for x in _ARGUMENTS[::11] for y in _ARGUMENTS[::13]),
    *((x, y) for x in _CORNERS for y in _CORNERS),
]


def dmath_functions(mode: Mode) -> str:
    """Return the digest of all functions, domain errors included."""
    return digest_of_doubles(_values(mode))


def _values(mode: Mode) -> Iterator[float]:
    for name in sorted(dmath.__all__):
        arguments = _PAIRS if name in _OF_TWO else _ONES
        function = getattr(dmath, name)
        if mode is Mode.COMPILED:
            function = compiled(function, len(arguments[0]))
        yield from _values_of(function, arguments)


def _values_of(
    function: Callable[..., float | tuple[float, float]], arguments: Sequence[tuple[float, ...]]
) -> Iterator[float]:
    """Yield the function's values, with NaN, which none returns, for a domain error."""
    for each in arguments:
        try:
            value = function(*each)
        except DomainError:
            value = math.nan
        if isinstance(value, tuple):
            yield from value
        else:
            yield value
