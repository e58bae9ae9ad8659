"""Twins: operations with one meaning for the interpreter and for compiled code.

They stand in the place of operations whose results differ otherwise: `rewrite` puts them there.
Python's form of each is here, and `core.compiled` has the compiled form of those that Numba cannot
compile as they are. Every one of them gives the same bits, or stops the run with the same message.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import ceil as _ceil
from math import copysign, sqrt
from math import floor as _floor
from typing import Any, final

import numpy as np

from project_ghost.core.errors import RunError

# Integers of this size are within 64 bits, also where the float beside them was rounded.
LIMIT = 9.2e18
# Floats up to 2**53 may have a fraction; beyond it `int(x)` is hardly meant.
EXACT = 9007199254740992.0


@final
class ArrayType:
    """The type of the arrays that a function makes during a call; None for numpy's own.

    It is set around a call, so it is no part of the function that reads it: what a fingerprint
    sees is this class.
    """

    def __init__(self) -> None:
        self._type: ContextVar[Any] = ContextVar("type", default=None)

    def __reduce__(self) -> tuple[type["ArrayType"], tuple[()]]:
        return ArrayType, ()

    def get(self) -> Any:  # noqa: ANN401 - a class
        """The type, for the present call."""
        return self._type.get()

    @contextmanager
    def used(self, kind: type) -> Iterator[None]:
        """Use a type during a call."""
        token = self._type.set(kind)
        try:
            yield
        finally:
            self._type.reset(token)


ARRAYS = ArrayType()

_INTEGERS = (int, np.integer)

# ------------------------------------------------------------------- integers


def whole(x: float) -> int:
    """`int(x)`, of a number up to 2**53."""
    if not -EXACT <= x <= EXACT:
        raise RunError("an integer was made of NaN, or of a number beyond 2**53")
    return int(x)


def rounded(x: float) -> int:
    """`round(x)`, to the nearest integer, and to the even one of two."""
    if not -EXACT <= x <= EXACT:
        raise RunError("an integer was made of NaN, or of a number beyond 2**53")
    return round(x)


def floor(x: float) -> int:
    """`math.floor(x)`."""
    if not -EXACT <= x <= EXACT:
        raise RunError("an integer was made of NaN, or of a number beyond 2**53")
    return _floor(x)


def ceiling(x: float) -> int:
    """`math.ceil(x)`."""
    if not -EXACT <= x <= EXACT:
        raise RunError("an integer was made of NaN, or of a number beyond 2**53")
    return _ceil(x)


def plus(a: Any, b: Any) -> Any:  # noqa: ANN401 - numbers
    """`a + b`, within 64 bits where both are integers."""
    if isinstance(a, _INTEGERS) and isinstance(b, _INTEGERS):
        return plus_checked(int(a), int(b))
    return a + b


def minus(a: Any, b: Any) -> Any:  # noqa: ANN401 - numbers
    """`a - b`, within 64 bits where both are integers."""
    if isinstance(a, _INTEGERS) and isinstance(b, _INTEGERS):
        return minus_checked(int(a), int(b))
    return a - b


def times(a: Any, b: Any) -> Any:  # noqa: ANN401 - numbers
    """`a * b`, within 64 bits where both are integers."""
    if isinstance(a, _INTEGERS) and isinstance(b, _INTEGERS):
        return times_checked(int(a), int(b))
    return a * b


def plus_checked(a: int, b: int) -> int:
    """`a + b`, within 64 bits."""
    if abs(float(a) + float(b)) > LIMIT:
        raise RunError("an integer is not within 64 bits")
    return a + b


def minus_checked(a: int, b: int) -> int:
    """`a - b`, within 64 bits."""
    if abs(float(a) - float(b)) > LIMIT:
        raise RunError("an integer is not within 64 bits")
    return a - b


def times_checked(a: int, b: int) -> int:
    """`a * b`, within 64 bits."""
    if abs(float(a) * float(b)) > LIMIT:
        raise RunError("an integer is not within 64 bits")
    return a * b


def power(a: int, exponent: int) -> int:
    """`a ** exponent` of integers, within 64 bits."""
    result = 1
    for _ in range(exponent):
        result = times_checked(result, int(a))
    return result


def shifted_left(a: int, count: int) -> int:
    """`a << count`, within 64 bits, for a count from 0 to 62."""
    return times_checked(int(a), 1 << count)


def shifted_right(a: int, count: int) -> int:
    """`a >> count`, for any count that is not negative."""
    if count < 0:
        raise RunError("a shift by less than 0")
    return int(a) >> min(int(count), 63)


# --------------------------------------------------------------------- floats


def root(x: float) -> float:
    """`math.sqrt(x)`; a negative number stops the run."""
    if x < 0.0:
        raise RunError("the square root of a negative number")
    return sqrt(x)


def signed_like(x: float, y: float) -> float:
    """`math.copysign(x, y)`; NaN has no sign that means anything."""
    if y != y:
        raise RunError("the sign of NaN")
    return copysign(x, y)


def sign(x: float) -> float:
    """`np.sign(x)`: -1, 0 or 1, and NaN of NaN."""
    if x != x:
        return x
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


def smaller(a: float, b: float) -> float:
    """`np.minimum(a, b)`: the first of two equal ones, NaN if there is one."""
    return a if a <= b or a != a else b


def larger(a: float, b: float) -> float:
    """`np.maximum(a, b)`: the first of two equal ones, NaN if there is one."""
    return a if a >= b or a != a else b


def clipped(x: float, low: float, high: float) -> float:
    """`np.clip(x, low, high)`."""
    return smaller(larger(x, low), high)


# --------------------------------------------------------------------- arrays


def ours(array: Any) -> Any:  # noqa: ANN401 - an array
    """A new array; of another type where numpy's numbers do not stop where compiled code does."""
    kind = ARRAYS.get()
    return array if kind is None else array.view(kind)


def apart(value: Any) -> Any:  # noqa: ANN401 - an array or a number
    """An array that is written into another one: numpy copies where they overlap."""
    return value


def nonzero(divisor: Any) -> Any:  # noqa: ANN401 - an array or a number
    """The divisor of an array; a zero in it stops the run."""
    if np.any(np.equal(divisor, 0)):
        raise ZeroDivisionError("division by zero")
    return divisor


def total(array: Any) -> Any:  # noqa: ANN401 - an array of numbers
    """The sum of all elements, added one after the other in the order of their indexes."""
    if array.size == 0:
        return 0.0 if array.dtype == np.float64 else 0
    last = np.asarray(array).ravel().cumsum()[-1]
    # From 0.0 on, as a loop adds them: the sum of -0.0 is 0.0.
    return float(last) + 0.0 if array.dtype == np.float64 else int(last)


def mean(array: Any) -> float:  # noqa: ANN401 - an array of numbers
    """The mean of all elements."""
    return total(array) / array.size  # type: ignore[no-any-return]


def var(array: Any) -> float:  # noqa: ANN401 - an array of numbers
    """The variance of all elements."""
    away = array - mean(array)
    return total(away * away) / array.size  # type: ignore[no-any-return]


def std(array: Any) -> float:  # noqa: ANN401 - an array of numbers
    """The standard deviation of all elements."""
    return sqrt(var(array))


def first_smallest(array: Any) -> int:  # noqa: ANN401 - an array of numbers
    """`np.argmin`: the place of the first of equal ones, or of the first NaN."""
    _require_elements(array)
    return int(np.argmin(array))


def first_largest(array: Any) -> int:  # noqa: ANN401 - an array of numbers
    """`np.argmax`: the place of the first of equal ones, or of the first NaN."""
    _require_elements(array)
    return int(np.argmax(array))


def _require_elements(array: Any) -> None:  # noqa: ANN401 - an array
    if array.size == 0:
        raise RunError("the least or greatest element of an empty array")


def smallest(array: Any) -> float:  # noqa: ANN401 - an array of floats
    """The least element, the first of equal ones; NaN if there is one."""
    return float(array.flat[first_smallest(array)])


def largest(array: Any) -> float:  # noqa: ANN401 - an array of floats
    """The greatest element, the first of equal ones; NaN if there is one."""
    return float(array.flat[first_largest(array)])


def any_true(array: Any) -> bool:  # noqa: ANN401 - an array of truth values
    """Whether one is true."""
    return bool(np.any(array))


def all_true(array: Any) -> bool:  # noqa: ANN401 - an array of truth values
    """Whether all are true."""
    return bool(np.all(array))


def smaller_elements(a: Any, b: Any) -> Any:  # noqa: ANN401 - arrays or numbers
    """`smaller`, element by element."""
    one, two = np.broadcast_arrays(a, b)
    return ours(np.where((one <= two) | (one != one), one, two))


def larger_elements(a: Any, b: Any) -> Any:  # noqa: ANN401 - arrays or numbers
    """`larger`, element by element."""
    one, two = np.broadcast_arrays(a, b)
    return ours(np.where((one >= two) | (one != one), one, two))


def clipped_elements(array: Any, low: float, high: float) -> Any:  # noqa: ANN401 - an array
    """`clipped`, element by element."""
    return smaller_elements(larger_elements(array, low), high)


def chosen_elements(condition: Any, a: Any, b: Any) -> Any:  # noqa: ANN401 - arrays or numbers
    """`np.where(condition, a, b)`."""
    return ours(np.where(condition, a, b))


def sorted_places(array: Any) -> Any:  # noqa: ANN401 - an array of floats
    """`np.argsort`, with equal elements in their order, and NaN refused."""
    _require_no_nan(array)
    return np.argsort(np.asarray(array), kind="stable")


def sorted_elements(array: Any) -> Any:  # noqa: ANN401 - an array of floats
    """`np.sort`, with equal elements in their order, and NaN refused."""
    _require_no_nan(array)
    return ours(np.sort(np.asarray(array), kind="stable"))


def _require_no_nan(array: Any) -> None:  # noqa: ANN401 - an array of floats
    if np.any(np.isnan(array)):
        raise RunError("an array with NaN was sorted")
