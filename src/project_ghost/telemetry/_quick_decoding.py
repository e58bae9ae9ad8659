"""The same by a plan that is made once for each class, for those who read millions.

A plan knows only what is usual. Whatever surprises it is left to the careful way, which
finds it right after all, or says what is wrong; so the two cannot differ in their errors.
"""

from array import array
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import numpy as np

from project_ghost.core.errors import InputTypeError

from ._decoding import built, field_hints, plain_value
from ._encoding import ARRAY_KEY, DTYPE_KEY, Json

_T = TypeVar("_T")
_Way: TypeAlias = Callable[[Any], Any]

_FLOATS = {float}
_PLAIN = frozenset({str, int, float, bool, NoneType})


class _UnusualError(Exception):
    """Something that only the careful way can judge."""


def from_json_dict(cls: type[_T], d: Mapping[str, Json]) -> _T:
    """Build a message of what `to_json_safe` made of it, through its constructor.

    Every field must be there, and none that the class does not know: what is wrong on
    disk is an error here, and not a default.
    """
    if not is_dataclass(cls):
        raise InputTypeError(f"cls is {cls!r}", "from_json_dict", "a dataclass")
    made: _T
    try:
        made = _plan(cls)(d)
    except Exception:
        made = built(cls, d, cls.__name__)
    return made


@cache
def _plan(cls: Any) -> _Way:  # noqa: ANN401 - any dataclass
    ways = tuple((name, _way(hint)) for name, hint in field_hints(cls).items())
    count = len(ways)

    def build(d: Any) -> Any:  # noqa: ANN401 - what the class says
        if type(d) is not dict or len(d) != count:
            raise _UnusualError
        return cls(**{name: way(d[name]) for name, way in ways})

    return build


def _way(hint: Any) -> _Way:  # noqa: ANN401 - any annotation
    """How a field with this annotation is made."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        inner = _way(next(each for each in get_args(hint) if each is not NoneType))
        return lambda value: None if value is None else inner(value)
    if origin is np.ndarray or hint is np.ndarray:
        return _float_array
    if origin is Literal:
        return lambda value: value
    if isinstance(origin, type) and issubclass(origin, Mapping):
        each = _way((get_args(hint) or (str, Any))[1])
        return lambda value: {key: each(item) for key, item in value.items()}
    if origin in (tuple, list):
        return _refuse
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member_way(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda value: _plan(hint)(value)  # not before it is needed: a class may hold itself
    if hint is float:
        return lambda value: float(value) if type(value) is int else _plain(value)
    return _plain


def _plain(value: Json) -> Any:  # noqa: ANN401 - whatever JSON holds
    return value if type(value) in _PLAIN else plain_value(value)


def _refuse(_: Json) -> Any:  # noqa: ANN401 - it gives nothing
    raise _UnusualError


def _member_way(kind: type[Enum]) -> _Way:
    members = {member.value: member for member in kind}

    def member_of(value: Json) -> Enum:
        member = members[value]
        if type(value) is not type(member.value):  # true is not 1
            raise _UnusualError
        return member

    return member_of


def _float_array(value: Json) -> np.ndarray[Any, Any]:
    """An array of float64 whose entries are all written as such, in bytes that cannot change."""
    rows = value[ARRAY_KEY]
    if len(value) != 2 or value[DTYPE_KEY] != "float64" or type(rows) is not list or not rows:
        raise _UnusualError
    shape: tuple[int, ...] = (len(rows),)
    if type(rows[0]) is list:
        if len(set(map(len, rows))) != 1 or set(map(type, rows)) != {list}:
            raise _UnusualError
        shape = len(rows), len(rows[0])
        rows = list(chain.from_iterable(rows))
    if set(map(type, rows)) != _FLOATS:
        raise _UnusualError
    return np.ndarray(shape, buffer=array("d", rows).tobytes())
