"""One draw as a function of (key, lane, step, index), interpreted and compiled.

The 128 bits of the counter, lowest first:

    c0   32 bits  the pair of draws within the step: draw i is half i & 1 of pair i >> 1
    c1   32 bits  the step, low bits
    c2   16 bits  the step, high bits; above them 16 bits for the tries of `integer_at`
    c3   32 bits  the lane, 0 for none

so no two draws share a counter, and the number of draws in one step does not change those of
the next.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import DomainError, InputError

from ._normal import normal_quantile
from ._philox import philox

Key = tuple[int, int]

STEP_LIMIT = 1 << 48
INDEX_LIMIT = 1 << 33
LANE_LIMIT = (1 << 32) - 1


def bits_at(key: Key, lane: int, step: int, index: int, attempt: int) -> tuple[int, int]:
    """Return the two 32-bit words of one draw."""
    k0, k1 = key
    # A numpy integer of 32 bits would overflow in the products.
    lane, step, index = int(lane), int(step), int(index)
    w0, w1, w2, w3 = philox(
        index >> 1, step & 0xFFFFFFFF, (step >> 32) | (attempt << 16), lane, k0, k1
    )
    return (w2, w3) if index & 1 else (w0, w1)


def unit(low: int, high: int) -> float:
    """Return the centre of one of 2**52 equal cells between 0 and 1."""
    return (((high & 0xFFFFF) << 32 | low) + 0.5) * 2.220446049250313e-16


def uniform_at(key: Key, lane: int, step: int, index: int) -> float:
    """Return a uniform number strictly between 0 and 1."""
    low, high = bits_at(key, lane, step, index, 0)
    return unit(low, high)


def normal_at(key: Key, lane: int, step: int, index: int) -> float:
    """Return a standard normal number, the quantile of one uniform draw."""
    return normal_quantile(uniform_at(key, lane, step, index))


def normals_into(key: Key, lane: int, step: int, out: Floats) -> None:
    """Fill an array with the first normals of a step, the same as those of `normal_at`."""
    if out.ndim != 1:
        raise InputError(
            "the array to fill does not have one dimension",
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
    """Return an integer in [0, span), each equally likely, for 0 < span < 2**63.

    It draws as many bits as the span has until they are below it, which needs two attempts on
    average at most; the attempts have their own bits of the counter.
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
