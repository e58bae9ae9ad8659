"""What a message's fields must be, and messages that are equal where their content is.

A wrong type, shape or dtype is a `TypeError`, a value that is not finite or out of range a
`ValueError`; both name the field. An array is copied, so that nobody else can write to it.
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
# What MCAP can hold.
_STAMP_LIMIT = 1 << 64


class Described(NamedTuple):
    """What a field means, for who reads a file by its schema alone: written with `Annotated`."""

    meaning: str
    unit: str = ""
    shape: tuple[int, ...] = ()


class Record:
    """The root of all messages: two are equal where all their fields are."""

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
        # Through the constructor, so that a copy is as checked and as read-only as this.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))  # type: ignore[arg-type]

    def _check(self, name: str, value: object) -> None:
        """Put a field's checked value in its place, while the message is being made."""
        object.__setattr__(self, name, value)


class ReadOnlyDict(dict[str, Any]):
    """A mapping that stays as it is; unlike the standard library's, it can be copied and sent."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a mapping inside a message is read-only")

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (dict(self),)


def same_content(a: object, b: object) -> bool:
    """Equality of two fields; arrays by shape, dtype and values."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return (
            isinstance(a, np.ndarray)
            and isinstance(b, np.ndarray)
            and a.dtype == b.dtype
            and np.array_equal(a, b)
        )
    return bool(a == b)


def require_array(value: object, shape: tuple[int, ...], name: str, where: str) -> Floats:
    """A read-only copy of a float64 array of this shape whose entries are finite."""
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
        checked = np.array(value, order="C")  # a copy that nobody else can write to
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
    """A Hamilton quaternion `[w, x, y, z]` whose norm is 1 to 1e-3."""
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
    """A symmetric, positive semi-definite matrix of the 15 errors."""
    covariance = require_array(value, (15, 15), name, where)
    if covariance.tobytes() != covariance.T.tobytes():
        _require_symmetric(covariance, name, where)
    if not _is_positive_definite(covariance):
        _require_positive_semidefinite(covariance, name, where)
    return covariance


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
    """Most are, and this takes a third of the time that eigenvalues take."""
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
    """A finite number, within its bounds; an integer is one too, a bool is none."""
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
    """A whole number that is not below its bound."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "a whole number"
        )
    if value < low:
        raise InputError(f"{name} is {value}", where, f"a whole number, {low} or more")
    return int(value)


def require_stamp_ns(value: object, name: str, where: str) -> int:
    """A time in integer nanoseconds, from 0 to what a recording can hold."""
    stamp_ns = require_ns_at_least(0, value, name, where)
    if stamp_ns >= _STAMP_LIMIT:
        raise InputError(f"{name} is {stamp_ns:_} ns", where, "less than 2**64 ns")
    return stamp_ns


def require_flag(value: object, name: str, where: str) -> bool:
    """Exactly True or False."""
    if not isinstance(value, bool | np.bool_):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, "True or False"
        )
    return bool(value)


def require_enum(kind: type[_Enum], value: object, name: str, where: str) -> _Enum:
    """A member of an enumeration, and not its bare value."""
    if not isinstance(value, kind):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}",
            where,
            f"one of {', '.join(f'{kind.__name__}.{each.name}' for each in kind)}",
            f"make it of a stored value with {kind.__name__}(value)",
        )
    return value


def require_record(kind: type, value: object, name: str, where: str) -> Any:  # noqa: ANN401
    """A message that stands in another."""
    if not isinstance(value, kind):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}", where, f"a {kind.__name__}"
        )
    return value


def require_mapping(value: object, name: str, where: str) -> Mapping[str, Any]:
    """A read-only copy of a mapping whose keys are texts."""
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
