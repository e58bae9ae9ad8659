"""Code that a component's level does not allow, found in the source of its functions."""

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from project_ghost.core.level import Level
from project_ghost.core.portability import (
    NOT_PORTABLE,
    NOT_PORTABLE_LIBRARIES,
    NOT_PORTABLE_METHODS,
    NOT_PORTABLE_OPERATORS,
    NotPortable,
    Reason,
)
from project_ghost.engine import AbstractComponent

from ._finding import Finding

_OPERATORS: dict[type, str] = {ast.Pow: "**", ast.MatMult: "@"}
_MODULES = sorted({name.rpartition(".")[0] for name in NOT_PORTABLE})


def level_findings(component: AbstractComponent) -> list[Finding]:
    """Return what is not portable in a component that declares itself portable."""
    if component.level < Level.PORTABLE:
        return []
    findings: dict[str, Finding] = {}
    for name in component.functions:
        for used, entry in _not_portable(component.function(name), set()):
            text = f"`{name}` uses {used}, and the component's level is {component.level}"
            findings[text] = Finding(
                text,
                causes=(entry.message(used), "or declare its level: `level = Level.HOST`"),
            )
    return list(findings.values())


def _not_portable(
    function: Callable[..., Any], seen: set[int]
) -> Iterator[tuple[str, NotPortable]]:
    """Find what a function, and the plain functions that it calls, should not use."""
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
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    # `round(x)` has no decimals, and is exact.
    plain = {call.func for call in calls if len(call.args) == 1 and not call.keywords}
    for node in ast.walk(tree):
        operator = _OPERATORS.get(type(getattr(node, "op", None)))
        if operator is not None:
            yield f"`{operator}`", NOT_PORTABLE_OPERATORS[operator]
        if not isinstance(node, ast.Attribute | ast.Name):
            continue
        thing = _resolved(node, scope)
        entry = _entry(thing)
        if entry is not None and not (node in plain and entry[1].reason is Reason.DECIMALS):
            yield entry
        if inspect.isfunction(thing):
            yield from _not_portable(thing, seen)
        if thing is None and isinstance(node, ast.Attribute) and node.attr in NOT_PORTABLE_METHODS:
            yield f"`.{node.attr}()`", NOT_PORTABLE_METHODS[node.attr]


def _entry(thing: Any) -> tuple[str, NotPortable] | None:  # noqa: ANN401 - anything
    """Return the full name of a function and its entry in the tables, if it has one."""
    own = getattr(thing, "__name__", None)
    if not callable(thing) or not isinstance(own, str):
        return None
    for module in _MODULES:
        name = f"{module}.{own}"
        if name in NOT_PORTABLE and _is_member(thing, own, module):
            return name.removeprefix("builtins."), NOT_PORTABLE[name]
    for library, entry in NOT_PORTABLE_LIBRARIES.items():
        module = getattr(thing, "__module__", None) or ""
        if module == library or module.startswith(f"{library}."):
            return f"{module}.{own}", entry
        if _is_member(thing, own, library):  # bound to a hidden generator, so without a module
            return f"{library}.{own}", entry
    return None


def _is_member(thing: object, own: str, module: str) -> bool:
    return getattr(sys.modules.get(module), own, None) is thing


def _resolved(node: ast.expr, scope: dict[str, Any]) -> Any:  # noqa: ANN401 - anything
    """Return what a dotted name stands for, as far as that is known without running it."""
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if isinstance(node, ast.Attribute):
        below = _resolved(node.value, scope)
        return getattr(below, node.attr, None) if inspect.ismodule(below) else None
    return None
