"""GHO302."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._module import Module
from project_ghost.lint._rule import Problem, Rule

__all__ = ["SetPop"]


class SetPop(Rule):
    """An arbitrary element is taken from a set.

    ## What it does
    Finds `pop()` of a set. Where the set is known to have one element
    (`len(s) == 1`), allow it with that reason. `next(iter(s))` is `set-iteration`.

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
            if not call.args and module.types.is_set(call.func.value):
                yield Problem(
                    call,
                    "`pop` takes an arbitrary element of a set: take `min(...)`, or keep a list",
                )
