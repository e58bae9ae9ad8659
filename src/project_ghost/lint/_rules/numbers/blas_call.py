"""GHO404."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module

__all__ = ["BlasCall"]

_NUMPY = """
    convolve corrcoef correlate cov dot einsum inner matmul matvec polyfit roots tensordot vdot
    vecdot vecmat
""".split()
_LIBRARIES = (
    "numpy.linalg",
    "numpy.fft",
    "scipy.fft",
    "scipy.fftpack",
    "scipy.integrate",
    "scipy.linalg",
    "scipy.optimize",
    "scipy.signal",
    "scipy.sparse.linalg",
    "jax.numpy.linalg",
    "torch.linalg",
)
_SAYING = (
    "the last bits of {name} depend on the BLAS or LAPACK build and the CPU: "
    "write small linear algebra as plain loops"
)


class BlasCall(BannedNames):
    """Linear algebra is left to BLAS, LAPACK or an FFT in portable code.

    ## What it does
    Finds the `@` operator, `dot`, `matmul`, `einsum` and their kin, the `dot` method,
    `numpy.linalg` and `numpy.fft`, and scipy's `linalg`, `fft`, `optimize`, `integrate`
    and `signal`.

    ## Why is this bad
    These libraries choose their kernels by CPU and number of threads, and each sums in
    another order. Even a dot product of four numbers differs between machines.

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
    banned = dict.fromkeys([f"numpy.{name}" for name in _NUMPY], _SAYING)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find operators, functions and methods."""
        for use in module.uses_of(self.banned):
            yield Problem(use.where, _SAYING.format(name=f"`{use.name}`"))
        for use in module.uses_below(*_LIBRARIES):
            if not use.name.endswith(("Error", "Warning")):
                yield Problem(use.where, _SAYING.format(name=f"`{use.name}`"))
        for node in [*module.nodes(ast.BinOp), *module.nodes(ast.AugAssign)]:
            assert isinstance(node, ast.BinOp | ast.AugAssign)
            if isinstance(node.op, ast.MatMult):
                yield Problem(node, _SAYING.format(name="`@`"))
        for call in module.method_calls.get("dot", ()):
            assert isinstance(call.func, ast.Attribute)
            known = module.qualify(call.func)
            if known in (None, "numpy.ndarray.dot"):
                yield Problem(call, _SAYING.format(name="`.dot`"))
