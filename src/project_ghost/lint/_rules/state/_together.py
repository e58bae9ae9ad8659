"""Changes of one object in one function, reported once."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._tree import position

__all__ = ["Change", "reported_once"]


class Change(NamedTuple):
    """A change of an attribute: where, its name, and how sure it is."""

    node: ast.AST
    name: str
    severity: Severity | None


def reported_once(module: Module, changes: Iterable[Change], message: str) -> Iterator[Problem]:
    """The first of all changes of one object in one function, and any other.

    `message` has a place for the name. A function that fills an object with fifty values has one
    cause, and so one finding.
    """
    groups: dict[object, list[Change]] = {}
    for change in sorted(changes, key=lambda each: position(each.node)):
        groups.setdefault(_group(module, change), []).append(change)
    for first, *others in groups.values():
        more = f"` (and {len(others)} more changes of it here)" if others else "`"
        text = message.format(name=f"`{first.name}{more}")
        yield Problem(first.node, text, first.severity)


def _group(module: Module, change: Change) -> object:
    """What changes have in common that are one: the function, the object and the severity."""
    match change.node:
        case ast.Attribute(value=owner) if isinstance(
            module.tree.statement(change.node), ast.Assign
        ):
            pass
        case ast.Subscript(value=owner) | ast.Call(func=ast.Attribute(value=owner)):
            pass
        case _:
            return change.node
    return (module.tree.function(change.node), ast.unparse(owner), change.severity)
