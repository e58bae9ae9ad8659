"""Messages out of what JSON holds, with care: an error names the field and what is wrong."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.spelling import did_you_mean
from project_ghost.hal.fields import ReadOnlyDict

from ._encoding import ARRAY_KEY, DEPTH_MAX, DTYPE_KEY, DTYPES, Json, field_names


@cache
def field_hints(kind: type) -> dict[str, Any]:
    """What each field of a dataclass is annotated with."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in field_names(kind)}


def built(cls: Any, d: object, where: str) -> Any:  # noqa: ANN401 - any dataclass
    """A message of this class, whose place is `where`."""
    if not isinstance(d, Mapping):
        raise InputTypeError(
            f"{where} is {_shown(d)}, of type {type(d).__name__}",
            "from_json_dict",
            f"a JSON object with the fields {', '.join(field_names(cls))}",
        )
    hints = field_hints(cls)
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
        return built(hint, value, where)
    if hint is float and type(value) is int:
        return float(value)
    return plain_value(value)


def plain_value(value: Json) -> Any:  # noqa: ANN401 - whatever JSON holds
    """A value of no declared type: arrays as arrays, mappings that cannot be changed."""
    if isinstance(value, dict):
        if value.keys() == {DTYPE_KEY, ARRAY_KEY}:
            return _array_from(value, "a value")
        return ReadOnlyDict({key: plain_value(each) for key, each in value.items()})
    if isinstance(value, list):
        return tuple(plain_value(each) for each in value)
    return value


def _array_from(value: Json, where: str) -> np.ndarray[Any, Any]:
    if not isinstance(value, Mapping) or value.keys() != {DTYPE_KEY, ARRAY_KEY}:
        raise InputTypeError(
            f"{where} is {_shown(value)}",
            "from_json_dict",
            f'an array, {{"{DTYPE_KEY}": "float64", "{ARRAY_KEY}": [...]}}',
        )
    dtype = value[DTYPE_KEY]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise InputTypeError(
            f"{where} has the dtype {_shown(dtype)}",
            "from_json_dict",
            f"one of {', '.join(DTYPES)}",
        )
    _require_leaves(value[ARRAY_KEY], DTYPES[dtype], where, 0)
    try:
        array = np.array(value[ARRAY_KEY], dtype=dtype)
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
    if isinstance(value, list) and depth < DEPTH_MAX:
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
