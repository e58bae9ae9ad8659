"""The quantile function of the normal distribution.

Wichura's algorithm AS 241, PPND16 (Applied Statistics 37, 1988), good to 1e-15.
The two rational functions take floats and arrays alike.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.dmath import log, sqrt

Real = TypeVar("Real", float, NDArray[np.float64])

CENTRE = 0.425


def normal_quantile(p: float) -> float:
    """Return the x below which a standard normal number lies with probability p, 0 < p < 1."""
    q = p - 0.5
    if -CENTRE <= q <= CENTRE:
        return central(q)
    size = tail(sqrt(-log(p if q < 0.0 else 1.0 - p)))
    return -size if q < 0.0 else size


def _degree_7(
    r: Real,
    c0: float,
    c1: float,
    c2: float,
    c3: float,
    c4: float,
    c5: float,
    c6: float,
    c7: float,
) -> Real:
    return c0 + r * (c1 + r * (c2 + r * (c3 + r * (c4 + r * (c5 + r * (c6 + r * c7))))))


def central(q: Real) -> Real:
    """Return the quantile at 1/2 + q, for |q| <= CENTRE."""
    r = 0.180625 - q * q
    above = _degree_7(
        r,
        3.3871328727963665,
        133.14166789178438,
        1971.5909503065513,
        13731.69376550946,
        45921.95393154987,
        67265.7709270087,
        33430.57558358813,
        2509.0809287301227,
    )
    below = _degree_7(
        r,
        1.0,
        42.31333070160091,
        687.1870074920579,
        5394.196021424751,
        21213.794301586597,
        39307.89580009271,
        28729.085735721943,
        5226.495278852854,
    )
    return q * above / below


def tail(r: float) -> float:
    """Return the magnitude of the quantile whose tail has the probability exp(-r**2)."""
    if r <= 5.0:
        r -= 1.6
        above = _degree_7(
            r,
            1.4234371107496835,
            4.630337846156546,
            5.769497221460691,
            3.6478483247632045,
            1.2704582524523684,
            0.2417807251774506,
            0.022723844989269184,
            0.0007745450142783414,
        )
        below = _degree_7(
            r,
            1.0,
            2.053191626637759,
            1.6763848301838038,
            0.6897673349851,
            0.14810397642748008,
            0.015198666563616457,
            0.0005475938084995345,
            1.0507500716444169e-09,
        )
    else:
        r -= 5.0
        above = _degree_7(
            r,
            6.657904643501103,
            5.463784911164114,
            1.7848265399172913,
            0.29656057182850487,
            0.026532189526576124,
            0.0012426609473880784,
            2.7115555687434876e-05,
            2.0103343992922881e-07,
        )
        below = _degree_7(
            r,
            1.0,
            0.599832206555888,
            0.1369298809227358,
            0.014875361290850615,
            0.0007868691311456133,
            1.8463183175100548e-05,
            1.421511758316446e-07,
            2.0442631033899397e-15,
        )
    return above / below
