"""GHO104."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

from ._time_names import is_float_time

__all__ = ["FloatTimeEquality"]


class FloatTimeEquality(Rule):
    """Two float times are compared for equality.

    ## What it does
    Finds `==` and `!=` between a name that denotes a time and a float or another such name,
    unless one of them is known to be an integer. Outside of components it is a hint.

    ## Why is this bad
    0.1 + 0.2 is not 0.3: whether two float times are equal depends on how they were computed,
    so a harmless change can make an event never happen.

    ## Example
    ```python
    def fire(t):
        return t == 0.3
    ```

    ## Use instead
    ```python
    def fire(now_ns):
        return now_ns == 300_000_000
    ```
    """

    code = "GHO104"
    name = "float-time-equality"
    elsewhere = Severity.HINT

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every comparison."""
        for node in module.nodes(ast.Compare):
            sides = [node.left, *node.comparators]
            for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
                if isinstance(op, ast.Eq | ast.NotEq) and self._are_times(left, right, module):
                    yield Problem(
                        node,
                        "float times are compared for equality: compare integer nanoseconds",
                    )

    def _are_times(self, left: ast.expr, right: ast.expr, module: Module) -> bool:
        match left, right:
            case ast.Attribute(attr=one), ast.Attribute(attr=same) if one == same:
                return False  # the same time of two objects: whether they are alike
        for time, other in ((left, right), (right, left)):
            if is_float_time(time, module) and not _is_infinite(other):
                type_ = module.types.infer(other)
                if type_ is not None and type_.name == "builtins.float":
                    return True
                if type_ is None and is_float_time(other, module):
                    return ast.dump(left) != ast.dump(right)  # `t == t` is a test for NaN
        return False


def _is_infinite(node: ast.expr) -> bool:
    """Whether a value is infinity, which is exact: `float("inf")`, `math.inf`."""
    return "inf" in ast.unparse(node).replace('"', "'").replace("'", ".").split(".")
