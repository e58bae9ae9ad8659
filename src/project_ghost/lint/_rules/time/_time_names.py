"""Names that denote times in float seconds, and names that denote integers."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

__all__ = ["is_float_time", "is_increment"]

_TIME = re.compile(
    r"^t$|(^|_)(time|now|clock|elapsed|simtime|deadline)$"
    r"|(^|_)(time|elapsed|stamp|timestamp|duration|t)_(s|sec|secs|seconds)$"
    r"|^t_(start|end|next|last|prev|now|final|stop|curr|current|sim|max|min|0|1)$"
    r"|(^|_)(end|start|stop|current|last|next|sim|final)_t$"
)
_INCREMENT = re.compile(
    r"(^|_)(dt|h|delta_t|deltat|timestep|time_step|step_time|step_size|stepsize|tick|period|delta)$"
    r"|(^|_)(dt|step|period|interval|delta|timestep)_(s|sec|secs|seconds)$"
)
_INTEGER = re.compile(r"(^|_)(ns|us|ms|nanos|nanoseconds|micros|millis|ticks|steps|count)($|_)")


def is_float_time(node: ast.AST, module: Module) -> bool:
    """Whether an expression is a point in time, and not known to be an integer."""
    name = word(node).lower().lstrip("_")
    if not _TIME.search(name) or _INTEGER.search(name) or _is_column(node) or _is_heat(node):
        return False
    type_ = module.types.infer(node)
    return type_ is None or type_.name == "builtins.float"


def _is_column(node: ast.AST) -> bool:
    """Whether this is an attribute of a class, as a query names a column: `Population.t`."""
    return isinstance(node, ast.Attribute) and word(node.value)[:1].isupper()


def _is_heat(node: ast.AST) -> bool:
    """Whether a name is that of a temperature: `T`, `T_max`."""
    return re.match(r"_*T(_|$)", word(node)) is not None


def is_increment(node: ast.AST, module: Module) -> bool:
    """Whether an expression is a step of time in float seconds."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        if isinstance(node.op, ast.Div) and _is_number(node.left):
            return True  # `1 / 60`, `1 / rate`
        return is_increment(node.left, module) or is_increment(node.right, module)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    name = word(node).lower().lstrip("_")
    if not _INCREMENT.search(name) or _INTEGER.search(name) or _is_drawn(node, module):
        return False
    type_ = module.types.infer(node)
    return type_ is None or type_.name == "builtins.float"


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _is_drawn(node: ast.AST, module: Module) -> bool:
    """Whether a function gives another value each time, as in an event-driven simulation."""
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    definitions = (
        module.tree.reaching(binding, node) if binding and isinstance(node, ast.Name) else []
    )
    return bool(definitions) and all(
        isinstance(definition.value, ast.Call) and module.in_loop(definition.node)
        for definition in definitions
    )
