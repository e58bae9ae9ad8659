"""Checks of message fields, and the base class of messages.

A wrong type, shape or dtype is a `TypeError`, a value that is not finite or out of range a
`ValueError`; both name the field. Arrays are copied, so that no other code can change them.
"""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from math import isfinite
from typing import Any, NamedTuple, NoReturn, TypeVar

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.duration import require_ns_at_least
from project_ghost.core.errors import InputError, InputTypeError

__all__ = [
    "Described",
    "ReadOnlyDict",
    "Record",
    "are_covariances",
    "are_unit_quaternions",
    "require_array",
    "require_covariance",
    "require_enum",
    "require_flag",
    "require_mapping",
    "require_number",
    "require_record",
    "require_stamp_ns",
    "require_unit_quaternion",
    "require_whole",
    "same_content",
]

_Enum = TypeVar("_Enum", bound=Enum)

_UNIT_TOLERANCE = 1e-3
_ASYMMETRY_MAX = 1e-9
_EIGENVALUE_MIN = -1e-12
# The largest stamp in MCAP is one less.
_STAMP_LIMIT = 1 << 64


class Described(NamedTuple):
    """The description of a field in a file's schema; written with `Annotated`."""

    meaning: str
    unit: str = ""
    shape: tuple[int, ...] = ()


class Record:
    """The base of all messages. Two messages are equal if all their fields are."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # arrays have none

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            same_content(getattr(self, each.name), getattr(other, each.name))
            for each in fields(self)  # type: ignore[arg-type]  # every message is a dataclass
        )

    def __reduce__(self) -> tuple[object, ...]:
        # Through the constructor, so that a copy is checked and read-only too.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))  # type: ignore[arg-type]

    def _check(self, name: str, value: object) -> None:
        """Set a field to its checked value, during construction."""
        object.__setattr__(self, name, value)


class ReadOnlyDict(dict[str, Any]):
    """A read-only mapping that, unlike `MappingProxyType`, can be copied and pickled."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a mapping inside a message is read-only")

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (dict(self),)


def same_content(a: object, b: object) -> bool:
    """Tell whether two fields are equal; arrays are compared by shape, dtype and values."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return (
            isinstance(a, np.ndarray)
            and isinstance(b, np.ndarray)
            and a.dtype == b.dtype
            and np.array_equal(a, b)
        )
    return bool(a == b)


def require_array(value: object, shape: tuple[int, ...], name: str, where: str) -> Floats:
    """Return a read-only copy of a finite float64 array of this shape."""
    if not isinstance(value, np.ndarray):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}",
            where,
            f"a numpy array of float64 and shape {shape}",
            f"give np.array(..., dtype=np.float64) as {name}",
        )
    if value.dtype != np.float64 or value.shape != shape:
        raise InputTypeError(
            f"{name} is an array of {value.dtype} and shape {value.shape}",
            where,
            f"a numpy array of float64 and shape {shape}",
            f"give {name} its shape, and make it float64 with .astype(np.float64)",
        )
    if value.flags.writeable or value.base is not None:
        checked = np.array(value, order="C")  # a copy that no other code can change
    else:
        checked = value  # of another message, or fresh from a file
    if not all(map(isfinite, checked.ravel().tolist())):
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(checked))[0])
        raise InputError(
            f"{name} has {float(checked[place])!r} at {list(place)}",
            where,
            "finite numbers",
            "find where it was computed: a NaN comes from an earlier mistake",
        )
    checked.setflags(write=False)
    return checked


def require_unit_quaternion(value: object, name: str, where: str) -> Floats:
    """Return a Hamilton quaternion `[w, x, y, z]` whose norm is 1 to within 1e-3."""
    q = require_array(value, (4,), name, where)
    w, x, y, z = q.tolist()
    norm = float(np.sqrt(w * w + x * x + y * y + z * z))
    if not abs(norm - 1.0) <= _UNIT_TOLERANCE:
        raise InputError(
            f"{name} has the norm {norm!r}",
            where,
            f"a unit quaternion [w, x, y, z], to {_UNIT_TOLERANCE}",
            "divide it by its norm",
        )
    return q


def require_covariance(value: object, name: str, where: str) -> Floats:
    """Return a symmetric, positive semi-definite covariance of the 15 errors."""
    covariance = require_array(value, (15, 15), name, where)
    if covariance.tobytes() != covariance.T.tobytes():
        _require_symmetric(covariance, name, where)
    if not _is_positive_definite(covariance):
        _require_positive_semidefinite(covariance, name, where)
    return covariance


def are_covariances(values: Floats) -> bool:
    """Tell whether many matrices are exactly symmetric, and `require_covariance` takes each."""
    if values.tobytes() != values.transpose(0, 2, 1).tobytes():
        return False
    try:
        np.linalg.cholesky(values)
    except np.linalg.LinAlgError:
        return bool((np.linalg.eigvalsh(values)[:, 0] >= _EIGENVALUE_MIN).all())
    return True


def are_unit_quaternions(values: Floats) -> bool:
    """Tell whether `require_unit_quaternion` takes each of many quaternions."""
    w, x, y, z = values.T
    norms = np.sqrt(w * w + x * x + y * y + z * z)
    return bool((np.abs(norms - 1.0) <= _UNIT_TOLERANCE).all())


def _require_symmetric(covariance: Floats, name: str, where: str) -> None:
    asymmetry = float(np.abs(covariance - covariance.T).max())
    if asymmetry > _ASYMMETRY_MAX:
        raise InputError(
            f"{name} is not symmetric: entries differ by {asymmetry!r}",
            where,
            f"a symmetric matrix, to {_ASYMMETRY_MAX}",
            "take the mean of it and its transpose after each update",
        )


def _is_positive_definite(covariance: Floats) -> bool:
    """Tell whether it is positive definite: most are, and eigenvalues take three times as long."""
    try:
        np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        return False
    return True


def _require_positive_semidefinite(covariance: Floats, name: str, where: str) -> None:
    smallest = float(np.linalg.eigvalsh(covariance)[0])
    if not smallest >= _EIGENVALUE_MIN:
        raise InputError(
            f"{name} is not positive semi-definite: an eigenvalue is {smallest!r}",
            where,
            f"eigenvalues of {_EIGENVALUE_MIN} or more",
            "update it in Joseph form, which keeps it positive",
        )


def require_number(
    value: object, name: str, where: str, low: float | None = None, high: float | None = None
) -> float:
    """Return a finite number within its bounds; an integer is allowed, a bool is not."""
    if isinstance(value, bool) or not isinstance(value, float | int | np.floating | np.integer):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "a number"
        )
    number = float(value)
    bounds = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
    below = low is not None and number < low
    above = high is not None and number > high
    if not isfinite(number) or below or above:
        raise InputError(f"{name} is {number!r}", where, f"a finite number{bounds}")
    return number


def require_whole(value: object, name: str, where: str, low: int) -> int:
    """Return a whole number that is not below its bound."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "a whole number"
        )
    if value < low:
        raise InputError(f"{name} is {value}", where, f"a whole number, {low} or more")
    return int(value)


def require_stamp_ns(value: object, name: str, where: str) -> int:
    """Return a time in integer nanoseconds that a recording can hold."""
    stamp_ns = require_ns_at_least(0, value, name, where)
    if stamp_ns >= _STAMP_LIMIT:
        raise InputError(f"{name} is {stamp_ns:_} ns", where, "less than 2**64 ns")
    return stamp_ns


def require_flag(value: object, name: str, where: str) -> bool:
    """Return True or False; refuse other values."""
    if not isinstance(value, bool | np.bool_):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "True or False"
        )
    return bool(value)


def require_enum(kind: type[_Enum], value: object, name: str, where: str) -> _Enum:
    """Return a member of an enumeration; refuse its bare value."""
    if not isinstance(value, kind):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}",
            where,
            f"one of {', '.join(f'{kind.__name__}.{each.name}' for each in kind)}",
            f"convert a stored value with {kind.__name__}(value)",
        )
    return value


def require_record(kind: type, value: object, name: str, where: str) -> Any:  # noqa: ANN401
    """Return a message that is a field of another one."""
    if not isinstance(value, kind):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, f"a {kind.__name__}"
        )
    return value


def require_mapping(value: object, name: str, where: str) -> Mapping[str, Any]:
    """Return a read-only copy of a mapping with texts as keys."""
    if not isinstance(value, Mapping):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "a mapping"
        )
    for key in value:
        if not isinstance(key, str):
            raise InputTypeError(
                f"{name} has the key {key!r}, of type {type(key).__name__}",
                where,
                "texts as keys",
            )
    return ReadOnlyDict(value)
