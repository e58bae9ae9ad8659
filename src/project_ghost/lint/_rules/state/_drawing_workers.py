"""Work that processes share and that draws from their global generators.

Each worker has a generator of its own, and which task draws which numbers from it depends on how
many workers there are, and on which one takes the task.
"""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

__all__ = ["drawing_task"]

# Calls that give a function to workers.
_SHARES = frozenset(
    """
    apply_async delayed imap imap_unordered map map_async process_map starmap starmap_async submit
    """.split()
)
# What a module for draws has beside draws from its global generator.
_NO_DRAWS = frozenset(
    """
    BitGenerator Generator MT19937 PCG64 Philox Random RandomState SFC64 SeedSequence SystemRandom
    default_rng get_state getstate set_state setstate
    """.split()
)
_DEPTH = 3  # of calls from the task to the draw


def drawing_task(module: Module, node: ast.AST) -> str | None:
    """The function that draws and that the function around a node gives to workers, if any."""
    around = module.tree.function(node)
    if not isinstance(around, Function):
        return None
    for call in ast.walk(around):
        if not isinstance(call, ast.Call) or word(call.func) not in _SHARES:
            continue
        for argument in call.args[:1]:
            task = _function(module, argument)
            if task is not None and _draws(module, task, _DEPTH):
                return task.name
    return None


def _function(module: Module, node: ast.expr) -> Function | None:
    """The function of this file that a name, a `partial` or a variable with one stands for."""
    if isinstance(node, ast.Call) and word(node.func) == "partial" and node.args:
        return _function(module, node.args[0])
    found = module.types.functions.get(module.qualify(node))
    if found:
        return found[-1]
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    values = [each.value for each in binding.definitions] if binding is not None else []
    if len(values) == 1 and isinstance(values[0], ast.Call):
        return _function(module, values[0])
    return None


def _draws(module: Module, function: Function, depth: int) -> bool:
    """Whether a function draws from a global generator, and nothing in it seeds one."""
    names = [
        module.qualify(part.func) or "" for part in ast.walk(function) if isinstance(part, ast.Call)
    ]
    last = {name.rpartition(".")[2] for name in names}
    if "seed" in last or "manual_seed" in last or any("seed" in each.lower() for each in last):
        return False
    if any(_is_draw(name) for name in names):
        return True
    return depth > 0 and any(
        _draws(module, found[-1], depth - 1)
        for name in names
        if (found := module.types.functions.get(name)) and found[-1] is not function
    )


def _is_draw(name: str) -> bool:
    module, _, function = name.rpartition(".")
    return module in ("numpy.random", "random") and function not in _NO_DRAWS
