"""GHO409."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["LibraryRandom"]

_MAKERS = ("numpy.random.default_rng", "numpy.random.Generator", "numpy.random.RandomState")
_DRAWS = """
    betavariate expovariate gammavariate gauss lognormvariate normalvariate paretovariate
    triangular vonmisesvariate weibullvariate
""".split()


class LibraryRandom(Rule):
    """Portable code draws from a library's distributions.

    ## What it does
    Finds generators of numpy, seeded or not, `numpy_rng()` of a random source, and the
    distributions of `random.Random` that use the C library.

    ## Why is this bad
    numpy does not promise the same stream between versions, and some of its
    distributions change with the CPU. A seed alone does not make a number portable.

    ## Example
    ```python
    import numpy as np

    def noise(seed):
        return np.random.default_rng(seed).normal()
    ```

    ## Use instead
    ```python
    def noise(source):
        return source.child("noise").normal()
    ```
    """

    code = "GHO409"
    name = "library-random"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find where generators are created, and draws that are not portable."""
        for use in module.uses_of(_MAKERS):
            if use.call is not None:
                yield self._problem(use.call, use.name)
        for use in module.uses_of([f"random.Random.{draw}" for draw in _DRAWS]):
            yield self._problem(use.where, use.name)
        for call in module.method_calls.get("numpy_rng", ()):
            yield self._problem(call, "numpy_rng")

    def _problem(self, node: ast.AST, name: str) -> Problem:
        return Problem(
            node,
            f"the numbers of `{name}` may differ between versions and between CPUs: "
            "draw from a labelled child of the run's random source",
        )
