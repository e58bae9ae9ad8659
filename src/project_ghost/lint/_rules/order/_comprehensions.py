"""What a comprehension makes of the elements that it takes."""

import ast

from project_ghost.lint.python._syntax import names_in, word

from ._callables import NAMING

__all__ = ["is_numbered", "only_renames", "uses_elements"]


def is_numbered(node: ast.AST, generator: ast.comprehension) -> bool:
    """Whether a dictionary gives each element its number: `{x: i for i, x in enumerate(names)}`."""
    match generator:
        case ast.comprehension(
            target=ast.Tuple(elts=[ast.Name(id=number), *_]),
            iter=ast.Call(func=ast.Name(id="enumerate")),
        ):
            return isinstance(node, ast.DictComp) and any(
                isinstance(part, ast.Name) and part.id == number for part in ast.walk(node.value)
            )
    return False


def only_renames(node: ast.expr) -> bool:
    """Whether an expression is an element, a part of it, or another form of its name."""
    return all(
        word(part.func) in NAMING for part in ast.walk(node) if isinstance(part, ast.Call)
    ) and not any(isinstance(part, ast.Subscript | ast.BinOp) for part in ast.walk(node))


def uses_elements(node: ast.AST, target: ast.expr) -> bool:
    """Whether a comprehension uses the elements that it takes."""
    names = names_in(target)
    return any(
        isinstance(part, ast.Name) and part.id in names and isinstance(part.ctx, ast.Load)
        for part in ast.walk(node)
    )
