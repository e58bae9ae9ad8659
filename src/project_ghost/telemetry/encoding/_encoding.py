"""Messages as canonical JSON.

Sorted keys, no spaces, UTF-8, no NaN; an array is `{"__dtype": ..., "__array": [...]}`, an
enum its value, a tuple a list. A float is written so that it reads back as the same bits.
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

Json: TypeAlias = Any

DTYPE, ARRAY = "__dtype", "__array"
_WHOLE = frozenset({int})
_NUMBER = frozenset({int, float})
# The dtypes that may be stored, and what JSON holds their entries as.
DTYPES = {
    "bool": frozenset({bool}),
    **{f"{sign}int{bits}": _WHOLE for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": _NUMBER for bits in (32, 64)},
}
_PLAIN = frozenset({str, int, float, bool, NoneType})
DEPTH_MAX = 64


def encode_to_bytes(message: object) -> bytes:
    """The canonical JSON of a message, or of anything that `to_json_safe` takes."""
    try:
        return _ENCODER.encode(message).encode()
    except (ValueError, TypeError, RecursionError) as error:
        if isinstance(error, GhostError):
            raise
        raise InputError(
            f"a {type(message).__name__} cannot be written as JSON: {error}",
            "encode_to_bytes",
            "finite numbers, texts that are Unicode, and keys that are texts",
            "find where the value was computed",
        ) from None


def to_json_safe(value: object) -> Json:
    """The value in what JSON has: dicts, lists, texts, numbers, true, false, null."""
    return _safe(value, 0)


def _safe(value: object, depth: int) -> Json:
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if depth > DEPTH_MAX:
        raise InputError(
            "a value is nested too deeply", "to_json_safe", f"at most {DEPTH_MAX} levels"
        )
    return _way(kind)(value, depth + 1)


@cache
def _way(kind: type) -> Callable[[Any, int], Json]:
    """How values of a type are made safe: found once, because many messages are alike."""
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
        "dataclasses, arrays, enums, mappings, lists, texts and numbers",
        "publish a dataclass of these",
    )


def _key(key: object) -> str:
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str):
        raise InputTypeError(
            f"a mapping has the key {key!r}, of type {type(key).__name__}",
            "to_json_safe",
            "texts as keys",
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


# What it does not know is given to `_way`, one level at a time.
_ENCODER = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    default=lambda value: _safe(value, 0),
)


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    return tuple(each.name for each in fields(kind))
