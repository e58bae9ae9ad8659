"""Models of mesa, which draw from the operating system's entropy without a seed."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

from .varying_seed import names_seed

__all__ = ["unseeded_models"]

_MODELS = frozenset({"mesa.Model", "mesa.model.Model"})
# What draws in a model or its agents.
_DRAWS = ("random", "rng", "shuffle", "shuffle_do")
_SCHEDULES = ("RandomActivation", "RandomActivationByType", "move_to_empty")


def unseeded_models(module: Module) -> Iterator[tuple[ast.Call, bool]]:
    """Calls of a model's base that pass no seed, and whether something in the file draws."""
    if "mesa" not in module.imported:
        return
    mentioned = {name.rpartition(".")[2] for name in module.uses}
    draws = any(
        name in mentioned or name in module.types.attributes for name in (*_DRAWS, *_SCHEDULES)
    )
    for info in module.names.classes.values():
        made = next((each for each in info.methods() if each.name == "__init__"), None)
        if made is not None and not _MODELS.isdisjoint(info.foreign_bases) and not _takes(made):
            for call in ast.walk(made):
                if _makes_base(call) and isinstance(call, ast.Call) and not _seeds(call):
                    yield call, draws
                    break


def _makes_base(node: ast.AST) -> bool:
    """Whether a node is `super().__init__()`."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="__init__", value=ast.Call(func=ast.Name(id="super")))
        ):
            return True
    return False


def _takes(made: Function) -> bool:
    """Whether a constructor takes a seed or generator, or what it takes cannot be seen."""
    arguments = (*made.args.posonlyargs, *made.args.args, *made.args.kwonlyargs)
    is_open = made.args.kwarg is not None
    return is_open or any(names_seed(each.arg) or each.arg == "rng" for each in arguments)


def _seeds(call: ast.Call) -> bool:
    return bool(call.args) or any(
        each.arg is None or each.arg == "rng" or names_seed(each.arg) for each in call.keywords
    )
