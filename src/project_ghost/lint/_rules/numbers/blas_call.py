"""GHO404."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.core.portability import (
    NOT_PORTABLE_LIBRARIES,
    NOT_PORTABLE_OPERATORS,
    Reason,
    messages_because,
)
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module

from ._methods import unknown_methods

__all__ = ["BlasCall"]

_LIBRARIES = {
    name: entry
    for name, entry in NOT_PORTABLE_LIBRARIES.items()
    if entry.reason is Reason.LINEAR_ALGEBRA
}


class BlasCall(BannedNames):
    """Portable code calls BLAS, LAPACK or an FFT.

    ## What it does
    Finds the `@` operator, `dot`, `matmul`, `einsum` and similar functions, the `dot` method,
    `numpy.linalg` and `numpy.fft`, and scipy's `linalg`, `fft`, `optimize`, `integrate`
    and `signal`.

    ## Why is this bad
    These libraries choose their kernels by CPU and number of threads, and each sums in a
    different order. Even a dot product of four numbers differs between machines.

    ## Example
    ```python
    def rotate(matrix, vector):
        return matrix @ vector
    ```

    ## Use instead
    ```python
    def rotate(m, v):
        return [m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2] for i in range(3)]
    ```
    """

    code = "GHO404"
    name = "blas-call"
    level = Level.PORTABLE
    banned = messages_because(Reason.LINEAR_ALGEBRA)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find operators, functions and methods."""
        yield from super().check(module)
        for library, entry in _LIBRARIES.items():
            for use in module.uses_below(library):
                if not use.name.endswith(("Error", "Warning")):
                    yield Problem(use.where, entry.message(f"`{use.name}`"))
        for node in [*module.nodes(ast.BinOp), *module.nodes(ast.AugAssign)]:
            assert isinstance(node, ast.BinOp | ast.AugAssign)
            if isinstance(node.op, ast.MatMult):
                yield Problem(node, NOT_PORTABLE_OPERATORS["@"].message("`@`"))
        yield from unknown_methods(module, Reason.LINEAR_ALGEBRA)
