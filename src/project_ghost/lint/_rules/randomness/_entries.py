"""Entries of tables of parameters that hold None for a seed: `params["seed"] = None`.

A file tells its package the keys, because parameters are mostly set in one file and used in others.
"""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none

from ._sources import SOURCE

__all__ = ["empty_entries", "is_empty_entry", "is_empty_option"]


def is_empty_entry(module: Module, key: str) -> bool:
    """Whether the package sets the entry of a seed to None."""
    if SOURCE.search(key) is None:
        return False
    return module.facts.ask_for(f"{module.name}.{_told(key)}", Aspect.SEEDED) is not None


def empty_entries(module: Module) -> Iterator[str]:
    """What a file tells its package: the keys of seeds that it sets to None."""
    for assignment in module.nodes(ast.Assign):
        for target in assignment.targets if is_none(assignment.value) else ():
            match target:
                case ast.Subscript(slice=ast.Constant(value=str(key))) if SOURCE.search(key):
                    yield _told(key)
                case ast.Attribute(attr=key, value=ast.Name(id=owner)) if owner not in (
                    "self",
                    "cls",
                ) and SOURCE.search(key):
                    yield _told(key)
    for table in module.nodes(ast.Dict):
        for name, value in zip(table.keys, table.values, strict=True):
            match name:
                case ast.Constant(value=str(key)) if is_none(value) and SOURCE.search(key):
                    yield _told(key)


def is_empty_option(module: Module, node: ast.Attribute) -> bool:
    """Whether an attribute is an option of the command line that is None if nobody gives it.

    `parser.add_argument("--seed", type=int)` makes `args.seed` one.
    """
    return SOURCE.search(node.attr) is not None and any(
        _dest(call) == node.attr and _is_empty(call)
        for method in ("add_argument", "add_option")
        for call in module.method_calls.get(method, ())
    )


def _dest(call: ast.Call) -> str:
    """The attribute that an option of the command line sets."""
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="dest", value=ast.Constant(value=str(name))):
                return name
    names = [each.value for each in call.args if isinstance(each, ast.Constant)]
    options = [str(name) for name in names if str(name).startswith("--")]
    return options[0].lstrip("-").replace("-", "_") if options else ""


def _is_empty(call: ast.Call) -> bool:
    named = {each.arg: each.value for each in call.keywords}
    if None in named or "action" in named or "required" in named:
        return False
    return is_none(named["default"]) if "default" in named else True


def _told(key: str) -> str:
    return f"{key}:None"
