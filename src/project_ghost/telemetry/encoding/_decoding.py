"""Decode JSON into message classes through their constructors, which reject bad data.

The decoder of a class is derived from its annotations once and cached, because recordings
hold many messages of few classes.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.wording import did_you_mean
from project_ghost.hal.fields import ReadOnlyDict

from ._encoding import ARRAY, DEPTH_MAX, DTYPE, DTYPES, Json, field_names

_T = TypeVar("_T")
# Names on the path to a value, last first; formatted only for an error message.
Path: TypeAlias = tuple[Any, Any] | None
Decoder: TypeAlias = Callable[[Json, Path], Any]

_ARRAY_KEYS = {DTYPE, ARRAY}
_WHERE = "from_json_dict"


def from_json_dict(cls: type[_T], d: Mapping[str, Json]) -> _T:
    """Build a message from the output of `to_json_safe`, through its constructor.

    Every field must be present and no other: bad data raises an error and never becomes a
    default value.
    """
    if not is_dataclass(cls):
        raise InputTypeError(f"cls is {cls!r}", _WHERE, "a dataclass")
    message: _T = _decoder(cls)(d, (None, cls.__name__))
    return message


@cache
def _decoder(hint: Any) -> Decoder:  # noqa: ANN401 - an annotation
    """Return the decoder for an annotation; the message's constructor does further checks."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _optional(_decoder(next(each for each in arguments if each is not NoneType)))
    if origin is np.ndarray or hint is np.ndarray:
        return _array
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_decoder(arguments[1]))
    if origin in (tuple, list):
        return _sequence(origin, arguments)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _message(hint)
    if hint is float:
        return lambda value, _: float(value) if type(value) is int else value
    if origin is Literal or hint in (int, str, bool):
        return lambda value, _: value
    return lambda value, _: _plain(value, 0)


def _message(cls: Any) -> Decoder:  # noqa: ANN401 - any dataclass
    hints = get_type_hints(cls)
    names = field_names(cls)
    decoders = [(name, _decoder(hints[name])) for name in names]
    known = frozenset(names)

    def decode(d: Json, path: Path) -> Any:  # noqa: ANN401 - the message
        if not isinstance(d, Mapping) or d.keys() != known:
            raise _field_mismatch(d, names, path)
        return cls(*[decoder(d[name], (path, name)) for name, decoder in decoders])

    return decode


def _field_mismatch(d: Json, names: tuple[str, ...], path: Path) -> InputError | InputTypeError:
    where, expected = _name(path), f"the fields {', '.join(names)}"
    if not isinstance(d, Mapping):
        what = f"{where} is {_short(d)}, of type {type(d).__name__}"
        return InputTypeError(what, _WHERE, f"a JSON object with {expected}")
    missing = [name for name in names if name not in d]
    if missing:
        return InputError(
            f"{where} has no field {missing[0]!r}",
            _WHERE,
            expected,
            "it was written by another version, or does not match its schema",
        )
    unknown = next(name for name in d if name not in names)
    close = did_you_mean(str(unknown), names)
    return InputError(f"{where} has a field {_short(unknown)}{close}", _WHERE, expected)


def _optional(inner: Decoder) -> Decoder:
    return lambda value, path: None if value is None else inner(value, path)


def _mapping(inner: Decoder) -> Decoder:
    def decode(value: Json, path: Path) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise InputTypeError(f"{_name(path)} is {_short(value)}", _WHERE, "a JSON object")
        return {key: inner(each, (path, [key])) for key, each in value.items()}

    return decode


def _sequence(kind: Any, arguments: tuple[Any, ...]) -> Decoder:  # noqa: ANN401 - tuple or list
    fixed = kind is tuple and arguments[-1:] != (Ellipsis,)
    inners = [_decoder(each) for each in arguments if each is not Ellipsis]

    def decode(value: Json, path: Path) -> Any:  # noqa: ANN401 - a tuple or a list
        if not isinstance(value, list):
            raise InputTypeError(f"{_name(path)} is {_short(value)}", _WHERE, "a JSON array")
        if fixed and len(inners) != len(value):
            what = f"{_name(path)} has {len(value)} entries"
            raise InputError(what, _WHERE, f"{len(inners)} entries")
        return kind(inners[i if fixed else 0](each, (path, [i])) for i, each in enumerate(value))

    return decode


def _member(kind: type[Enum]) -> Decoder:
    members = {(type(each.value), each.value): each for each in kind}

    def decode(value: Json, path: Path) -> Enum:
        # Keyed by type as well, because true == 1. Lists and dicts are not hashable.
        member = None if isinstance(value, list | dict) else members.get((type(value), value))
        if member is None:
            expected = f"one of {', '.join(repr(each.value) for each in kind)}"
            raise InputError(f"{_name(path)} is {_short(value)}", _WHERE, expected)
        return member

    return decode


def _plain(value: Json, depth: int) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return a value without a declared type: arrays as arrays, mappings as read-only dicts."""
    if depth > DEPTH_MAX:
        raise InputError("a value is nested too deeply", _WHERE, f"at most {DEPTH_MAX} levels")
    if isinstance(value, dict):
        if value.keys() == _ARRAY_KEYS:
            return _array(value, (None, "a value"))
        return ReadOnlyDict({key: _plain(each, depth + 1) for key, each in value.items()})
    if isinstance(value, list):
        return tuple(_plain(each, depth + 1) for each in value)
    return value


def _array(value: Json, path: Path) -> np.ndarray[Any, Any]:
    if not isinstance(value, dict) or value.keys() != _ARRAY_KEYS:
        expected = f'an array, {{"{DTYPE}": "float64", "{ARRAY}": [...]}}'
        raise InputTypeError(f"{_name(path)} is {_short(value)}", _WHERE, expected)
    dtype, entries = value[DTYPE], value[ARRAY]
    kinds = DTYPES.get(dtype) if isinstance(dtype, str) else None
    if kinds is None:
        what = f"{_name(path)} has the dtype {_short(dtype)}"
        raise InputTypeError(what, _WHERE, f"one of {', '.join(DTYPES)}")
    _require_entries(entries, kinds, path, 0)
    try:
        array = np.array(entries, dtype=dtype)
    except (ValueError, TypeError, OverflowError):
        what = f"{_name(path)} is not an array of {dtype}"
        raise InputTypeError(what, _WHERE, "numbers in lists of equal lengths") from None
    array.setflags(write=False)
    return array


def _require_entries(value: Json, kinds: frozenset[type], path: Path, depth: int) -> None:
    """Reject entries that numpy would convert silently: strings, null, booleans among numbers."""
    if isinstance(value, list) and depth < DEPTH_MAX:
        if kinds.issuperset(map(type, value)):
            return
        for each in value:
            _require_entries(each, kinds, path, depth + 1)
    elif type(value) not in kinds:
        expected = " or ".join(sorted(kind.__name__ for kind in kinds))
        what = f"{_name(path)} holds {_short(value)}"
        raise InputTypeError(what, _WHERE, f"entries of type {expected}")


def _name(path: Path) -> str:
    names: list[str] = []
    while path is not None:
        path, name = path
        names.append(f"[{name[0]!r}]" if isinstance(name, list) else f".{name}")
    return "".join(reversed(names)).removeprefix(".")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
