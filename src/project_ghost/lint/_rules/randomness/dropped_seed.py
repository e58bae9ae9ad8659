"""GHO215."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_test
from project_ghost.lint.python._syntax import word

from ._signatures import Taken, takes
from ._sources import SOURCE

__all__ = ["DroppedSeed"]


class DroppedSeed(Rule):
    """A function is given a seed, and does not pass it on.

    ## What it does
    Finds calls, in a function with a parameter `seed`, `random_state` or `rng`, of functions and
    classes of the project that take one too, whose default is `None`, and are given none. A call
    to which another seed or generator is passed is not found.

    ## Why is this bad
    The caller believes that the seed decides the result. What is called draws from the operating
    system's entropy or a global generator, so a part of the result differs in every run.

    ## Example
    ```python
    import numpy as np

    def noise(n, rng=None):
        rng = rng or np.random.default_rng()
        return rng.normal(size=n)

    def walk(n, rng):
        return np.cumsum(noise(n))
    ```

    ## Use instead
    ```python
    import numpy as np

    def noise(n, rng):
        return rng.normal(size=n)

    def walk(n, rng):
        return np.cumsum(noise(n, rng))
    ```
    """

    code = "GHO215"
    name = "dropped-seed"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every call without a seed in a function that has one."""
        if in_test(module):
            return
        for uses in module.uses.values():
            for use in uses:
                given = _given(module, use.call) if use.call is not None else None
                if given is None or use.call is None or _passes_any(use.call):
                    continue
                taken = takes(module, use)
                if taken.sources and not _passes(use.call, taken):
                    yield Problem(
                        use.call,
                        f"`{word(use.node)}` takes `{taken.sources[0]}`, and is given none here: "
                        f"pass on the `{given}` of this function",
                    )


def _given(module: Module, call: ast.Call) -> str | None:
    """The seed or generator that the function around a call is given."""
    function = module.tree.function(call)
    if not isinstance(function, Function):
        return None
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return next((each.arg for each in arguments if SOURCE.search(each.arg)), None)


def _passes_any(call: ast.Call) -> bool:
    """Whether a call passes a seed or generator, or what cannot be seen."""
    if any(isinstance(each, ast.Starred) for each in call.args):
        return True
    if any(keyword.arg is None or SOURCE.search(keyword.arg) for keyword in call.keywords):
        return True
    values = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(SOURCE.search(word(part)) for value in values for part in ast.walk(value))


def _passes(call: ast.Call, taken: Taken) -> bool:
    return any(name in taken.sources for name in taken.parameters[: len(call.args)])
