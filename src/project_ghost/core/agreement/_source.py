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
from weakref import WeakKeyDictionary

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
        closed = inspect.getclosurevars(function).nonlocals
        find = _lambda if function.__name__ == "<lambda>" else _definition
        definition = find(function)
    except (OSError, SyntaxError, TypeError, ValueError):
        return None
    if definition is None:
        return None
    return Source(function, definition, {**vars(builtins), **function.__globals__, **closed})


# The trees of functions that were generated or rewritten, which no file has.
_KEPT: WeakKeyDictionary[Callable[..., Any], ast.FunctionDef] = WeakKeyDictionary()


def keep_source(function: Callable[..., Any], source: str | ast.FunctionDef) -> None:
    """Keep the source of a function that was made from text or from a tree, for `source_of`.

    Beside the function and not on it: an attribute would change the key of its machine code.
    """
    if isinstance(source, str):
        (tree,) = ast.parse(source).body
        assert isinstance(tree, ast.FunctionDef)
        source = tree
    # ghost: allow[global-state] a function's text does not change in a process
    _KEPT[function] = source


def source_of(function: Callable[..., Any]) -> Source | None:
    """The source of a function as it runs: also of one that was generated or rewritten."""
    tree = _KEPT.get(function)
    if tree is None:
        return read_source(function)
    closed = inspect.getclosurevars(function).nonlocals
    return Source(function, tree, {**vars(builtins), **function.__globals__, **closed})


def _definition(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The `def` of a function."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    match tree.body:
        case [ast.FunctionDef(name=function.__name__) as found]:
            ast.increment_lineno(found, first - 1)
            return found
    return None


def _lambda(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """A lambda as a `def`: the one whose body stands where the function's code does."""
    code = function.__code__
    lines, _ = inspect.findsource(function)
    places = set(code.co_positions())
    for node in ast.walk(_parsed("".join(lines))):
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno:
            body = node.body
            if (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset) in places:
                made = ast.parse("def made(): pass").body[0]
                assert isinstance(made, ast.FunctionDef)
                made.args, made.body = node.args, [ast.copy_location(ast.Return(body), body)]
                return ast.copy_location(made, node)
    return None


# Kept: a file may have many lambdas.
@lru_cache(maxsize=16)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


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
