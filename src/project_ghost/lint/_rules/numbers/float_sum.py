"""GHO410."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.core.portability import Reason, messages_because
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._type import element

from ._methods import unknown_methods

__all__ = ["FloatSum"]

_MESSAGES = messages_because(Reason.SUMMATION_ORDER)
_SUM = "builtins.sum"


class FloatSum(Rule):
    """A library chooses the order in which portable code adds floats.

    ## What it does
    Finds `sum(...)` unless its values are known to be integers, the means and deviations of
    `statistics` and numpy, and the methods `mean`, `std` and `var`.

    ## Why is this bad
    Python 3.12 changed `sum` of floats to compensated summation, so the same list has
    another sum on 3.11. numpy adds in pairs, and compiled code adds one value after the other.

    ## Example
    ```python
    def total(costs):
        return sum(cost.value for cost in costs)
    ```

    ## Use instead
    ```python
    def total(costs):
        result = 0.0
        for cost in costs:
            result += cost.value
        return result
    ```
    `math.fsum`, which rounds once, is also the same everywhere.
    """

    code = "GHO410"
    name = "float-sum"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every sum that may be one of floats."""
        for use in module.uses_of(_MESSAGES):
            if use.name != _SUM:
                yield Problem(use.where, _MESSAGES[use.name])
            elif use.call is not None and use.call.args and not _counts(use.call.args[0], module):
                part = element(module.types.infer(use.call.args[0]))
                if part is None or part.name == "builtins.float":
                    yield Problem(use.call, _MESSAGES[_SUM])
        yield from unknown_methods(module, Reason.SUMMATION_ORDER)


def _counts(node: ast.expr, module: Module) -> bool:
    """Whether the summands are `map(len, ...)`."""
    match node:
        case ast.Call(func=func, args=[function, _]):
            names = module.qualify(func), module.qualify(function)
            return names == ("builtins.map", "builtins.len")
    return False
