"""GHO306."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["CompletionOrder"]

_FUNCTIONS = (
    "concurrent.futures.as_completed",
    "asyncio.as_completed",
    "dask.distributed.as_completed",
    "distributed.as_completed",
    "multiprocessing.connection.wait",
    "ray.wait",
)
_WAITS = ("concurrent.futures.wait", "asyncio.wait")


class CompletionOrder(Rule):
    """Results are used in the order in which they complete.

    ## What it does
    Finds `as_completed` of futures, asyncio and dask, `imap_unordered`, `ray.wait`, and
    waits for the first of several to complete.

    ## Why is this bad
    Which result completes first depends on the load and the number of workers. So do the
    order of the results, every sum over them, and which error is raised first.

    ## Example
    ```python
    from concurrent.futures import as_completed

    def results(futures):
        return [future.result() for future in as_completed(futures)]
    ```

    ## Use instead
    ```python
    def results(futures):
        return [future.result() for future in futures]
    ```
    """

    code = "GHO306"
    name = "completion-order"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every use of results in the order of completion."""
        for use in module.uses_of(_FUNCTIONS):
            yield self._problem(use.where, use.name)
        for use in module.uses_of(_WAITS):
            if use.call is not None and _waits_for_first(use.call):
                yield self._problem(use.call, use.name)
        for call in module.method_calls.get("imap_unordered", ()):
            yield self._problem(call, "imap_unordered")

    def _problem(self, node: ast.AST, name: str) -> Problem:
        return Problem(
            node,
            f"`{name}` gives results in the order in which they complete: "
            "use them in the order in which they were started",
        )


def _waits_for_first(call: ast.Call) -> bool:
    for keyword in call.keywords:
        if keyword.arg == "return_when":
            return "FIRST_COMPLETED" in ast.unparse(keyword.value)
    return False
