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
    Finds `pop()` of a set, except in a branch that requires `len(s) == 1`. `set-iteration`
    finds `next(iter(s))`.

    ## Why is this bad
    Which element comes first depends on hashes, which differ between processes.

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
                    "`pop` takes an arbitrary element of a set: use `min(...)`, or a list",
                )


def _is_single(call: ast.Call, owner: str, module: Module) -> bool:
    """Whether the call is in a branch that requires a set of one element."""
    return any(
        isinstance(parent, ast.If | ast.IfExp) and f"len({owner}) == 1" in ast.unparse(parent.test)
        for parent in module.tree.ancestors(call)
    )
