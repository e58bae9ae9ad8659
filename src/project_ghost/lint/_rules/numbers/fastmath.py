"""GHO406."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["Fastmath"]


class Fastmath(Rule):
    """A compiler may reorder arithmetic.

    ## What it does
    Finds `fastmath=True` (or a set of flags) in a call, as Numba and similar compilers
    take it.

    ## Why is this bad
    The compiler may then fuse, reorder and approximate for the CPU at hand: the bits differ
    between machines, and from those of the same code interpreted.

    ## Example
    ```python
    from numba import njit

    @njit(fastmath=True)
    def total(values):
        result = 0.0
        for value in values:
            result += value
        return result
    ```

    ## Use instead
    ```python
    from numba import njit

    @njit
    def total(values):
        result = 0.0
        for value in values:
            result += value
        return result
    ```
    """

    code = "GHO406"
    name = "fastmath"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the option where it is switched on."""
        for keyword in module.nodes(ast.keyword):
            if keyword.arg != "fastmath":
                continue
            value = keyword.value
            is_on = isinstance(value, ast.Constant) and value.value
            if is_on or isinstance(value, ast.Set | ast.Dict):
                yield Problem(
                    keyword, "`fastmath` lets the compiler reorder arithmetic: leave it out"
                )
