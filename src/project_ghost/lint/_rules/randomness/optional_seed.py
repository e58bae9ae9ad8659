"""GHO210."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none

from ._optional import may_be_none
from ._seeders import GENERATORS, SEEDING

__all__ = ["OptionalSeed"]


class OptionalSeed(Rule):
    """The seed of a generator may be None.

    ## What it does
    Finds `default_rng(seed)`, `SeedSequence(seed)`, `RandomState(seed)`, numpy's bit
    generators, `random.Random(seed)`, `random.seed(seed)` and `numpy.random.seed(seed)` where
    `seed` may be None: a parameter whose default is `None` or whose annotation allows it, an
    attribute that holds such a parameter, an attribute of a class of another file
    (`seed: int | None = None`), or `options.get("seed")`. A seed that is tested or
    replaced before (`if seed is None: seed = 0`) is not found.

    ## Why is this bad
    With `None` the generator starts from the operating system's entropy. Nobody notices that
    the seed was forgotten, and the run cannot be repeated.

    ## Example
    ```python
    import numpy as np

    def noise(n, seed=None):
        return np.random.default_rng(seed).normal(size=n)
    ```

    ## Use instead
    ```python
    import numpy as np

    def noise(n, seed):
        return np.random.default_rng(seed).normal(size=n)
    ```
    A generator that the caller passes in (`def noise(n, rng)`) is as good.
    """

    code = "GHO210"
    name = "optional-seed"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every seed that may be None."""
        for use in module.uses_of((*GENERATORS, *SEEDING)):
            seed = _seed(use.call) if use.call else None
            if seed is not None and not is_none(seed) and may_be_none(module, seed):
                yield Problem(
                    use.where,
                    f"the seed `{ast.unparse(seed)}` may be None, and `{use.name}` then starts "
                    "from the operating system's entropy: require a seed, or choose one",
                )


def _seed(call: ast.Call) -> ast.expr | None:
    if call.args:
        return call.args[0]
    named = [k.value for k in call.keywords if k.arg in ("seed", "entropy", "x", "a")]
    return named[0] if named else None
