"""GHO403."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.core.portability import NOT_PORTABLE_OPERATORS, Reason, messages_because
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["PowerOperator"]


class PowerOperator(Rule):
    """Portable code uses `**` on floats.

    ## What it does
    Finds `x ** y`, `x **= y`, `pow(x, y)` and `operator.pow(x, y)` unless both
    sides are known to be integers.

    ## Why is this bad
    CPython computes float powers, also `x ** 2`, with the C library's `pow`, whose last bit
    depends on its version and the CPU. Numba multiplies instead, and numpy does one or the
    other.

    ## Example
    ```python
    def energy(mass, speed):
        return 0.5 * mass * speed**2
    ```

    ## Use instead
    ```python
    def energy(mass, speed):
        return 0.5 * mass * (speed * speed)
    ```
    """

    code = "GHO403"
    name = "power-operator"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every power that may be one of floats."""
        for node in module.nodes(ast.BinOp):
            if isinstance(node.op, ast.Pow) and not self._is_exact(node.left, node.right, module):
                yield self._problem(node)
        for augmented in module.nodes(ast.AugAssign):
            if isinstance(augmented.op, ast.Pow) and not self._is_exact(
                augmented.target, augmented.value, module
            ):
                yield self._problem(augmented)
        for use in module.uses_of(messages_because(Reason.FLOAT_POWER)):
            match use.call:
                case ast.Call(args=[base, exponent]) if not self._is_exact(base, exponent, module):
                    yield self._problem(use.call)
                case None if use.name != "builtins.pow":
                    yield self._problem(use.node)  # passed on, to be called with unknown types

    def _is_exact(self, base: ast.expr, exponent: ast.expr, module: Module) -> bool:
        return (
            module.types.is_integer(base)
            and module.types.is_integer(exponent)
            and not isinstance(exponent, ast.UnaryOp)  # a negative power of an integer is a float
        )

    def _problem(self, node: ast.AST) -> Problem:
        return Problem(node, NOT_PORTABLE_OPERATORS["**"].message("a power"))
