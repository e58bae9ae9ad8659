"""Tables of a module or class that a function changes through another name.

`rows = DEFAULTS` gives the table a second name, and no copy of it: `rows += more` changes it for
all. An entry under a key may be a cache; a table that grows by what a caller gives is another one
at the next call.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Kind

from ._writes import is_mutable

__all__ = ["AliasChange", "alias_changes"]

_GROWS = frozenset({"append", "extend", "insert", "update"})


class AliasChange(NamedTuple):
    """A change: the place, and the table under its own name."""

    node: ast.AST
    table: str


def alias_changes(module: Module) -> Iterator[AliasChange]:
    """The changes of tables through local names and attributes that hold them."""
    reported: set[str] = set()
    for owner, node in _growths(module):
        if module.tree.function(node) is None:
            continue
        for definition in _definitions(module, owner):
            table = definition.value
            if table is None or definition.part is not None or not _is_shared(module, table):
                continue
            name = ast.unparse(table)
            if isinstance(owner, ast.Name) or name not in reported:
                # The constructors of many classes that share a table have one cause.
                reported.add(name)
                yield AliasChange(node, name)


def _growths(module: Module) -> Iterator[tuple[ast.expr, ast.AST]]:
    """What grows in place, and where: `x += [1]`, `x.update(y)`."""
    for statement in module.nodes(ast.AugAssign):
        if isinstance(statement.op, ast.Add | ast.BitOr):
            yield statement.target, statement
    for method in sorted(_GROWS):
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            yield call.func.value, call


def _definitions(module: Module, owner: ast.expr) -> list[Definition]:
    """The assignments that may have given a local name or an attribute of `self` its value."""
    if isinstance(owner, ast.Attribute):
        info = module.names.instance_of(owner.value)
        found = info.definitions(owner.attr) if info is not None else []
    else:
        binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
        if binding is None or not isinstance(owner, ast.Name) or not binding.scope.is_function:
            return []
        found = module.tree.reaching(binding, owner)
    return [each for each in found if each.kind is Kind.ASSIGN]


def _is_shared(module: Module, table: ast.expr) -> bool:
    """Whether an expression is a list, dictionary or set of the module, or of a class of it."""
    match table:
        case ast.Name():
            binding = module.tree.binding(table)
            if binding is None or binding.scope is not module.tree.module_scope:
                return False
            return all(is_mutable(each, module) for each in binding.definitions)
        case ast.Attribute(value=owner, attr=name):
            info = module.names.class_of(owner)
            return info is not None and any(
                is_mutable(each, module) for each in info.definitions(name)
            )
    return False
