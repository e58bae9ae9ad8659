"""GHO201."""

from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module, Use

from ._passed_modules import passed_on
from ._seeded import draw_severity

__all__ = ["GlobalRandom"]

_FUNCTIONS = """
    betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits
    lognormvariate normalvariate paretovariate randbytes randint random randrange sample
    shuffle triangular uniform vonmisesvariate weibullvariate
""".split()
# These make the global generator repeatable; the draws from it are found.
_SETTING = ("random.getstate", "random.seed", "random.setstate")
_SETTING_MESSAGE = "`{name}` sets the global generator of the process: give the run one of its own"


class GlobalRandom(BannedNames):
    """The global generator of Python is used.

    ## What it does
    Finds the functions of the `random` module, which draw from one global generator, and the
    module itself where it is passed on as a generator (`rng or random`). Seeding it, and
    saving and restoring its state, is an info. Generators that you create,
    `random.Random(seed)`, are not found.

    ## Why is this bad
    All code draws from the same stream: one more draw anywhere, in a library or another
    thread, changes every number after it. Without a seed it starts from the operating
    system's entropy.

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
        "`{name}` uses the global generator of the process: "
        "draw from a labelled child of the run's random source",
    )

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info where a `with` statement seeds the generator."""
        return draw_severity(module, use.node)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the functions, and the module where it is passed on as a generator."""
        yield from super().check(module)
        for use in module.uses_of(_SETTING):
            yield Problem(use.where, _SETTING_MESSAGE.format(name=use.name), Severity.INFO)
        for node in passed_on(module, "random"):
            yield Problem(node, self.banned["random.random"].format(name="random"))
