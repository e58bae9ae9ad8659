"""Functions of a single node, without context."""

import ast
import re
from collections.abc import Iterator

__all__ = ["defaults", "is_main_guard", "is_none", "names_in", "snake", "word"]


def is_none(node: ast.AST | None) -> bool:
    """Whether an expression is written `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def names_in(node: ast.AST) -> set[str]:
    """The names in some source, not those of attributes."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def defaults(
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> Iterator[tuple[str, ast.expr]]:
    """The parameters of a function that have a default, with it."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    first = len(plain) - len(arguments.defaults)
    for argument, default in zip(plain[first:], arguments.defaults, strict=True):
        yield argument.arg, default
    for argument, given in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if given is not None:
            yield argument.arg, given


def is_main_guard(node: ast.AST) -> bool:
    """Whether a statement is `if __name__ == "__main__":`."""
    match node:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


def word(node: ast.AST) -> str:
    """The last part of a name or dotted name; empty for any other expression."""
    match node:
        case ast.Name(id=found) | ast.Attribute(attr=found):
            return found
    return ""


def snake(name: str) -> str:
    """A name in lower case, its words separated by underscores."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
