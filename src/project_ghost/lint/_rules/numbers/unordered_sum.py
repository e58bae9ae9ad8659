"""GHO405."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.order._elements import Elements, elements
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import names_in, snake, word
from project_ghost.lint.python._type import element

__all__ = ["UnorderedSum"]

_SIZES = re.compile(r"(^|_)(bytes|nbytes|count|len|length|num|size)(_|$)")
_SUMS = (
    "builtins.sum",
    "math.prod",
    "numpy.sum",
    "numpy.mean",
    "statistics.fmean",
    "functools.reduce",
)
_MESSAGE = (
    "floats are added in the order of a set, which differs between processes: "
    "sum over `sorted(...)`, or use `math.fsum`"
)


class UnorderedSum(Rule):
    """Floats are added in the order of a set.

    ## What it does
    Finds `sum`, `math.prod`, `numpy.sum` and `+=` in a loop over a set or frozenset, of
    values that are not known to be integers. `math.fsum`, which is exact, is not found, nor a
    variable that each turn of the loop assigns anew. A set of numbers is a hint.

    ## Why is this bad
    Float addition rounds, so the sum depends on the order, and the order of a set depends on
    the process.

    ## Example
    ```python
    def total_cost(visited: set[str], cost):
        return sum(cost[name] for name in visited)
    ```

    ## Use instead
    ```python
    import math

    def total_cost(visited: set[str], cost):
        return math.fsum(cost[name] for name in visited)
    ```
    """

    code = "GHO405"
    name = "unordered-sum"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every sum over a set."""
        for use in module.uses_of(_SUMS):
            if use.call is not None and use.call.args:
                values = self._values(use.call, use.name, module)
                if any(self._is_unordered(value, module) for value in values):
                    are_floats = any(self._adds_floats(value, module) for value in values)
                    yield self._problem(use.call, module, are_floats=are_floats)
        for node in module.nodes(ast.AugAssign):
            is_sum = isinstance(node.op, ast.Add | ast.Sub | ast.Mult)
            is_sum = is_sum and not _is_made_anew(node, module)
            if is_sum and self._loops_over_set(node, module) and self._is_float(node, module):
                are_floats = any(
                    _is_known_float(side, module) for side in (node.target, node.value)
                )
                loop = next(
                    each for each in module.tree.ancestors(node) if isinstance(each, ast.For)
                )
                yield self._problem(node, module, are_floats=are_floats, over=loop.iter)

    def _problem(
        self, node: ast.AST, module: Module, *, are_floats: bool, over: ast.expr | None = None
    ) -> Problem:
        """A hint where the summands are not known to be floats, or the set holds numbers.

        In a step neither excuses.
        """
        is_fixed = over is not None and elements(module, over) is Elements.FIXED
        is_sure = (are_floats and not _counts(node) and not is_fixed) or module.in_step(node)
        return Problem(node, _MESSAGE, None if is_sure else Severity.HINT)

    def _adds_floats(self, values: ast.expr, module: Module) -> bool:
        """Whether the summands are known to be floats."""
        match values:
            case ast.GeneratorExp(elt=part) | ast.ListComp(elt=part):
                return _is_known_float(part, module)
        added = element(module.types.infer(values))
        return added is not None and added.name == "builtins.float"

    def _values(self, call: ast.Call, name: str, module: Module) -> list[ast.expr]:
        """The summands: the first argument; of a reduction that adds, the second."""
        if name != "functools.reduce":
            return call.args[:1]
        match call.args[0]:
            case ast.Lambda(body=ast.BinOp(op=ast.Add() | ast.Mult())):
                return call.args[1:2]
        adds = module.qualify(call.args[0]) in ("operator.add", "operator.mul")
        return call.args[1:2] if adds else []

    def _is_unordered(self, values: ast.expr, module: Module) -> bool:
        match values:
            case ast.GeneratorExp(elt=part) | ast.ListComp(elt=part):
                over_set = any(module.types.is_set(g.iter) for g in values.generators)
                return over_set and not module.types.is_integer(part)
            case ast.Call(func=ast.Name(id="map" | "list"), args=[*_, inner]):
                function = module.qualify(values.args[0])
                return function != "builtins.len" and self._is_unordered(inner, module)
        type_ = module.types.infer(values)
        if not module.types.is_set(values):
            return False
        added = element(type_)
        return added is None or added.name == "builtins.float"

    def _loops_over_set(self, node: ast.AugAssign, module: Module) -> bool:
        """Whether the elements of a set add to one variable, not to their own attribute or key."""
        for parent in module.tree.ancestors(node):
            if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                return False
            if isinstance(parent, ast.For):
                return module.types.is_set(parent.iter) and not names_in(parent.target) & names_in(
                    node.target
                )
        return False

    def _is_float(self, node: ast.AugAssign, module: Module) -> bool:
        """Whether the value may be a float: it is not known to be a count, string or list."""
        types = [module.types.infer(side) for side in (node.target, node.value)]
        if any(type_ and type_.name == "builtins.float" for type_ in types):
            return True
        if isinstance(node.op, ast.Sub) and _is_a_set(node, module):
            return False
        return all(type_ is None for type_ in types)


def _is_made_anew(node: ast.AugAssign, module: Module) -> bool:
    """Whether each turn of the loop assigns the variable before it adds to it."""
    statement: ast.AST = node
    while not isinstance(statement, ast.For | ast.While | ast.FunctionDef | ast.Module):
        owner, field = module.tree.blocks.get(statement, (module.parent(statement), ""))
        block = getattr(owner, field, [])
        before = block[: block.index(statement)] if statement in block else []
        if any(_assigns(each, ast.unparse(node.target)) for each in before):
            return True
        if isinstance(owner, ast.For | ast.While):
            return False
        statement = owner
    return False


def _assigns(statement: ast.stmt, target: str) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    parts = [part for each in statement.targets for part in ast.walk(each)]
    return any(isinstance(part, ast.expr) and ast.unparse(part) == target for part in parts)


def _is_known_float(node: ast.expr, module: Module) -> bool:
    type_ = module.types.infer(node)
    return type_ is not None and type_.name == "builtins.float"


def _counts(node: ast.AST) -> bool:
    """Whether a sum is one of sizes, which are whole numbers."""
    return isinstance(node, ast.AugAssign) and any(
        _SIZES.search(snake(word(side))) for side in (node.target, node.value)
    )


def _is_a_set(node: ast.AugAssign, module: Module) -> bool:
    """Whether another statement of the function takes elements from the same variable."""
    function = module.tree.function(node) or module.source.tree
    text = ast.unparse(node.target)
    return any(
        isinstance(part, ast.AugAssign)
        and ast.unparse(part.target) == text
        and (module.types.is_set(part.value) or isinstance(part.op, ast.BitOr | ast.BitAnd))
        for part in ast.walk(function)
    )
