"""Functions of a single node, without context."""

import ast

__all__ = ["is_none", "word"]


def is_none(node: ast.AST | None) -> bool:
    """Whether an expression is written `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def word(node: ast.AST) -> str:
    """The last part of a name or dotted name; empty for any other expression."""
    match node:
        case ast.Name(id=found) | ast.Attribute(attr=found):
            return found
    return ""
