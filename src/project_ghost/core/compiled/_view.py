"""Arrays that own no memory: part of a long array, memory at an address, numbers in a frame."""

import ctypes
from math import prod
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats, Integers


def viewed(values: Floats, start: int, shape: tuple[int, ...]) -> Floats:
    """Return the values from `start` on, in this shape.

    Compiled code only computes the address: it checks no bounds, and the view must not
    outlive the array.
    """
    return values[start : start + prod(shape)].reshape(shape)


def floats_at(address: int, count: int) -> Floats:
    """Return the floats in memory from an address on, which must outlive the array."""
    return np.ctypeslib.as_array((ctypes.c_double * count).from_address(address))


def integers_at(address: int, count: int) -> Integers:
    """Return the integers in memory from an address on, which must outlive the array."""
    return np.ctypeslib.as_array((ctypes.c_int64 * count).from_address(address))


def copy_bytes(source: Any, start: int, stop: int, target: Any, at: int) -> None:  # noqa: ANN401
    """Copy bytes of one array into another; compiled code checks no bounds."""
    target[at : at + stop - start] = source[start:stop]


def call_at(address: int, frame: int, first: int, stop: int) -> None:
    """Call the machine code at an address, from compiled code; see `entry_address`."""
    raise NotImplementedError


def local_zeros(count: int) -> Floats:
    """Return an array of zeros for use within the function that calls this.

    In compiled code it is in the frame of that function, which must neither return it nor store
    it; the same call executed again clears the same memory. The count is a constant.
    """
    return np.zeros(count)
