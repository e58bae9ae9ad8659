"""Tables that keep objects which go on changing, so that a later run finds them as they are."""

import ast
import re

from project_ghost.lint.python._classes import ClassInfo, is_setter
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import names_in, snake

from ._anew import RESETS

__all__ = ["keeps_changing_object"]

_BUILDS = frozenset({"__init__", "__new__", "__post_init__", "__enter__", "__exit__"})
_SETS = re.compile(r"^_*(set|init|setup|configure|connect|load|open|build|compile)(_|$)")


def keeps_changing_object(module: Module, node: ast.AST) -> bool:
    """Whether an entry is an object of a class whose methods change it, made for the first caller.

    `if key not in agents: agents[key] = Agent(config)`: the next run gets the agent of this one,
    with what it remembers, whatever its own `config` says.
    """
    statement, function = module.tree.statement(node), module.tree.function(node)
    if not isinstance(node, ast.Subscript) or not isinstance(function, Function):
        return False
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return False
    info = module.names.class_of(statement.value.func)
    if info is None or not _changes_itself(module, info):
        return False
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    given = {each.arg for each in arguments} - {"self", "cls"}
    return bool(given & names_in(statement.value) - _behind(module, node.slice))


def _changes_itself(module: Module, info: ClassInfo) -> bool:
    """Whether a method assigns an attribute that another call of it, or of another, reads."""
    return any(
        _is_changed_in(module.tree.function(definition.node))
        and not _is_first_use(module, definition.node, name)
        and any(module.names.instance_of(load.value) is info for load in _loads(module, name))
        for name, definitions in info.instance.items()
        for definition in definitions
    )


def _is_changed_in(function: Function | ast.Lambda | None) -> bool:
    """Whether a method changes its object while it works, not to build or to reset it."""
    return (
        isinstance(function, Function)
        and function.name not in _BUILDS
        and not is_setter(function)
        and _SETS.search(snake(function.name)) is None
        and RESETS.search(snake(function.name)) is None
    )


def _is_first_use(module: Module, node: ast.AST, name: str) -> bool:
    """Whether an attribute is made when it is missing: `if self.table is None:`."""
    return any(
        isinstance(parent, ast.If)
        and any(
            isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(parent.test)
        )
        for parent in module.tree.ancestors(node)
    )


def _loads(module: Module, name: str) -> list[ast.Attribute]:
    return module.flow.attribute_loads.get(name, [])


def _behind(module: Module, key: ast.expr) -> set[str]:
    """The names in a key, and in the definitions of those."""
    found = names_in(key)
    for part in ast.walk(key):
        binding = module.tree.binding(part) if isinstance(part, ast.Name) else None
        for definition in binding.definitions if binding else ():
            found |= names_in(definition.value) if definition.value is not None else set()
    return found
