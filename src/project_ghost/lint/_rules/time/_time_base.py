"""Simulated time that begins at the time of the host: `self.now = time.time()`, `self.now += dt`.

Each sum of steps is rounded by how large the time of the host is, so it differs between runs.
"""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._classes import ClassInfo
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._syntax import word

__all__ = ["starts_simulated_time"]


def starts_simulated_time(module: Module, call: ast.Call) -> bool:
    """Whether an attribute holds a reading of a clock, and its class adds steps to it.

    A difference of readings that is added to one is a time of the host again.
    """
    match module.parent(call):
        case ast.Assign(targets=[ast.Attribute() as target], value=value) if value is call:
            info = module.names.instance_of(target.value)
        case _:
            return False
    return info is not None and any(
        definition.kind is Kind.AUGMENT and _is_step(definition.value)
        for name in (target.attr, *_made_from(info, target.attr))
        for definition in info.instance.get(name, ())
    )


def _made_from(info: ClassInfo, attribute: str) -> Iterator[str]:
    """The attributes that begin with the value of another: `self.now = self.start + offset`."""
    for name, definitions in info.instance.items():
        for definition in definitions:
            match definition.value:
                case (
                    ast.Attribute(attr=source)
                    | ast.BinOp(left=ast.Attribute(attr=source), op=ast.Add())
                ) if definition.kind is Kind.ASSIGN and source == attribute:
                    yield name


def _is_step(value: ast.expr | None) -> bool:
    """Whether a value is a name, a number or a product, not a difference of times."""
    match value:
        case ast.Name() | ast.Attribute():
            return bool(word(value))
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return _is_step(left) and _is_step(right)
    return False
