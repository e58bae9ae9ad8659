"""Functions whose order nobody needs: they build a package, upload files, or sort on demand."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake

__all__ = ["builds_package", "moves_files", "sorts_on_demand"]

_BUILDING = frozenset({"Cython", "distutils", "setuptools", "skbuild"})
_MOVES = re.compile(
    r"^_*(archive|backup|clean|cleanup|clear|compress|delete|remove|tar|upload|zip)(_|$)"
)
_SORTS = re.compile(r"^(do_|is_)?sort(ed)?(_files|_names|_paths)?$")


def sorts_on_demand(module: Module, node: ast.AST) -> bool:
    """Whether a caller chooses if a function sorts: `def files(path, sort=True)`."""
    function = module.tree.function(node)
    if not isinstance(function, Function):
        return False
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return any(_SORTS.search(each.arg) is not None for each in arguments)


def builds_package(module: Module) -> bool:
    """Whether a file is for the installation of a package."""
    return not module.imported.isdisjoint(_BUILDING)


def moves_files(module: Module, node: ast.AST) -> bool:
    """Whether the function around a node copies, packs or removes files, each under its name."""
    function = module.tree.function(node)
    return isinstance(function, Function) and _MOVES.search(snake(function.name)) is not None
