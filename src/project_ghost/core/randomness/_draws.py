"""One draw from its place: (key, lane, step, index) to a number. Interpreted and compiled.

The 128 bits of the counter, lowest first:

    c0   32 bits  the pair of draws within the step: draw i is half i & 1 of pair i >> 1
    c1   32 bits  the step, low bits
    c2   16 bits  the step, high bits; above them 16 bits for the tries of `integer_at`
    c3   32 bits  the lane, 0 for none

so that no draw ever shares a counter with another, and how many numbers one step
draws does not move those of the next.
"""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import DomainError, InputError

from ._normal import normal_quantile
from ._philox import philox

Key = tuple[int, int]

STEP_LIMIT = 1 << 48
INDEX_LIMIT = 1 << 33
LANE_LIMIT = (1 << 32) - 1


def bits_at(key: Key, lane: int, step: int, index: int, attempt: int) -> tuple[int, int]:
    """The two 32-bit words of one draw."""
    k0, k1 = key
    # A numpy integer of 32 bits would overflow in the products.
    lane, step, index = int(lane), int(step), int(index)
    w0, w1, w2, w3 = philox(
        index >> 1, step & 0xFFFFFFFF, (step >> 32) | (attempt << 16), lane, k0, k1
    )
    return (w2, w3) if index & 1 else (w0, w1)


def unit(low: int, high: int) -> float:
    """The middle of one of 2**52 equal cells between 0 and 1."""
    return (((high & 0xFFFFF) << 32 | low) + 0.5) * 2.220446049250313e-16


def uniform_at(key: Key, lane: int, step: int, index: int) -> float:
    """A number strictly between 0 and 1."""
    low, high = bits_at(key, lane, step, index, 0)
    return unit(low, high)


def normal_at(key: Key, lane: int, step: int, index: int) -> float:
    """A standard normal number, by the inverse of its distribution: one draw a value."""
    return normal_quantile(uniform_at(key, lane, step, index))


def normals_into(key: Key, lane: int, step: int, out: NDArray[np.float64]) -> None:
    """The first normals of a step, as `normal_at` gives them one by one, into an array."""
    if out.ndim != 1:
        raise InputError(
            "the array to fill has not one dimension",
            "randomness.normals_into",
            "a one-dimensional array",
            "fill out.ravel() of a contiguous array, or row by row",
        )
    k0, k1 = key
    lane, step = int(lane), int(step)
    low, high = step & 0xFFFFFFFF, step >> 32
    for pair in range((out.size + 1) >> 1):
        w0, w1, w2, w3 = philox(pair, low, high, lane, k0, k1)
        out[2 * pair] = normal_quantile(unit(w0, w1))
        if 2 * pair + 1 < out.size:
            out[2 * pair + 1] = normal_quantile(unit(w2, w3))


def integer_at(key: Key, lane: int, step: int, index: int, span: int) -> int:
    """An integer in [0, span), each equally likely, for 0 < span < 2**63.

    Enough bits for the span, drawn again until they fall inside it: at least every
    second try does, and the tries have a place of their own in the counter.
    """
    span = int(span)
    if span <= 0:
        raise DomainError("randomness.integer_at", "0 < span < 2**63", float(span))
    mask = span - 1
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> shift
    attempt = 0
    while True:
        low, high = bits_at(key, lane, step, index, attempt)
        value = ((high & 0x7FFFFFFF) << 32 | low) & mask
        if value < span:
            return value
        attempt += 1
