"""The parameters of functions and classes of a project, and which take a seed."""

from typing import NamedTuple

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function

from ._sources import omissible_sources

__all__ = ["Taken", "takes"]


class Taken(NamedTuple):
    """What a function takes."""

    parameters: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # those of them that are seeds, and may be omitted


def takes(module: Module, use: Use) -> Taken:
    """What a function or class of the project takes."""
    info = module.names.by_name.get(use.name)
    if info is not None:
        made = info.method("__init__")
        return _signature(made, is_method=True) if made is not None else Taken()
    functions = module.types.functions.get(use.name, [])
    if functions:
        is_method = module.tree.class_around(functions[0]) is not None
        return _signature(functions[0], is_method=is_method) if len(functions) == 1 else Taken()
    for name in (use.name, f"{use.name}.__init__"):
        fact = module.facts.ask_for(name, Aspect.SOURCES)
        if fact is not None:
            return Taken(fact.parameters, fact.sources)
    return Taken()


def _signature(function: Function, *, is_method: bool) -> Taken:
    arguments = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return Taken(tuple(arguments[is_method:]), omissible_sources(function))
