"""Functions that give their callers an arbitrary order: they return a list, or yield."""

import ast
from collections.abc import Iterable, Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

from ._effects import RETURNED
from ._elements import Elements, elements
from ._escape import Escaped, escaped
from ._listed import listing_effect, path_listings
from ._listings import FUNCTIONS, LISTS
from ._waits import COMPLETIONS

__all__ = ["ARBITRARY", "calls_giving", "functions_giving", "is_local"]

# What a summary says of such a function, in place of the clock that another one reads.
ARBITRARY = "an arbitrary order"


def calls_giving(module: Module) -> Iterator[ast.Call]:
    """Calls of functions of the project that return a list, or yield, in an arbitrary order."""
    for use in module.uses_giving({ARBITRARY}):
        if use.call is not None:
            yield use.call
    for function in functions_giving(module):
        yield from _calls(module, function)


def functions_giving(module: Module) -> dict[Function, None]:
    """The functions of a file that give the order of a set, or of a listing of files."""
    found = {
        function: None
        for functions in module.types.functions.values()
        for function in functions
        if any(_is_arbitrary(module, each.value) for each in module.tree.returns.get(function, ()))
    }
    found |= dict.fromkeys(_giving(module, _sources(module)))
    pending = list(found)
    while pending:
        calls = _calls(module, pending.pop())
        passed = ((call, escaped(module, call, is_sequence=True)) for call in calls)
        new = [each for each in _giving(module, passed) if each not in found]
        found |= dict.fromkeys(new)
        pending += new
    return found


def _sources(module: Module) -> Iterator[tuple[ast.expr, Escaped]]:
    """What has an arbitrary order, with what that affects."""
    named = [use.call for use in module.uses_of(FUNCTIONS) if use.call is not None]
    for call in (*named, *path_listings(module)):
        yield call, listing_effect(module, call)
    for use in module.uses_of(COMPLETIONS):
        if use.call is not None:
            yield use.call, escaped(module, use.call, is_sequence=True)
    for loop in module.nodes(ast.For):
        if module.tree.function(loop) is not None and _is_varying_set(module, loop.iter):
            yield loop.iter, escaped(module, loop.iter)


def _giving(module: Module, sources: Iterable[tuple[ast.expr, Escaped]]) -> Iterator[Function]:
    """The functions that return or yield something in the order of a source."""
    for node, found in sources:
        function = module.tree.function(node)
        if found == Escaped(RETURNED, frozenset({None})) and isinstance(function, Function):
            yield function


def _calls(module: Module, function: Function) -> list[ast.Call]:
    """The calls of a function in its file, where no other has its full name."""
    outer = module.tree.function(function)
    if isinstance(outer, Function):
        return _local_calls(module, function, outer)
    name = module.names.of_function(function)
    if len(module.types.functions.get(name, ())) != 1:
        return []
    return [use.call for use in module.uses.get(name, ()) if use.call is not None]


def is_local(module: Module, called: ast.expr) -> bool:
    """Whether a function is made in the one that calls it."""
    binding = module.tree.binding(called) if isinstance(called, ast.Name) else None
    return binding is not None and any(
        isinstance(each.node, Function) and module.tree.function(each.node) is not None
        for each in binding.definitions
    )


def _local_calls(module: Module, function: Function, outer: Function) -> list[ast.Call]:
    """The calls of a function in the one that makes it, where it may be one of several."""
    binding = module.scope(outer.body[0]).lookup(function.name)
    parents = [(load, module.parent(load)) for load in (binding.loads if binding else ())]
    return [
        parent for load, parent in parents if isinstance(parent, ast.Call) and parent.func is load
    ]


def _is_arbitrary(module: Module, node: ast.expr | None) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner]):
            return _is_varying_set(module, inner)
        case ast.ListComp(generators=[ast.comprehension(iter=inner), *_]):
            return _is_varying_set(module, inner) or _is_arbitrary(module, inner)
        case ast.Call(func=func):
            return module.qualify(func) in LISTS
        case ast.Name():
            binding = module.tree.binding(node)
            if binding is None or _is_sorted(module, node):
                return False
            found = module.tree.reaching(binding, node)
            return bool(found) and all(
                each.value is not None
                and not isinstance(each.value, ast.Name)
                and each.node is not node
                and _is_arbitrary(module, each.value)
                for each in found
            )
    return False


def _is_varying_set(module: Module, node: ast.expr) -> bool:
    return module.types.is_set(node) and elements(module, node) is Elements.VARYING


def _is_sorted(module: Module, node: ast.Name) -> bool:
    """Whether a list is sorted in place, or changed in another way."""
    binding = module.tree.binding(node)
    return binding is not None and any(
        isinstance(parent := module.parent(load), ast.Attribute)
        and parent.attr in ("sort", "reverse")
        for load in binding.loads
    )
