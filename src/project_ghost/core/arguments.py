"""The types of a public function's arguments, checked as the function declares them.

`checked_arguments` reads a function's annotations when it is first called. It is for functions
that people call a few times from a notebook or a program of theirs. What runs at each message or
declaration calls `require_type`, or checks in its own way.
"""

import collections.abc
import functools
import inspect
import numbers
import types
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import numpy as np

from .errors import InputTypeError

__all__ = ["checked_arguments", "require_type"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

# A bool is not a number here, and 3.0 is not whole; numpy's numbers are numbers.
_NUMBERS: dict[object, Callable[[object], bool]] = {
    bool: lambda value: isinstance(value, bool | np.bool_),
    int: lambda value: isinstance(value, numbers.Integral) and not isinstance(value, bool),
    float: lambda value: isinstance(value, numbers.Real) and not isinstance(value, bool),
}
_NOUNS = {
    bool: "True or False",
    bytes: "bytes",
    float: "a number",
    int: "a whole number",
    str: "text",
    Path: "a Path",
    types.NoneType: "None",
}


def checked_arguments(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let a function refuse an argument of another type than it declares.

    The error is an `InputTypeError` with the argument's name as its `key`. Elements of sequences
    and values of mappings are checked too; an iterator is not used up. Text counts as no sequence
    of texts.
    """

    @functools.wraps(function)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        names, hints = _declared(function)
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            if name in hints:
                room = ".".join(function.__module__.split(".")[:2])
                require_type(name, value, hints[name], f"{room}.{function.__qualname__}")
        return function(*args, **kwargs)

    return checked


def require_type(name: str, value: object, hint: Any, where: str) -> None:  # noqa: ANN401 - below
    """Raise an `InputTypeError` unless the value of the argument `name` has the declared type."""
    if not _fits(value, hint):
        raise InputTypeError(
            f"{name} is {_shown(value)}",
            where,
            _noun(hint),
            "give another value, or convert this one first",
            name,
        )


@functools.cache
def _declared(function: Callable[..., object]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The names of the arguments in order, and the types of those that have one."""
    parameters = inspect.signature(function).parameters
    hints = typing.get_type_hints(function)
    single = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = (name for name in parameters if name in hints and parameters[name].kind in single)
    return tuple(parameters), {name: hints[name] for name in named}


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401 - a hint is a type, a union, an alias
    if hint is Any or hint is object or isinstance(hint, TypeVar):
        return True
    if hint is None:
        return value is None
    if hint in _NUMBERS:
        return _NUMBERS[hint](value)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return True  # the function names the values that it knows
    if origin in (type, collections.abc.Callable):
        return isinstance(value, type) if origin is type else callable(value)
    if origin is not None:
        return _fits_generic(value, origin, parts)
    if hint in (typing.BinaryIO, typing.TextIO):
        return hasattr(value, "write") or hasattr(value, "read")
    if getattr(hint, "_is_protocol", False):
        return all(hasattr(value, name) for name in vars(hint) if not name.startswith("_"))
    return not isinstance(hint, type) or isinstance(value, hint)


def _fits_generic(value: object, origin: type, parts: tuple[Any, ...]) -> bool:
    if not isinstance(value, origin) or isinstance(value, str | bytes):
        return False
    if isinstance(value, Mapping) and len(parts) == 2:
        keys, values = parts
        return all(_fits(key, keys) and _fits(value[key], values) for key in value)
    if isinstance(value, list | tuple | set | frozenset) and parts:
        each = parts if origin is tuple and ... not in parts else (parts[0],) * len(value)
        return len(each) == len(value) and all(map(_fits, value, each))
    return True


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__qualname__}"


def _noun(hint: Any) -> str:  # noqa: ANN401 - a hint is a type, a union, an alias
    if hint in _NOUNS or hint is None:
        return _NOUNS[types.NoneType if hint is None else hint]
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_noun(part) for part in parts))
    if origin is collections.abc.Callable:
        return "a function"
    if origin is type:
        return "a class"
    name = getattr(origin or hint, "__name__", str(hint))
    if origin is collections.abc.Mapping:
        return "a mapping"
    if parts and origin in (collections.abc.Sequence, collections.abc.Iterable, tuple):
        return f"several of: {_noun(parts[0])}"
    return f"a {name}" if name[0] not in "AEIOUaeiou" else f"an {name}"
