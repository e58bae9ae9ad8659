"""Draws of random numbers for the elements of an order."""

import ast
from collections.abc import Iterable

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import names_in, word

__all__ = ["draws", "draws_shared"]

_GENERATORS = frozenset({"rng", "random_state", "np_random"})
_MAKING = frozenset({"default_rng", "getstate", "setstate"})


def draws(module: Module, call: ast.Call) -> bool:
    """Whether a call draws a random number, and does not only make or seed a generator."""
    last = word(call.func)
    if last[:1].isupper() or "seed" in last or last in _MAKING:
        return False
    owner = word(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    name = module.qualify(call.func) or ""
    return name.startswith(("random.", "numpy.random.")) or owner.strip("_") in _GENERATORS


def draws_shared(module: Module, nodes: Iterable[ast.AST], targets: set[str]) -> bool:
    """Whether code draws from a generator that is not one of the element's own."""
    return any(
        isinstance(part, ast.Call)
        and draws(module, part)
        and targets.isdisjoint(names_in(part.func))
        for node in nodes
        for part in ast.walk(node)
    )
