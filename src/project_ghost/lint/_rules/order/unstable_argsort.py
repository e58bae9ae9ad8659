"""GHO310."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["UnstableArgsort"]

_FUNCTIONS = ("numpy.argsort", "numpy.argpartition")


class UnstableArgsort(Rule):
    """numpy sorts indices with an unstable algorithm.

    ## What it does
    Finds `numpy.argsort` and the `argsort` method without `kind="stable"`, and
    `numpy.argpartition`, in portable code.

    ## Why is this bad
    The order of equal values is undefined and depends on the vector instructions of the CPU,
    because numpy uses different algorithms for them.

    ## Example
    ```python
    import numpy as np

    def ranking(costs):
        return np.argsort(costs)
    ```

    ## Use instead
    ```python
    import numpy as np

    def ranking(costs):
        return np.argsort(costs, kind="stable")
    ```
    """

    code = "GHO310"
    name = "unstable-argsort"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every sort of indices that is not stable."""
        for use in module.uses_of(_FUNCTIONS):
            if use.call is None or not _is_stable(use.call):
                yield self._problem(use.where)
        for call in module.method_calls.get("argsort", ()):
            if module.qualify(call.func) not in _FUNCTIONS and not _is_stable(call):
                yield self._problem(call)

    def _problem(self, node: ast.AST) -> Problem:
        return Problem(node, 'the order of equal values depends on the CPU: pass `kind="stable"`')


def _is_stable(call: ast.Call) -> bool:
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="kind", value=ast.Constant(value=str(kind))):
                return kind[:1] in ("s", "m")  # numpy reads the first letter only
            case ast.keyword(arg="kind"):
                return True  # chosen by the caller
            case ast.keyword(arg="stable", value=ast.Constant(value=True)):
                return True
    return False
