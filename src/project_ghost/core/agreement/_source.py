"""The source of a function as a tree, and the objects that its names stand for."""

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from project_ghost.core.portability import NOT_PORTABLE, NOT_PORTABLE_LIBRARIES


@dataclass(frozen=True, eq=False)
class Source:
    """A function: its tree, with the file's line numbers, and what its free names stand for."""

    function: Callable[..., Any]
    tree: ast.FunctionDef
    scope: Mapping[str, Any]

    @property
    def file(self) -> str:
        """The file that it stands in."""
        return self.function.__code__.co_filename


# Kept: a function's text does not change in a process.
@lru_cache(maxsize=4096)
def read_source(function: Callable[..., Any]) -> Source | None:
    """The source of a plain function; None where it cannot be read."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        closed = inspect.getclosurevars(function).nonlocals
    except (OSError, SyntaxError, TypeError, ValueError):
        return None
    definition = _definition(tree, function)
    if definition is None:
        return None
    ast.increment_lineno(definition, first - 1)
    return Source(function, definition, {**vars(builtins), **function.__globals__, **closed})


def _definition(tree: ast.Module, function: Callable[..., Any]) -> ast.FunctionDef | None:
    if function.__name__ != "<lambda>":
        match tree.body:
            case [ast.FunctionDef(name=function.__name__) as found]:
                return found
        return None
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    if len(lambdas) != 1:  # which of them it is cannot be told
        return None
    (node,) = lambdas
    body = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.parse("def made(): pass").body[0]
    assert isinstance(made, ast.FunctionDef)
    made.args, made.body = node.args, [body]
    return ast.copy_location(made, node)


def resolved(node: ast.expr, scope: Mapping[str, Any], local: frozenset[str]) -> Any:  # noqa: ANN401
    """What a dotted name stands for outside of the function; `MISSING` where that is not known."""
    if isinstance(node, ast.Name):
        return MISSING if node.id in local else scope.get(node.id, MISSING)
    if isinstance(node, ast.Attribute):
        below = resolved(node.value, scope, local)
        return getattr(below, node.attr, MISSING) if inspect.ismodule(below) else MISSING
    return MISSING


MISSING = object()


def full_name(value: object) -> str:
    """The full name of a function: `numpy.sum`, `math.sqrt`, `builtins.int`; else empty."""
    own = getattr(value, "__name__", None)
    if not callable(value) or not isinstance(own, str):
        return ""
    for module in ("builtins", "math", "numpy", *_libraries()):
        if getattr(sys.modules.get(module), own, None) is value:
            return f"{module}.{own}"
    # numpy has some functions under two names.
    return f"{getattr(value, '__module__', None) or ''}.{own}"


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    modules = {name.rpartition(".")[0] for name in NOT_PORTABLE} | NOT_PORTABLE_LIBRARIES.keys()
    return tuple(sorted(modules - {"builtins", "math", "numpy"}))
