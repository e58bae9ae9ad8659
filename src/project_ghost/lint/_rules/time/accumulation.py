"""GHO103."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

from ._time_names import is_float_time, is_increment

__all__ = ["FloatTimeAccumulation"]


class FloatTimeAccumulation(Rule):
    """Time is accumulated in a float.

    ## What it does
    Finds `t += dt`, `t = t + dt` and `t += 1 / 60` in a loop, and on an attribute in a
    method, if the names denote times and are not known to be integers. Outside of components it is
    a hint: the sum drifts in every run alike.

    ## Why is this bad
    Each addition rounds. After a million steps of 0.001 the sum is not 1000.0, the number of
    steps to a given time depends on the step, and two parts with different steps disagree
    about the time.

    ## Example
    ```python
    def run(plant, dt, end):
        t = 0.0
        while t < end:
            plant.step(t)
            t += dt
    ```

    ## Use instead
    ```python
    def run(plant, step_ns, end_ns):
        now_ns = 0
        while now_ns < end_ns:
            plant.step(now_ns)
            now_ns += step_ns
    ```
    """

    code = "GHO103"
    name = "float-time-accumulation"
    elsewhere = Severity.HINT

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every sum."""
        for node in module.nodes(ast.AugAssign):
            if isinstance(node.op, ast.Add) and self._repeats(node, node.target, module):
                yield from self._problem(node, node.target, node.value, module)
        for plain in module.nodes(ast.Assign):
            match plain:
                case ast.Assign(
                    targets=[target], value=ast.BinOp(op=ast.Add(), left=left, right=right)
                ) if self._repeats(plain, target, module):
                    for same, increment in ((left, right), (right, left)):
                        if ast.dump(same) == _loaded(target):
                            yield from self._problem(plain, target, increment, module)

    def _problem(
        self, node: ast.stmt, target: ast.expr, increment: ast.expr, module: Module
    ) -> Iterator[Problem]:
        if is_float_time(target, module) and is_increment(increment, module):
            yield Problem(
                node,
                f"`{ast.unparse(target)}` accumulates float time and drifts: "
                "count integer nanoseconds, or multiply an integer step count",
            )

    def _repeats(self, node: ast.stmt, target: ast.expr, module: Module) -> bool:
        """Whether the statement is in a loop, or in a method that a loop elsewhere may call."""
        if module.in_loop(node):
            return True
        return isinstance(target, ast.Attribute) and module.tree.function(node) is not None


def _loaded(target: ast.expr) -> str:
    return ast.dump(target).replace("ctx=Store()", "ctx=Load()")
