"""Functions of a single node, without context."""

import ast

__all__ = ["is_main_guard", "is_none", "word"]


def is_none(node: ast.AST | None) -> bool:
    """Whether an expression is written `None`."""
    return isinstance(node, ast.Constant) and node.value is None


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
