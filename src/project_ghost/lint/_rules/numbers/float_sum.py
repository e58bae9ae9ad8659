"""GHO410."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._type import element

__all__ = ["FloatSum"]

_VERSIONED = ("statistics.mean", "statistics.fmean", "statistics.stdev", "statistics.variance")


class FloatSum(Rule):
    """The built-in `sum` adds up floats in portable code.

    ## What it does
    Finds `sum(...)` unless its values are known to be integers, and the means and
    deviations of `statistics`.

    ## Why is this bad
    Python 3.12 changed `sum` of floats to compensated summation: the same list gives
    another sum on 3.11. And compiled code adds plainly.

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
    `math.fsum`, which rounds once, is the same everywhere too.
    """

    code = "GHO410"
    name = "float-sum"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every sum that may be one of floats."""
        for use in module.uses_of(["builtins.sum"]):
            if use.call is None or not use.call.args:
                continue
            part = element(module.types.infer(use.call.args[0]))
            if part is None or part.name == "builtins.float":
                yield Problem(
                    use.call,
                    "`sum` of floats differs between Python 3.11 and 3.12: "
                    "add in a plain loop, or use `math.fsum`",
                )
        for use in module.uses_of(_VERSIONED):
            yield Problem(
                use.where,
                f"`{use.name}` of floats differs between versions of Python: add in a loop",
            )
