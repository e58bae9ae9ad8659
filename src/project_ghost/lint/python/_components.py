"""The components of a simulation, and the functions that run in its steps.

A component is a class that derives, directly or through other classes of the project, from Ghost's
`Block`, `Kernel` or `Host`, or from one of Ghost's planners and controllers (which are hosts). Its
`output`, `update`, `step`, `plan` and `control` run inside a step. In other code a function runs
inside a step if its name is `step` or `tick`, or begins or ends with one of them (`step_physics`,
`_do_tick`), or if the configuration names it. Functions of the same file that such a function
calls run inside the step too.
"""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from project_ghost.core.level import Level

from . import _classes
from ._names import Names
from ._scopes import Function
from ._shown import is_output

if TYPE_CHECKING:
    from ._module import Module

__all__ = ["Component", "components", "declared_level", "names_step", "steps"]

_STEP_METHODS = frozenset({"output", "update", "step", "plan", "control"})
_STEP_PATTERNS = ("step", "tick", "step_*", "tick_*", "*_step", "*_tick", "on_step", "on_tick")
_SURE = re.compile(r"^_*(on_)?(step|tick)(_|$)")
# Functions that make a step, before a run: `build_step`, and tests of one.
_MAKES_STEP = re.compile(r"^_*(build|compiled?|create|get|load|make|new|parse|test)_")


class Component(StrEnum):
    """The three kinds of component."""

    BLOCK = "Block"
    KERNEL = "Kernel"
    HOST = "Host"


def components(names: Names) -> dict[ast.ClassDef, Component]:
    """The components among the classes of a file."""
    kinds_by_class = {}
    for node, info in names.classes.items():
        bases = [name for ancestor in info.lineage() for name in _bases(names, ancestor)]
        kinds = [kind for base in bases if (kind := _kind(base))]
        if kinds:
            kinds_by_class[node] = kinds[0]
    return kinds_by_class


def _bases(names: Names, info: _classes.ClassInfo) -> Iterator[str]:
    """The full names of the bases in other files, and of their bases."""
    for base in info.foreign_bases:
        yield base
        fact = names.facts.ask(base)
        yield from fact.bases if fact else ()


def _kind(base: str | None) -> Component | None:
    if base is None or not base.startswith("project_ghost."):
        return None
    word = base.rpartition(".")[2]
    if word in list(Component):
        return Component(word)
    return Component.HOST if word.endswith(("Planner", "Controller")) else None


def declared_level(node: ast.ClassDef) -> Level | None:
    """The level that a class declares: `level = Level.HOST` or `level = "host"`."""
    for statement in node.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id="level")], value=value)
                | ast.AnnAssign(target=ast.Name(id="level"), value=value)
            ):
                match value:
                    case ast.Attribute(attr=str(word)) | ast.Constant(value=str(word)):
                        return Level.__members__.get(word.upper())
    return None


def steps(module: "Module", *, is_sure: bool = False) -> set[Function]:
    """The functions that run inside a step, by name or because one of them calls them.

    `is_sure` leaves out those whose name only ends in the word, such as the `run_step` of a
    program that runs the steps of a workflow.
    """
    found: set[Function] = set()
    functions = module.types.functions
    pending = [
        node
        for same in functions.values()
        for node in same
        if _is_step(module, node) and not (is_sure and _is_unsure(module, node))
    ]
    while pending:
        function = pending.pop()
        if function in found or is_output(function.name):
            continue
        found.add(function)
        for node in ast.walk(function):
            # A function that is passed on is treated as called: `pool.map(self.sense, actors)`.
            if isinstance(node, ast.Name | ast.Attribute):
                called = functions.get(module.qualify(node), [])
                is_read = isinstance(node.ctx, ast.Load)
                pending.extend(each for each in called if is_read or _classes.is_setter(each))
    return found


def _is_step(module: "Module", node: Function) -> bool:
    owner = _classes.owner(module.tree, node)
    if isinstance(owner, ast.ClassDef) and owner in module.components:
        return node.name in _STEP_METHODS
    name = node.name.lower()
    if any(fnmatchcase(name, pattern.lower()) for pattern in module.step_functions):
        return True
    return names_step(name)


def _is_unsure(module: "Module", node: Function) -> bool:
    """Whether only the end of a name says that it is a step."""
    owner = _classes.owner(module.tree, node)
    if isinstance(owner, ast.ClassDef) and owner in module.components:
        return False
    name = node.name.lower()
    is_configured = any(fnmatchcase(name, each.lower()) for each in module.step_functions)
    return not is_configured and not _SURE.search(name)


def names_step(name: str) -> bool:
    """Whether a name is that of a step, unlike that of a function that makes one."""
    is_named = any(fnmatchcase(name, pattern) for pattern in _STEP_PATTERNS)
    return is_named and not _MAKES_STEP.search(name)
