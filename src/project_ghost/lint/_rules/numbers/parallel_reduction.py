"""GHO407."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word

from ._exact import is_exact, is_size

__all__ = ["ParallelReduction"]

_COMPILERS = ("numba.njit", "numba.jit", "numba.core.decorators.njit", "numba.core.decorators.jit")
_COUNTS = re.compile(r"^(n|num|number)_|(^|_)(bits|counts?|lengths?|lens|sizes?)$")
_REDUCTIONS = frozenset({"sum", "prod", "mean", "std", "var", "dot"})


class ParallelReduction(Rule):
    """A sum is split over threads.

    ## What it does
    Finds functions compiled by Numba with `parallel=True` that add up (or multiply)
    into one variable in a `prange` loop and then use it, or that call a reduction such as `sum`
    outside of one. A reduction inside of it runs in one thread, and so does one along an axis;
    sums of whole numbers, counts and sizes are exact.

    ## Why is this bad
    Each thread adds its own part, and the parts are added last. The number of parts, and
    so the sum of floats, depends on the number of threads.

    ## Example
    ```python
    from numba import njit, prange

    @njit(parallel=True)
    def total(values):
        result = 0.0
        for i in prange(len(values)):
            result += values[i]
        return result
    ```

    ## Use instead
    ```python
    from numba import njit

    @njit
    def total(values):
        result = 0.0
        for i in range(len(values)):
            result += values[i]
        return result
    ```
    """

    code = "GHO407"
    name = "parallel-reduction"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every parallel function with a reduction."""
        for use in module.uses_of(_COMPILERS):
            if use.call is None:
                continue
            option = next((k for k in use.call.keywords if _is_parallel(k)), None)
            function = self._function(use.call, module)
            if option is not None and function is not None and self._reduces(function, module):
                yield Problem(
                    option,
                    "a sum is split over threads and depends on their number: "
                    "reduce in a plain loop",
                )

    def _function(self, call: ast.Call, module: Module) -> Function | None:
        """The decorated or wrapped function; None if it is in another file."""
        parent = module.parent(call)
        if isinstance(parent, Function):
            return parent
        outer = parent.args if isinstance(parent, ast.Call) and parent.func is call else []
        for argument in [*call.args, *outer]:
            found = module.types.functions.get(module.qualify(argument))
            if found:
                return found[-1]
        return None

    def _reduces(self, function: Function, module: Module) -> bool:
        for node in ast.walk(function):
            match node:
                case ast.For() if _is_parallel_loop(node, module):
                    if _accumulates(node, function, module):
                        return True
                case ast.Call(func=ast.Attribute(attr=method)) if method in _REDUCTIONS:
                    if not (
                        _is_serial(node, module)
                        or _is_along_axis(node, module)
                        or _adds_integers(node, module)
                    ):
                        return True
        return False


def _is_parallel_loop(node: ast.AST, module: Module) -> bool:
    match node:
        case ast.For(iter=ast.Call(func=func)):
            return (module.qualify(func) or ast.unparse(func)).endswith("prange")
    return False


def _is_serial(call: ast.Call, module: Module) -> bool:
    """Whether a reduction is in a turn of a parallel loop, which one thread runs."""
    return any(_is_parallel_loop(parent, module) for parent in module.tree.ancestors(call))


def _is_along_axis(call: ast.Call, module: Module) -> bool:
    """Whether a reduction gives a row or column of sums, which Numba leaves to one thread."""
    assert isinstance(call.func, ast.Attribute)
    is_function = module.qualify(call.func.value) == "numpy"
    has_axis = len(call.args) > is_function or any(each.arg == "axis" for each in call.keywords)
    return has_axis and call.func.attr != "dot"


def _adds_integers(call: ast.Call, module: Module) -> bool:
    """Whether a reduction adds counts or sizes, whose sum is exact, or its result is a size."""
    assert isinstance(call.func, ast.Attribute)
    is_function = module.qualify(call.func.value) == "numpy"
    added = call.args[0] if is_function and call.args else call.func.value
    if call.func.attr not in ("sum", "prod"):
        return False
    is_count = _COUNTS.search(snake(word(added))) is not None
    return is_count or is_exact(module, added) or is_size(module, call)


def _is_parallel(keyword: ast.keyword) -> bool:
    return (
        keyword.arg == "parallel"
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value is True
    )


def _accumulates(loop: ast.For, function: Function, module: Module) -> bool:
    """Whether a loop adds to a variable from outside it, and somebody uses the sum."""
    added = {
        id(node.target): node
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    names = [node for node in ast.walk(loop) if isinstance(node, ast.Name)]
    inside = {
        node.id for node in names if isinstance(node.ctx, ast.Store) and id(node) not in added
    }
    used = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return any(
        word(node.target) in used - inside
        and not (is_exact(module, node.target) and is_exact(module, node.value))
        for node in added.values()
    )
