"""Computations that a function starts, and does not wait for any longer after a time."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import word

__all__ = ["is_cut_off", "is_started"]

# Calls that start a function elsewhere -> the position of that function, or the keyword.
_STARTS = {
    "apply_async": 0,
    "map_async": 0,
    "starmap_async": 0,
    "submit": 0,
    "Process": 1,
    "Thread": 1,
}
# What tells whether a computation has ended.
_ASKS = frozenset({"done", "exitcode", "is_alive", "ready", "successful"})
_BY_FORCE = frozenset({"cancel", "kill", "shutdown", "terminate"})


def is_started(module: Module, node: ast.expr) -> bool:
    """Whether a value is what a function gets back for a computation that it starts itself."""
    return _start(module, node) is not None


def is_cut_off(module: Module, call: ast.Call) -> bool:
    """Whether a wait with a limit decides how much a computation does.

    The function goes on without asking whether it has ended. It ends the computation by force, or
    limits whatever function its caller gives it.
    """
    function = module.tree.function(call)
    started = _start(module, call.func.value) if isinstance(call.func, ast.Attribute) else None
    if not isinstance(function, Function) or started is None:
        return False
    later = [part for part in ast.walk(function) if getattr(part, "lineno", 0) > call.lineno]
    if any(isinstance(part, ast.Raise) or word(part) in _ASKS for part in later):
        return False
    is_ended = any(isinstance(part, ast.Call) and word(part.func) in _BY_FORCE for part in later)
    return is_ended or _is_given(module, started)


def _start(module: Module, node: ast.expr) -> ast.Call | None:
    """The call that starts a computation, directly or through a variable."""
    if isinstance(node, ast.Call):
        return node if word(node.func) in _STARTS else None
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    if binding is None or not isinstance(node, ast.Name):
        return None
    found = [
        each.value
        for each in module.tree.reaching(binding, node)
        if isinstance(each.value, ast.Call) and each.part is None
    ]
    return _start(module, found[0]) if len(found) == 1 else None


def _is_given(module: Module, start: ast.Call) -> bool:
    """Whether the computation is a parameter of a function around, as in a decorator."""
    position = _STARTS[word(start.func)]
    given = [each.value for each in start.keywords if each.arg in ("target", "func", "fn")]
    given += start.args[position : position + 1]
    binding = module.tree.binding(given[0]) if given and isinstance(given[0], ast.Name) else None
    return binding is not None and any(each.kind is Kind.PARAMETER for each in binding.definitions)
