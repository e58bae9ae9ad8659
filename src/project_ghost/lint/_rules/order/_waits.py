"""Waits for the first of several results, and what is done with those that completed."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module

__all__ = ["COMPLETIONS", "WAITS", "completed", "is_completed", "waits_for_first"]

# Functions that give futures, or their results, as they complete.
COMPLETIONS = (
    "concurrent.futures.as_completed",
    "asyncio.as_completed",
    "dask.distributed.as_completed",
    "distributed.as_completed",
    "multiprocessing.connection.wait",
)
WAITS = ("concurrent.futures.wait", "asyncio.wait", "ray.wait")


def waits_for_first(module: Module, call: ast.Call) -> bool:
    """Whether a call returns before all that it waits for has completed."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    if module.qualify(call.func) == "ray.wait":
        return not isinstance(given.get("num_returns"), ast.Call)  # `num_returns=len(refs)`
    return "return_when" in given and "FIRST_COMPLETED" in ast.unparse(given["return_when"])


def completed(module: Module, call: ast.Call) -> Iterator[ast.expr]:
    """The places that use what completed: the first of the two collections that a wait gives."""
    value: ast.expr = call
    if isinstance(parent := module.parent(value), ast.Await):
        value = parent
    match module.parent(value):
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name() as done, _])]):
            yield from module.tree.loads(done)
        case ast.Assign(targets=[ast.Name() as both]):
            for load in module.tree.loads(both):
                part = module.parent(load)
                yield part if isinstance(part, ast.Attribute | ast.Subscript) else load
        case ast.Expr():
            return
        case ast.Subscript() as part:
            yield part
        case _:
            yield value


def is_completed(module: Module, node: ast.expr) -> bool:
    """Whether a name holds what completed first, which is not a matter of hashes."""
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    if binding is None or not isinstance(node, ast.Name):
        return False
    values = [each.value for each in module.tree.reaching(binding, node)]
    calls = [each.value if isinstance(each, ast.Await) else each for each in values]
    return bool(calls) and all(
        isinstance(call, ast.Call)
        and module.qualify(call.func) in WAITS
        and waits_for_first(module, call)
        for call in calls
    )
