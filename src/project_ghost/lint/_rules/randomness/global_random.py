"""GHO201."""

from collections.abc import Iterator

from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module

from ._handed_on import handed_on

__all__ = ["GlobalRandom"]

_FUNCTIONS = """
    betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits getstate
    lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed
    setstate shuffle triangular uniform vonmisesvariate weibullvariate
""".split()


class GlobalRandom(BannedNames):
    """The generator that the whole process shares is used.

    ## What it does
    Finds the functions of the `random` module, which draw from (or seed) one hidden
    generator, and the module itself where it is handed on as if it were a generator
    (`rng or random`).
    One of your own, `random.Random(seed)`, is not found.

    ## Why is this bad
    Everybody draws from the same stream: one more draw anywhere, in a library or
    another thread, changes every number after it. And it starts from the operating
    system's entropy unless somebody remembered to seed it.

    ## Example
    ```python
    import random

    def noise():
        return random.gauss(0.0, 1.0)
    ```

    ## Use instead
    ```python
    def noise(source):
        return source.child("noise").normal()
    ```
    """

    code = "GHO201"
    name = "global-random"
    banned = dict.fromkeys(
        [f"random.{function}" for function in _FUNCTIONS],
        "`{name}` uses the generator that the whole process shares: "
        "draw from a labelled child of the run's random source",
    )

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the functions, and the module in a generator's place."""
        yield from super().check(module)
        for node in handed_on(module, "random"):
            yield Problem(node, self.banned["random.random"].format(name="random"))
