"""A digest of a function and of everything that its machine code depends on."""

import hashlib
import inspect
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np


def referenced(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the globals and closed-over values that a plain function names, by name.

    Of a module, the attributes that the function names anywhere, under `module.attribute`.
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
    """Return a digest that changes when the function, or anything that it uses, changes."""
    parts: list[str] = []
    _collect(function, parts, set())
    return hashlib.sha256("\0".join(parts).encode("utf-8")).hexdigest()


def modules_of(function: Callable[..., Any]) -> set[str]:
    """Return the modules of the function, and of all functions and named tuples that it uses."""
    found: dict[Callable[..., Any], str] = {}
    _collect_modules(function, found)
    return set(found.values())


def _collect_modules(value: Any, found: dict[Callable[..., Any], str]) -> None:  # noqa: ANN401
    function = getattr(value, "py_func", value)
    if not (inspect.isfunction(function) or _is_named_tuple(function)) or function in found:
        return
    found[function] = str(function.__module__)
    if inspect.isfunction(function):
        for other in referenced(function).values():
            _collect_modules(other, found)


def _is_named_tuple(value: Any) -> bool:  # noqa: ANN401
    return inspect.isclass(value) and issubclass(value, tuple) and hasattr(value, "_fields")


def _names(code: CodeType) -> list[str]:
    """Return all global names in a function's code, inner functions included."""
    found = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += _names(constant)
    return list(dict.fromkeys(found))


def _collect(value: Any, parts: list[str], seen: set[int]) -> None:  # noqa: ANN401
    function = getattr(value, "py_func", value)  # the source of a Numba dispatcher
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
        # A module or a class counts by its name.
        parts.append(f"{getattr(value, '__name__', type(value).__name__)}")


# Kept: a function's text does not change in a process, and takes long to find.
@lru_cache(maxsize=4096)
def _text(function: Callable[..., Any]) -> str:
    """Return the function's source, where there is any, and its code.

    The source alone is not enough: two lambdas on one line have the same source.
    """
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):  # made by exec, or in an interactive session
        source = ""
    return f"{source}{_code_text(function.__code__)} {function.__defaults__!r}"


def _code_text(code: CodeType) -> str:
    """Return bytecode and constants; of inner functions the content, not the address."""
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return f"{code.co_code!r} {constants} {code.co_names} {code.co_varnames}"
