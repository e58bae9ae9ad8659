"""GHO302."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind

from ._elements import Elements, elements
from ._escape import kept
from ._loops import Order, body_order
from ._single import is_single

__all__ = ["SetPop"]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


class SetPop(Rule):
    """An arbitrary element is taken from a set.

    ## What it does
    Finds `pop()` of a set, except where the code requires `len(s) == 1`, and in a loop whose
    result is the same in any order (it only adds to sets, counts or tests). `set-iteration`
    finds `next(iter(s))`. Outside of a step, it is a hint where the set is seen to hold numbers.

    ## Why is this bad
    Which element comes first depends on hashes, which differ between processes.

    ## Example
    ```python
    def reach(graph, start):
        open_nodes = {start}
        order = []
        while open_nodes:
            node = open_nodes.pop()
            order.append(node)
            open_nodes |= graph.expand(node)
        return order
    ```

    ## Use instead
    ```python
    def reach(graph, start):
        open_nodes = {start}
        order = []
        while open_nodes:
            node = min(open_nodes)
            open_nodes.remove(node)
            order.append(node)
            open_nodes |= graph.expand(node)
        return order
    ```
    """

    code = "GHO302"
    name = "set-pop"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every pop."""
        for call in module.method_calls.get("pop", ()):
            assert isinstance(call.func, ast.Attribute)
            owner = call.func.value
            if (
                not call.args
                and module.types.is_set(owner)
                and not is_single(module, owner)
                and not _is_worklist(call, module)
            ):
                is_sure = _is_sure(module, owner) and not _drains(call, owner, module)
                yield Problem(
                    call,
                    "`pop` takes an arbitrary element of a set: use `min(...)`, or a list",
                    None if module.in_step(call) or is_sure else Severity.HINT,
                )


def _is_sure(module: Module, owner: ast.expr) -> bool:
    """Whether one of several strings or objects is taken."""
    return not _is_once(module, owner) and elements(module, owner) is not Elements.FIXED


def _is_once(module: Module, owner: ast.expr) -> bool:
    """Whether one element is taken from what remains of a set, or from a set made just before.

    Such a set often has a single element.
    """
    if not isinstance(owner, ast.Name):
        return not isinstance(owner, ast.Attribute)
    binding = module.tree.binding(owner)
    kinds = {each.kind for each in binding.definitions} if binding else set()
    if kinds != {Kind.ASSIGN}:
        return False
    loop = next((each for each in module.tree.ancestors(owner) if isinstance(each, _LOOPS)), None)
    return loop is None or any(
        parent is loop
        for each in (binding.definitions if binding else ())
        for parent in module.tree.ancestors(each.node)
    )


def _is_worklist(call: ast.Call, module: Module) -> bool:
    """Whether the order in which a loop takes its elements affects nothing."""
    statement = module.tree.statement(call)
    loop = module.parent(statement)
    if not isinstance(loop, ast.While) or statement not in loop.body:
        return False
    if not (isinstance(statement, ast.Assign | ast.Expr) and statement.value is call):
        return False
    return body_order(module, loop, statement, kept(module)) is Order.FREE


def _drains(call: ast.Call, owner: ast.expr, module: Module) -> bool:
    """Whether a loop takes all elements, and is not seen to keep their order."""
    statement = module.tree.statement(call)
    loop = module.parent(statement)
    if not isinstance(loop, ast.While) or not _is_until_empty(loop.test, ast.unparse(owner)):
        return False
    if any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(loop)):
        return False
    text = ast.unparse(owner)
    mentions = [part for part in ast.walk(loop) if type(part) is type(owner)]
    if sum(ast.unparse(part) == text for part in mentions) > 2:
        return False  # more elements come
    return body_order(module, loop, statement, kept(module)) <= Order.UNKNOWN


def _is_until_empty(test: ast.expr, owner: str) -> bool:
    """Whether a loop goes on as long as a set has elements: `while s`, `while len(s) > 0`."""
    return ast.unparse(test) in (owner, f"len({owner})", f"len({owner}) > 0", f"len({owner}) != 0")
