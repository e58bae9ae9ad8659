"""GHO402."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module

__all__ = ["NumpyTranscendental"]

_NUMPY = """
    acos acosh angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2
    atanh blackman cbrt cos cosh exp exp2 expm1 float_power geomspace hamming hanning hypot i0
    kaiser log log10 log1p log2 logaddexp logaddexp2 logspace pow power sin sinc sinh tan tanh
""".split()
_SAYING = "the last bit of `{name}` depends on the CPU's vector instructions: use `dmath`"


class NumpyTranscendental(BannedNames):
    """A transcendental function of numpy or scipy is used in portable code.

    ## What it does
    Finds numpy's transcendental functions, `power`, `hypot` and what is built on them,
    their jax and cupy twins, and everything in `scipy.special`.

    ## Why is this bad
    numpy picks another implementation for each set of vector instructions, and they
    differ in the last bit: `np.exp` in one result of twenty.

    ## Example
    ```python
    import numpy as np

    def decay(values):
        return np.exp(-values)
    ```

    ## Use instead
    ```python
    from project_ghost.core import dmath

    def decay(values):
        return [dmath.exp(-value) for value in values]
    ```
    """

    code = "GHO402"
    name = "numpy-transcendental"
    level = Level.PORTABLE
    banned = dict.fromkeys(
        [f"{module}.{name}" for module in ("numpy", "jax.numpy", "cupy") for name in _NUMPY],
        _SAYING,
    )

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every function."""
        yield from super().check(module)
        for use in module.uses_below("scipy.special"):
            yield Problem(use.where, _SAYING.format(name=use.name))
