"""Messages as canonical JSON, and back through their constructors.

Sorted keys, no spaces, UTF-8, no NaN; an array is `{"__dtype": ..., "__array": [...]}`, an
enum its value, a tuple a list. A float is written so that it reads back as the same bits.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from project_ghost.core.errors import GhostError, InputError, InputTypeError
from project_ghost.core.spelling import did_you_mean
from project_ghost.hal.fields import ReadOnlyDict

Json: TypeAlias = Any
_T = TypeVar("_T")

_DTYPE, _ARRAY = "__dtype", "__array"
_WHOLE = frozenset({int})
_NUMBER = frozenset({int, float})
# The dtypes that may be stored, and what JSON holds their entries as.
_DTYPES = {
    "bool": frozenset({bool}),
    **{f"{sign}int{bits}": _WHOLE for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": _NUMBER for bits in (32, 64)},
}
_PLAIN = frozenset({str, int, float, bool, NoneType})
_DEPTH_MAX = 64


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
    if depth > _DEPTH_MAX:
        raise InputError(
            "a value is nested too deeply", "to_json_safe", f"at most {_DEPTH_MAX} levels"
        )
    return _way(kind)(value, depth + 1)


@cache
def _way(kind: type) -> Callable[[Any, int], Json]:
    """How values of a type are made safe: found once, because many messages are alike."""
    if issubclass(kind, np.ndarray):
        return _array
    if is_dataclass(kind):
        names = _names(kind)
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
    return {_DTYPE: _dtype_name(array.dtype), _ARRAY: array.tolist()}


@cache
def _dtype_name(dtype: np.dtype[Any]) -> str:
    name = dtype.name
    if name not in _DTYPES:
        raise InputTypeError(
            f"an array of {name} cannot be written as JSON",
            "to_json_safe",
            f"one of {', '.join(_DTYPES)}",
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
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in _names(kind)}


def from_json_dict(cls: type[_T], d: Mapping[str, Json]) -> _T:
    """Build a message of what `to_json_safe` made of it, through its constructor.

    Every field must be there, and none that the class does not know: what is wrong on
    disk is an error here, and not a default.
    """
    if not is_dataclass(cls):
        raise InputTypeError(f"cls is {cls!r}", "from_json_dict", "a dataclass")
    made: _T = _built(cls, d, cls.__name__)
    return made


def _built(cls: Any, d: object, where: str) -> Any:  # noqa: ANN401 - any dataclass
    if not isinstance(d, Mapping):
        raise InputTypeError(
            f"{where} is {_shown(d)}, of type {type(d).__name__}",
            "from_json_dict",
            f"a JSON object with the fields {', '.join(_names(cls))}",
        )
    hints = _hints(cls)
    missing = [name for name in hints if name not in d]
    if missing:
        raise InputError(
            f"{where} has no field {missing[0]!r}",
            "from_json_dict",
            f"the fields {', '.join(hints)}",
            "it was written by another version, or is not what its schema says",
        )
    for name in d:
        if name not in hints:
            raise InputError(
                f"{where} has a field {name!r}{did_you_mean(str(name), hints)}",
                "from_json_dict",
                f"the fields {', '.join(hints)}",
            )
    values = {name: _value(hint, d[name], f"{where}.{name}") for name, hint in hints.items()}
    return cls(**values)


def _value(hint: Any, value: Json, where: str) -> Any:  # noqa: ANN401 - what the hint says
    """The value as its annotation wants it; the constructor checks what is left."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        inner = [each for each in get_args(hint) if each is not NoneType]
        return None if value is None else _value(inner[0], value, where)
    if origin is np.ndarray or hint is np.ndarray:
        return _array_from(value, where)
    if origin is Literal:
        return value
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_from(hint, value, where)
    if origin in (tuple, list):
        return _sequence_from(hint, origin, value, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint, value, where)
    if isinstance(hint, type) and is_dataclass(hint):
        return _built(hint, value, where)
    if hint is float and type(value) is int:
        return float(value)
    return _plain(value)


def _plain(value: Json) -> Any:  # noqa: ANN401 - whatever JSON holds
    """A value of no declared type: arrays as arrays, mappings that cannot be changed."""
    if isinstance(value, dict):
        if value.keys() == {_DTYPE, _ARRAY}:
            return _array_from(value, "a value")
        return ReadOnlyDict({key: _plain(each) for key, each in value.items()})
    if isinstance(value, list):
        return tuple(_plain(each) for each in value)
    return value


def _array_from(value: Json, where: str) -> np.ndarray[Any, Any]:
    if not isinstance(value, Mapping) or value.keys() != {_DTYPE, _ARRAY}:
        raise InputTypeError(
            f"{where} is {_shown(value)}",
            "from_json_dict",
            f'an array, {{"{_DTYPE}": "float64", "{_ARRAY}": [...]}}',
        )
    dtype = value[_DTYPE]
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise InputTypeError(
            f"{where} has the dtype {_shown(dtype)}",
            "from_json_dict",
            f"one of {', '.join(_DTYPES)}",
        )
    _require_leaves(value[_ARRAY], _DTYPES[dtype], where, 0)
    try:
        array = np.array(value[_ARRAY], dtype=dtype)
    except (ValueError, TypeError, OverflowError):
        raise InputTypeError(
            f"{where} is not an array of {dtype}",
            "from_json_dict",
            "numbers in lists of equal lengths",
        ) from None
    array.setflags(write=False)
    return array


def _require_leaves(value: Json, kinds: frozenset[type], where: str, depth: int) -> None:
    """Refuse what numpy would convert in silence: texts, null, true among numbers."""
    if isinstance(value, list) and depth < _DEPTH_MAX:
        if {type(each) for each in value} <= kinds:
            return
        for each in value:
            _require_leaves(each, kinds, where, depth + 1)
    elif type(value) not in kinds:
        expected = " or ".join(sorted(kind.__name__ for kind in kinds))
        raise InputTypeError(
            f"{where} holds {_shown(value)}", "from_json_dict", f"entries of type {expected}"
        )


def _mapping_from(hint: Any, value: Json, where: str) -> Mapping[str, Any]:  # noqa: ANN401
    if not isinstance(value, Mapping):
        raise InputTypeError(f"{where} is {_shown(value)}", "from_json_dict", "a JSON object")
    of = (get_args(hint) or (str, Any))[1]
    return {key: _value(of, each, f"{where}[{key!r}]") for key, each in value.items()}


def _sequence_from(hint: Any, kind: type, value: Json, where: str) -> Any:  # noqa: ANN401
    if not isinstance(value, list):
        raise InputTypeError(f"{where} is {_shown(value)}", "from_json_dict", "a JSON array")
    of = get_args(hint) or (Any, ...)
    if kind is tuple and of[-1] is not Ellipsis:
        if len(of) != len(value):
            raise InputError(
                f"{where} has {len(value)} entries", "from_json_dict", f"{len(of)} entries"
            )
        pairs = zip(of, value, strict=True)
        return tuple(_value(each, item, f"{where}[{i}]") for i, (each, item) in enumerate(pairs))
    return kind(_value(of[0], item, f"{where}[{i}]") for i, item in enumerate(value))


def _member(kind: type[Enum], value: Json, where: str) -> Enum:
    for member in kind:
        if type(value) is type(member.value) and value == member.value:  # true is not 1
            return member
    raise InputError(
        f"{where} is {_shown(value)}",
        "from_json_dict",
        f"one of {', '.join(repr(each.value) for each in kind)}",
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
