"""Sums of numbers whose last bits depend on the order in which a loop adds them."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import snake, word

__all__ = ["sums_results"]

# Names of what is counted in integers, or kept for people.
_COUNTS = re.compile(
    r"(^|_)(n|num|number|count|counts|counter|processed|done|completed|finished|failed|failures"
    r"|errors|successes|successful|bytes|size|hits|cycles|instructions|steps|progress|status|text)"
    r"(_|$)"
)


def sums_results(module: Module, loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop adds up results that may be fractions: `total += future.result()`."""
    return any(
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add | ast.Sub)
        and not module.types.is_integer(node.value)
        and not isinstance(node.value, ast.Constant)
        and _COUNTS.search(_name_of(node.target)) is None
        for statement in loop.body
        for node in ast.walk(statement)
    )


def _name_of(target: ast.expr) -> str:
    match target:
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return snake(key)
    return snake(word(target))
