"""GHO402."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.core.portability import NOT_PORTABLE_LIBRARIES, Reason, messages_because
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module

__all__ = ["NumpyTranscendental"]

_SPECIAL = "scipy.special"


class NumpyTranscendental(BannedNames):
    """Portable code uses a transcendental function of numpy or scipy.

    ## What it does
    Finds numpy's transcendental functions, `power`, `hypot`, `interp` and functions that use
    them, the same functions of jax and cupy, and everything in `scipy.special`.

    ## Why is this bad
    numpy has an implementation for each set of vector instructions, and they differ in the
    last bit: `np.exp` in one result of twenty.

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
    banned = messages_because(Reason.VECTOR_INSTRUCTIONS)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every function."""
        yield from super().check(module)
        for use in module.uses_below(_SPECIAL):
            message = NOT_PORTABLE_LIBRARIES[_SPECIAL].message(f"`{use.name}`")
            yield Problem(use.where, message)
