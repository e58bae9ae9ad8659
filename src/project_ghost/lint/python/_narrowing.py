"""What a test around a name says of its type: `if isinstance(value, set):`."""

import ast

from ._names import Names
from ._scopes import Function
from ._tree import Tree
from ._type import SET, SETS, Type

__all__ = ["narrowed"]


def narrowed(tree: Tree, names: Names, node: ast.Name) -> Type | None:
    """The set that a name is inside a test for it; None if no test around says so."""
    child: ast.AST = node
    for parent in tree.ancestors(node):
        match parent:
            case ast.If(test=test, body=body) if child in body:
                found = _tested(names, test, node.id)
            case ast.IfExp(test=test, body=body) if child is body:
                found = _tested(names, test, node.id)
            case _ if isinstance(parent, Function | ast.Lambda):
                return None
            case _:
                found = None
        if found is not None:
            return found
        child = parent
    return None


def _tested(names: Names, test: ast.expr, name: str) -> Type | None:
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return next((each for value in values if (each := _tested(names, value, name))), None)
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=tested), kinds]):
            parts = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
            are_sets = all(names.qualify(part) in SETS for part in parts)
            return Type(SET) if tested == name and parts and are_sets else None
    return None
