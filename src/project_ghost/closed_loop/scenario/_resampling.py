"""Values between samples: linear in integer time, angles the short way round."""

from collections.abc import Sequence

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError

__all__ = ["even_times_ns", "interpolated", "require_rising"]

_TURN = 6.283185307179586
_HALF_TURN = 3.141592653589793


def interpolated(
    stamps_ns: Integers, values: Floats, times_ns: Integers, angles: Sequence[int] = ()
) -> Floats:
    """The values at some times within the stamps, a row for each; `angles` are columns in radians.

    A time at a stamp gives that sample bit for bit.
    """
    after = np.clip(np.searchsorted(stamps_ns, times_ns, side="left"), 0, len(stamps_ns) - 1)
    before = np.where(stamps_ns[after] == times_ns, after, np.maximum(after - 1, 0))
    span = stamps_ns[after] - stamps_ns[before]
    part = np.where(span == 0, 0, times_ns - stamps_ns[before]) / np.where(span == 0, 1, span)
    first, change = values[before], values[after] - values[before]
    for column in angles:
        turns = np.floor((change[:, column] + _HALF_TURN) / _TURN)
        change[:, column] -= turns * _TURN
    return np.asarray(np.where(part[:, None] == 0.0, first, first + part[:, None] * change))


def even_times_ns(stamps_ns: Integers, period_ns: int) -> Integers:
    """The multiples of a period within the stamps."""
    first = -(-int(stamps_ns[0]) // period_ns)
    last = int(stamps_ns[-1]) // period_ns
    return np.arange(first, last + 1, dtype=np.int64) * period_ns


def require_rising(stamps_ns: Integers, where: str) -> None:
    """Refuse stamps that do not rise, or that are no whole numbers."""
    if stamps_ns.ndim != 1 or not len(stamps_ns) or stamps_ns.dtype.kind != "i":
        raise InputError(
            f"the stamps have the type {stamps_ns.dtype} and the shape {stamps_ns.shape}",
            where,
            "one or more whole numbers of nanoseconds",
            "convert them with np.int64",
        )
    falling = np.flatnonzero(np.diff(stamps_ns) <= 0)
    if len(falling):
        i = int(falling[0])
        raise InputError(
            f"the stamps do not rise: {stamps_ns[i]:_} ns, then {stamps_ns[i + 1]:_} ns",
            f"{where}, sample {i + 1}",
            "stamps that rise strictly",
            "sort the samples, and remove those with equal stamps",
        )
