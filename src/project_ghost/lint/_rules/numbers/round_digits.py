"""GHO411."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._module import Module
from project_ghost.lint._rule import Problem, Rule

__all__ = ["RoundDigits"]


class RoundDigits(Rule):
    """A float is rounded to some decimals in portable code.

    ## What it does
    Finds `round(x, n)` and `numpy.round` with a number of decimals. `round(x)`, which
    gives an integer, is not found.

    ## Why is this bad
    CPython rounds the decimal expansion, Numba and numpy multiply, round and divide:
    the same code gives other bits interpreted and compiled.

    ## Example
    ```python
    def quantise(position):
        return round(position, 3)
    ```

    ## Use instead
    ```python
    def quantise(position):
        return round(position * 1000.0) / 1000.0
    ```
    """

    code = "GHO411"
    name = "round-digits"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every rounding to decimals."""
        for use in module.uses_of(("builtins.round", "numpy.round", "numpy.around")):
            call = use.call
            if call and (len(call.args) > 1 or any(k.arg for k in call.keywords)):
                yield Problem(
                    call,
                    "rounding to decimals differs between interpreted and compiled code: "
                    "scale, round to an integer, and scale back",
                )
