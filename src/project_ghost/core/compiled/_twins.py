"""The compiled forms of the twins of `core.agreement` that depend on the types of arguments."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from project_ghost.core.agreement import _twins as twins
from project_ghost.core.errors import RunError

from ._registration import mark_registered

_OPTIONS: Any = {"fastmath": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _checked(
    checked: Callable[..., Any], plain: Callable[..., Any]
) -> Callable[..., Callable[..., Any]]:
    """An integer operation is checked; any other is Numba's."""

    def chosen(a: Any, b: Any) -> Callable[..., Any]:  # noqa: ANN401 - Numba's types
        both = all(isinstance(each, types.Integer | types.Boolean) for each in (a, b))
        return checked if both else plain

    return chosen


def _plus_checked(a: Any, b: Any) -> Any:  # noqa: ANN401
    return twins.plus_checked(int(a), int(b))


def _minus_checked(a: Any, b: Any) -> Any:  # noqa: ANN401
    return twins.minus_checked(int(a), int(b))


def _times_checked(a: Any, b: Any) -> Any:  # noqa: ANN401
    return twins.times_checked(int(a), int(b))


def _ours(array: Any) -> Any:  # noqa: ANN401, ARG001
    return lambda array: array


def _apart(value: Any) -> Any:  # noqa: ANN401
    return (lambda value: value.copy()) if _is_array(value) else (lambda value: value)


def _nonzero(divisor: Any) -> Any:  # noqa: ANN401
    def of_array(divisor: Any) -> Any:  # noqa: ANN401
        for each in divisor.flat:
            if each == 0:
                raise ZeroDivisionError("division by zero")
        return divisor

    def of_number(divisor: Any) -> Any:  # noqa: ANN401
        if divisor == 0:
            raise ZeroDivisionError("division by zero")
        return divisor

    return of_array if _is_array(divisor) else of_number


def _is_array(found: Any) -> bool:  # noqa: ANN401
    return isinstance(found, types.Array)


def _total(array: Any) -> Any:  # noqa: ANN401
    def of_floats(array: Any) -> Any:  # noqa: ANN401
        result = 0.0
        for each in array.flat:
            result += each
        return result

    def of_integers(array: Any) -> Any:  # noqa: ANN401
        result = 0
        for each in array.flat:
            result += int(each)
        return result

    return of_floats if isinstance(array.dtype, types.Float) else of_integers


def _any_true(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> bool:  # noqa: ANN401
        for each in array.flat:  # noqa: SIM110 - as Numba compiles it
            if each:
                return True
        return False

    return found


def _all_true(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> bool:  # noqa: ANN401
        for each in array.flat:  # noqa: SIM110 - as Numba compiles it
            if not each:
                return False
        return True

    return found


def _first_smallest(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> int:  # noqa: ANN401
        if array.size == 0:
            raise RunError("the least or greatest element of an empty array")
        place, best, at = 0, array.flat[0], 0
        for each in array.flat:
            if (each < best or each != each) and best == best:
                place, best = at, each
            at += 1  # noqa: SIM113 - of an iterator that Numba does not enumerate
        return place

    return found


def _first_largest(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> int:  # noqa: ANN401
        if array.size == 0:
            raise RunError("the least or greatest element of an empty array")
        place, best, at = 0, array.flat[0], 0
        for each in array.flat:
            if (each > best or each != each) and best == best:
                place, best = at, each
            at += 1  # noqa: SIM113 - of an iterator that Numba does not enumerate
        return place

    return found


def _smaller_elements(a: Any, b: Any) -> Any:  # noqa: ANN401, ARG001
    return lambda a, b: np.where((a <= b) | (a != a), a, b)


def _larger_elements(a: Any, b: Any) -> Any:  # noqa: ANN401, ARG001
    return lambda a, b: np.where((a >= b) | (a != a), a, b)


def _chosen_elements(condition: Any, a: Any, b: Any) -> Any:  # noqa: ANN401, ARG001
    return lambda condition, a, b: np.where(condition, a, b)


def _sorted_places(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> Any:  # noqa: ANN401
        for each in array:
            if each != each:
                raise RunError("an array with NaN was sorted")
        return np.argsort(array, kind="mergesort")

    return found


def _sorted_elements(array: Any) -> Any:  # noqa: ANN401, ARG001
    def found(array: Any) -> Any:  # noqa: ANN401
        places = twins.sorted_places(array)
        result = np.zeros(array.shape[0])
        for i in range(array.shape[0]):
            result[i] = array[places[i]]
        return result

    return found


def register_twins() -> None:
    """Give each of these twins its compiled form."""
    forms: dict[Callable[..., Any], Callable[..., Any]] = {
        twins.plus: _checked(_plus_checked, lambda a, b: a + b),
        twins.minus: _checked(_minus_checked, lambda a, b: a - b),
        twins.times: _checked(_times_checked, lambda a, b: a * b),
        twins.ours: _ours,
        twins.apart: _apart,
        twins.nonzero: _nonzero,
        twins.total: _total,
        twins.any_true: _any_true,
        twins.all_true: _all_true,
        twins.first_smallest: _first_smallest,
        twins.first_largest: _first_largest,
        twins.smaller_elements: _smaller_elements,
        twins.larger_elements: _larger_elements,
        twins.chosen_elements: _chosen_elements,
        twins.sorted_places: _sorted_places,
        twins.sorted_elements: _sorted_elements,
    }
    for twin, form in forms.items():
        if mark_registered(twin):
            overload(twin, jit_options=_OPTIONS, strict=False)(form)
