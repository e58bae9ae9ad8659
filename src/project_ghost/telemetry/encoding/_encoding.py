"""Encode messages as canonical JSON.

Keys are sorted; there are no spaces and no NaN; the text is UTF-8. An array becomes
`{"__dtype": ..., "__array": [...]}`, an enum its value, a tuple a list. A float is written
so that it reads back with the same bits.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, TypeAlias

import numpy as np

from project_ghost.core.errors import GhostError, InputError, InputTypeError

from ._quick_json import quick_json

Json: TypeAlias = Any

DTYPE, ARRAY = "__dtype", "__array"
_WHOLE = frozenset({int})
_NUMBER = frozenset({int, float})
# The dtypes that may be stored, and the Python types of their entries in JSON.
DTYPES = {
    "bool": frozenset({bool}),
    **{f"{sign}int{bits}": _WHOLE for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": _NUMBER for bits in (32, 64)},
}
_PLAIN = frozenset({str, int, float, bool, NoneType})
DEPTH_MAX = 64


def encode_to_bytes(message: object) -> bytes:
    """Return the canonical JSON of a message or of any value that `to_json_safe` accepts."""
    data = quick_json(message)
    if data is not None:
        return data
    try:
        return _ENCODER.encode(message).encode()
    except (ValueError, TypeError, RecursionError) as error:
        if isinstance(error, GhostError):
            raise
        raise InputError(
            f"a {type(message).__name__} cannot be written as JSON: {error}",
            "encode_to_bytes",
            "finite numbers, valid Unicode strings, and string keys",
            "correct the component that computes the value",
        ) from None


def to_json_safe(value: object) -> Json:
    """Convert a value to JSON types: dicts, lists, strings, numbers, true, false, null."""
    return _safe(value, 0)


def _safe(value: object, depth: int) -> Json:
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if depth > DEPTH_MAX:
        raise InputError(
            "a value is nested too deeply", "to_json_safe", f"at most {DEPTH_MAX} levels"
        )
    return _converter(kind)(value, depth + 1)


@cache
def _converter(kind: type) -> Callable[[Any, int], Json]:
    """Return the conversion to JSON types for a class; cached, because messages repeat classes."""
    if issubclass(kind, np.ndarray):
        return _array
    if is_dataclass(kind):
        names = field_names(kind)
        return lambda value, depth: {name: _safe(getattr(value, name), depth) for name in names}
    if issubclass(kind, Enum):
        return lambda value, depth: _safe(value.value, depth)
    if issubclass(kind, Mapping):
        return lambda value, depth: {_key(k): _safe(v, depth) for k, v in value.items()}
    if issubclass(kind, list | tuple):
        return lambda value, depth: [_safe(each, depth) for each in value]
    if issubclass(kind, np.generic):
        return lambda value, depth: _safe(value.item(), depth)
    for plain in (str, int, float):
        if issubclass(kind, plain):
            return lambda value, _: plain(value)
    raise InputTypeError(
        f"a {kind.__name__} cannot be written as JSON",
        "to_json_safe",
        "dataclasses, arrays, enums, mappings, lists, strings and numbers",
        "publish a dataclass of these",
    )


def _key(key: object) -> str:
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str):
        raise InputTypeError(
            f"a mapping has the key {key!r}, of type {type(key).__name__}",
            "to_json_safe",
            "string keys",
        )
    return key


def _array(array: np.ndarray[Any, Any], _: int) -> Json:
    return {DTYPE: _dtype_name(array.dtype), ARRAY: array.tolist()}


@cache
def _dtype_name(dtype: np.dtype[Any]) -> str:
    name = dtype.name
    if name not in DTYPES:
        raise InputTypeError(
            f"an array of {name} cannot be written as JSON",
            "to_json_safe",
            f"one of {', '.join(DTYPES)}",
        )
    return name


# Values that JSONEncoder does not know are converted by `_converter`, one level at a time.
_ENCODER = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    default=lambda value: _safe(value, 0),
)


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """Return the field names of a dataclass."""
    return tuple(each.name for each in fields(kind))
