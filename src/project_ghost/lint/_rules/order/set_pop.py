"""GHO302."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["SetPop"]


class SetPop(Rule):
    """An arbitrary element is taken from a set.

    ## What it does
    Finds `pop()` of a set, except where the set has one element because the branch asks
    for `len(s) == 1`. `next(iter(s))` is found by `set-iteration`.

    ## Why is this bad
    Which element comes first depends on hashes, and these on the process.

    ## Example
    ```python
    def reach(graph, start):
        open_nodes = {start}
        while open_nodes:
            node = open_nodes.pop()
            open_nodes |= graph.expand(node)
    ```

    ## Use instead
    ```python
    def reach(graph, start):
        open_nodes = {start}
        while open_nodes:
            node = min(open_nodes)
            open_nodes.remove(node)
            open_nodes |= graph.expand(node)
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
                and not _is_single(call, ast.unparse(owner), module)
            ):
                yield Problem(
                    call,
                    "`pop` takes an arbitrary element of a set: take `min(...)`, or keep a list",
                )


def _is_single(call: ast.Call, owner: str, module: Module) -> bool:
    """Whether a branch around the call has found the set to have one element."""
    return any(
        isinstance(parent, ast.If | ast.IfExp) and f"len({owner}) == 1" in ast.unparse(parent.test)
        for parent in module.tree.ancestors(call)
    )
