"""Listings of files, and what their order affects."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

from ._callables import shows_progress
from ._escape import Escaped, escaped, part_affects, worst
from ._listings import WALKS
from ._patterns import names_one_file

__all__ = ["listing_effect", "path_listings"]

_METHODS = ("iterdir", "glob", "rglob", "walk")


def path_listings(module: Module) -> Iterator[ast.Call]:
    """Calls of methods that list the files of a path."""
    for method in _METHODS:
        for call in module.method_calls.get(method, ()):
            if _is_path_method(module, call, method):
                yield call


def _is_path_method(module: Module, call: ast.Call, method: str) -> bool:
    """Whether the receiver is a path, or of unknown type with a method that only paths have."""
    assert isinstance(call.func, ast.Attribute)
    name = module.qualify(call.func)
    if name is not None:
        return name == f"pathlib.Path.{method}"
    if method == "iterdir":
        return not call.args
    return method in ("glob", "rglob") and len(call.args) == 1


def listing_effect(module: Module, call: ast.Call | None) -> Escaped:
    """What the order of a listing affects."""
    if call is None:
        return Escaped("a function that is passed on", frozenset())
    if names_one_file(module, call):
        return Escaped(None, frozenset())
    found = escaped(module, call, is_sequence=True)
    if word(call.func) not in WALKS:
        return found
    walk: ast.AST = call
    parent = module.parent(call)
    is_sorted_walk = False
    while isinstance(parent, ast.Call) and _passes_on(module, parent):
        is_sorted_walk |= module.qualify(parent.func) == "builtins.sorted"
        walk, parent = parent, module.parent(parent)
    match parent:
        case (
            ast.For(iter=taken, target=ast.Tuple(elts=[_, folders, files, *_]))
            | ast.comprehension(iter=taken, target=ast.Tuple(elts=[_, folders, files, *_]))
        ) if taken is walk:
            is_sorted = isinstance(parent, ast.For) and _sorts_folders(parent)
            parts = [files] if is_sorted else [folders, files]
            effects = [part_affects(module, part) for part in parts]
            return worst([*([] if is_sorted else [found]), *effects])
    of_root = _of_root(module, parent) if _takes_root(parent, walk) else None
    if of_root is not None:
        return of_root
    if found.affected is None and is_sorted_walk:
        return Escaped("the files of each folder", frozenset())
    return found


def _takes_root(parent: ast.AST, walk: ast.AST) -> bool:
    """Whether the first is taken of a walk, which is the root."""
    match parent:
        case ast.Call(func=ast.Name(id="next"), args=[first, *_]):
            return first is walk
        case ast.Subscript(value=value, slice=ast.Constant(value=0)):
            return value is walk
    return False


def _of_root(module: Module, root: ast.AST) -> Escaped | None:
    """What the folders and files of the root affect: `_, _, files = next(os.walk(path))`."""
    match module.parent(root):
        case ast.Assign(targets=[ast.Tuple(elts=[_, folders, files, *_])]):
            return worst([part_affects(module, part) for part in (folders, files)])
        case ast.Subscript(value=value, slice=ast.Constant(value=int(number))) as part if (
            value is root
        ):
            return escaped(module, part, is_sequence=True) if number else Escaped(None, frozenset())
    return None


def _passes_on(module: Module, call: ast.Call) -> bool:
    """Whether a call gives what it is given, in any order, one after the other."""
    name = module.qualify(call.func) or word(call.func)
    is_list = name in ("builtins.sorted", "builtins.list", "builtins.tuple")
    return is_list or shows_progress(name)


def _sorts_folders(loop: ast.For) -> bool:
    """Whether the body of an `os.walk` loop sorts the folders in place."""
    match loop.target:
        case ast.Tuple(elts=[_, ast.Name(id=folders), *_]):
            for node in ast.walk(loop):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="sort")):
                        if name == folders:
                            return True
                    case ast.Assign(
                        targets=[ast.Subscript(value=ast.Name(id=name))],
                        value=ast.Call(func=ast.Name(id="sorted"))
                        | ast.ListComp(
                            generators=[
                                ast.comprehension(iter=ast.Call(func=ast.Name(id="sorted")))
                            ]
                        ),
                    ):
                        if name == folders:
                            return True
    return False
