"""Code that a component's level does not allow, found in the source of its functions."""

import ast
import builtins
import inspect
import math
import random
import textwrap
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from project_ghost.core import dmath
from project_ghost.core.level import Level
from project_ghost.engine import AbstractComponent

from ._finding import Finding

# Correctly rounded, or no arithmetic at all: the same everywhere.
_MATH = {"sqrt", "fabs", "floor", "ceil", "trunc", "copysign", "isnan", "isinf", "isfinite"}
_NUMPY = {
    *("dot", "vdot", "inner", "outer", "matmul", "tensordot", "einsum", "kron", "convolve"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "hypot", "sinc"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "deg2rad", "unwrap"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp", "logaddexp2"),
    *("power", "float_power", "cbrt", "mean", "std", "var", "interp", "correlate"),
}
_METHODS = ("dot", "mean", "std", "var")  # of an array, whose own name is not known here
_NUMPY_PARTS = ("numpy.linalg", "numpy.fft", "numpy.random")
_BUILTINS = {
    "pow": "use dmath.pow, or multiply",
    "sum": "add in a loop: Python 3.12 sums floats differently",
    "round": "use floor(x + 0.5), or keep the number as it is",
    "hash": "it changes with the process",
    "id": "it changes with the process",
}


def level_findings(component: AbstractComponent) -> list[Finding]:
    """What is not portable in a component that says it is."""
    if component.level < Level.PORTABLE:
        return []
    found: dict[str, Finding] = {}
    for name in component.functions:
        for what, fix in _banned(component.function(name), set()):
            text = f"`{name}` uses {what}, and the component's level is {component.level}"
            found[text] = Finding(
                text, causes=(fix, "or declare what it is: `level = Level.HOST` in the class")
            )
    return list(found.values())


def _banned(function: Callable[..., Any], seen: set[int]) -> Iterator[tuple[str, str]]:
    """What a function, and the plain functions that it calls, should not use."""
    function = inspect.unwrap(getattr(function, "py_func", function))
    if not inspect.isfunction(function) or id(function) in seen:
        return
    seen.add(id(function))
    if (function.__module__ or "").startswith(("project_ghost.core.", "project_ghost.engine.ops")):
        return
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return
    scope = {**vars(builtins), **function.__globals__, **inspect.getclosurevars(function).nonlocals}
    for node in ast.walk(tree):
        yield from _operator(node)
        if isinstance(node, ast.Attribute | ast.Name):
            thing = _resolved(node, scope)
            yield from _thing(thing)
            if inspect.isfunction(thing):
                yield from _banned(thing, seen)
            if thing is None and isinstance(node, ast.Attribute) and node.attr in _METHODS:
                yield f"`.{node.attr}()`", "write the loop out: its order is then fixed"


def _operator(node: ast.AST) -> Iterator[tuple[str, str]]:
    operator = getattr(node, "op", None)
    if isinstance(operator, ast.Pow):
        yield "`**`", "write x * x, or use dmath.pow"
    if isinstance(operator, ast.MatMult):
        yield "`@`", "write the loop out: its order is then fixed"


def _thing(thing: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - anything
    name = getattr(thing, "__name__", "")
    module = getattr(thing, "__module__", None) or ""
    if isinstance(name, str) and callable(thing):
        if thing is vars(math).get(name) and name not in _MATH:
            yield f"math.{name}", _replacement(name)
        elif thing is vars(builtins).get(name) and name in _BUILTINS:
            yield f"{name}()", _BUILTINS[name]
        elif isinstance(module, str) and module.startswith(_NUMPY_PARTS):
            yield f"{module}.{name}", "write the loop out, or declare Noise for random numbers"
        elif thing is vars(np).get(name) and name in _NUMPY:
            yield f"numpy.{name}", _replacement(name)
        elif thing is vars(time).get(name) or thing is vars(random).get(name):
            yield f"{module or 'random'}.{name}", "take `time_ns`, or declare Noise"


def _replacement(name: str) -> str:
    name = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2"}.get(
        name, name
    )
    name = "pow" if name in ("power", "float_power") else name
    return f"use dmath.{name}" if name in dmath.__all__ else "write the loop out"


def _resolved(node: ast.expr, scope: dict[str, Any]) -> Any:  # noqa: ANN401 - anything
    """What a dotted name stands for, as far as that is known without running it."""
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if isinstance(node, ast.Attribute):
        below = _resolved(node.value, scope)
        return getattr(below, node.attr, None) if inspect.ismodule(below) else None
    return None
