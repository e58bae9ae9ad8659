"""Draws that only a picture, a window or a message shows."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._purpose import imports_drawing
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_output, shows
from project_ghost.lint.python._syntax import snake, word

__all__ = ["DRAWING_CALL", "assigned", "is_only_seen"]

DRAWING_CALL = re.compile(
    r"(^|_)(set_?colou?r|draw|paint|plot|render|scatter|rectangle|polygon|circle)(_|$)"
)
# Calls whose only use of a number is to wait.
_WAITS = frozenset({"call_later", "pause", "sleep"})
_CONVERSIONS = frozenset({"abs", "float", "format", "int", "join", "max", "min", "round", "str"})
# How many variables a draw is followed through.
_VARIABLES_MAX = 4
# Libraries for windows.
_WINDOWS = ("arcade", "pygame", "pyglet", "tkinter", "turtle")


def is_only_seen(module: Module, node: ast.AST) -> bool:
    """Whether people see a draw, and nothing else depends on it."""
    return (
        _is_jitter(module, node)
        or _is_only_drawn(module, node)
        or _is_only_watched(module, node)
        or _is_only_shown(module, node)
    )


def _is_jitter(module: Module, node: ast.AST) -> bool:
    """Whether a draw moves what a picture shows: `ax.scatter(x + 0.1 * np.random.randn(n), y)`."""
    match module.tree.statement(node):
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return DRAWING_CALL.search(snake(name)) is not None and imports_drawing(module)
    return False


def _is_only_drawn(module: Module, node: ast.AST) -> bool:
    """Whether a variable holds a draw that only goes to a picture: `ax.plot(data[channels])`."""
    if not imports_drawing(module):
        return False
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return bool(loads) and all(_is_in_picture(module, load) for load in loads)
    return False


def _is_in_picture(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(parent, ast.Call) and DRAWING_CALL.search(snake(word(parent.func)))
        for parent in module.tree.ancestors(node)
    )


def _is_only_watched(module: Module, node: ast.AST) -> bool:
    """Whether a function returns nothing, and shows what it computes in a window."""
    function = module.tree.function(node)
    if not isinstance(function, Function) or module.tree.class_around(function) is not None:
        return False
    if any(found.value is not None for found in module.tree.returns[function]):
        return False
    return any(
        use.call is not None and module.tree.function(use.call) is function
        for use in module.uses_below(*_WINDOWS)
    )


def _is_only_shown(module: Module, node: ast.AST, depth: int = 0) -> bool:
    """Whether a draw is only printed, or only waited for: `print(random.choice(TIPS))`.

    It may go through variables, and decide what is printed: `if random() < 0.1: print(n)`.
    """
    if in_output(module, node) or _is_waited(module, node) or _decides_output(module, node):
        return True
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target]) if depth < _VARIABLES_MAX and not any(
            _computes(parent, node) for parent in module.tree.ancestors(node)
        ):
            loads = module.tree.loads(target)
            return bool(loads) and all(_is_only_shown(module, each, depth + 1) for each in loads)
    return False


def _computes(parent: ast.AST, node: ast.AST) -> bool:
    """Whether a call does something with a draw that it is given: `env.step(action)`."""
    return (
        isinstance(parent, ast.Call)
        and parent.func is not node
        and word(parent.func) not in _CONVERSIONS
    )


def _is_waited(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(parent, ast.Call) and word(parent.func) in _WAITS
        for parent in module.tree.ancestors(node)
    )


def _decides_output(module: Module, node: ast.AST) -> bool:
    """Whether a node is in a condition that decides only whether something is printed."""
    match module.tree.statement(node):
        case ast.If(test=test, body=body, orelse=[]) if any(
            part is node for part in ast.walk(test)
        ):
            return all(
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Call)
                and shows(module, each.value)
                for each in body
            )
    return False


def assigned(statement: ast.stmt) -> list[ast.expr]:
    """The places that a statement assigns to."""
    match statement:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target):
            return [target]
    return []
