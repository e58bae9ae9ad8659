"""What the machine code of a function depends on: its text, and all that it refers to."""

import hashlib
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np


def referenced(function: Callable[..., Any]) -> dict[str, Any]:
    """The globals and closed-over values that a plain function names, by name.

    Of a module, what the function may take from it: all of its attributes that the function
    names anywhere, under `module.attribute`.
    """
    code = function.__code__
    names = _names(code)
    values = {n: function.__globals__[n] for n in names if n in function.__globals__}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        values[name] = cell.cell_contents
    modules = {name: value for name, value in values.items() if inspect.ismodule(value)}
    for name, module in modules.items():
        values |= {f"{name}.{n}": getattr(module, n) for n in names if hasattr(module, n)}
    return values


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest that changes when the function, or anything it rests on, does."""
    parts: list[str] = []
    _collect(function, parts, set())
    return hashlib.sha256("\0".join(parts).encode("utf-8")).hexdigest()


def has_modules(function: Callable[..., Any]) -> bool:
    """Whether it and all that it rests on belong to modules that can be found by their names."""
    return _has_modules(function, set())


def _has_modules(value: Any, seen: set[int]) -> bool:  # noqa: ANN401
    if _is_named_tuple(value):
        return value.__module__ in sys.modules
    function = getattr(value, "py_func", value)
    if not inspect.isfunction(function) or id(function) in seen:
        return True
    seen.add(id(function))
    if function.__module__ not in sys.modules:
        return False
    return all(_has_modules(other, seen) for other in referenced(function).values())


def _is_named_tuple(value: Any) -> bool:  # noqa: ANN401
    return inspect.isclass(value) and issubclass(value, tuple) and hasattr(value, "_fields")


def _names(code: CodeType) -> list[str]:
    """All global names in a function's code, inner functions included."""
    found = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += _names(constant)
    return list(dict.fromkeys(found))


def _collect(value: Any, parts: list[str], seen: set[int]) -> None:  # noqa: ANN401
    function = getattr(value, "py_func", value)  # what a dispatcher of Numba's was made of
    if inspect.isfunction(function):
        if id(function) in seen:
            return
        seen.add(id(function))
        parts.append(_text(function))
        for name, other in sorted(referenced(function).items()):
            parts.append(name)
            _collect(other, parts, seen)
    elif _is_named_tuple(value):
        # Compiled code finds a field by its place.
        parts.append(f"{value.__module__}.{value.__qualname__} {value._fields}")
        for default in value._field_defaults.values():
            _collect(default, parts, seen)
    elif isinstance(value, np.ndarray):
        parts.append(f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}")
    elif isinstance(value, int | float | str | bytes | bool | tuple | None):
        parts.append(repr(value))
    else:
        # A module, a class: known by its name, and by its version where it has one.
        parts.append(f"{getattr(value, '__name__', type(value).__name__)}")


# Kept: a function's text does not change under a process, and takes long to find.
@lru_cache(maxsize=4096)
def _text(function: Callable[..., Any]) -> str:
    """The function's source, where there is any, and its code.

    The source alone is not enough: two lambdas on one line have the same.
    """
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):  # made by exec, or in an interactive session
        source = ""
    return f"{source}{_code_text(function.__code__)} {function.__defaults__!r}"


def _code_text(code: CodeType) -> str:
    """Bytecode and constants; an inner function's by its content, not by its address."""
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return f"{code.co_code!r} {constants} {code.co_names} {code.co_varnames}"
