"""Where dictionaries, lists and tuples go that hold a sequence: `{"names": list(names)}`."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

from ._callables import writes_value
from ._effects import ENTRY, FILE, SHOWN, STORED, most_certain
from ._messages import is_message

__all__ = ["appends", "of_literal", "outermost"]


def outermost(module: Module, literal: ast.expr) -> ast.expr:
    """The dictionary, list or tuple in which a literal is written."""
    parent = module.parent(literal)
    while isinstance(parent, ast.Dict | ast.List | ast.Tuple):
        literal, parent = parent, module.parent(parent)
    return literal


def appends(module: Module, literal: ast.expr) -> ast.Call | None:
    """The call that appends a tuple to a list that an object holds."""
    match module.parent(literal):
        case ast.Call(func=ast.Attribute(attr="append", value=ast.Attribute())) as call:
            return call if isinstance(literal, ast.Tuple) else None
    return None


def of_literal(module: Module, literal: ast.expr, *, is_plain: bool) -> str | None:
    """What a literal affects, also through a variable that holds a dictionary.

    Plain are elements that are passed on as they are, not what is computed from them.
    """
    match module.parent(literal):
        case ast.Assign(targets=[ast.Name() as target]) if isinstance(literal, ast.Dict):
            places: list[ast.expr] = [*module.tree.loads(target)]
        case _:
            places = [literal]
    return most_certain([_at(module, place, is_plain=is_plain) for place in places])


def _at(module: Module, node: ast.expr, *, is_plain: bool) -> str | None:
    if is_message(module, node):
        return SHOWN
    is_held = is_plain and isinstance(node, ast.Dict | ast.Name)
    match module.parent(node):
        case ast.Return() if is_held:
            return ENTRY
        case ast.Subscript() | ast.Attribute() | ast.Compare():
            return None
        case ast.Call(func=func, args=args) if node in args and writes_value(
            module.qualify(func) or word(func), args.index(node)
        ):
            return FILE
    return STORED if is_held else "a sequence"
