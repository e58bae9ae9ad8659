"""GHO411."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.core.portability import Reason, messages_because
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none

__all__ = ["RoundDigits"]

_MESSAGES = messages_because(Reason.DECIMALS)


class RoundDigits(Rule):
    """Portable code rounds a float to decimals.

    ## What it does
    Finds `round(x, n)` and `numpy.round` with a number of decimals. `round(x)`, which
    gives an integer, is not found.

    ## Why is this bad
    CPython rounds the decimal expansion; Numba and numpy multiply, round and divide. So the
    same code gives different bits interpreted and compiled.

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
        for use in module.uses_of(_MESSAGES):
            call = use.call
            if call is not None and _has_decimals(call):
                yield Problem(call, _MESSAGES[use.name])


def _has_decimals(call: ast.Call) -> bool:
    given = [keyword.value for keyword in call.keywords if keyword.arg in ("ndigits", "decimals")]
    return not all(is_none(value) for value in [*call.args[1:2], *given])
