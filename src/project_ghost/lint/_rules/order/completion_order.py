"""GHO306."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

from ._effects import most_certain, severity
from ._escape import escape
from ._queues import collected_messages
from ._sums import sums_results
from ._threads import filled_by_threads
from ._tickets import fills_by_key
from ._waits import COMPLETIONS, WAITS, completed, waits_for_first

__all__ = ["CompletionOrder"]


class CompletionOrder(Rule):
    """Results are used in the order in which they complete.

    ## What it does
    Finds `as_completed` of futures, asyncio and dask, `imap_unordered`, `ray.wait`, and
    waits for the first of several to complete, whose results are used in that order or added up,
    and messages of a queue between several processes or threads that a loop puts into a list or
    yields. So is a list to which a function appends that several threads run.
    Results that are sorted afterwards, stored under a key of their own, or only waited for are not
    found, nor a test whether one of them is done.

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
        for use in module.uses_of(COMPLETIONS):
            affected = _affected(module, use.call)
            if affected is not None:
                yield self._problem(use.where, use.name, module, affected)
        for use in module.uses_of(WAITS):
            if use.call is None or not waits_for_first(module, use.call):
                continue
            effects = [_affected_by(module, each) for each in completed(module, use.call)]
            affected = most_certain(effects)
            if affected is not None:
                yield self._problem(use.call, use.name, module, affected)
        for call in module.method_calls.get("imap_unordered", ()):
            affected = _affected(module, call)
            if affected is not None:
                yield self._problem(call, "imap_unordered", module, affected)

        for call in collected_messages(module):
            yield Problem(
                call,
                "messages of other processes or threads are used in the order in which they "
                "arrive: use them in the order of those who sent them",
            )
        for call, affected in filled_by_threads(module):
            yield Problem(
                call,
                "several threads fill a list in the order in which they get there: "
                "give each its own place, or sort the list",
                severity(affected, in_step=module.in_step(call)),
            )

    def _is_passed_on(self, node: ast.AST, module: Module) -> bool:
        """Whether a function only forwards what a pool gives: its caller chose the order."""
        return isinstance(module.parent(node), ast.Return)

    def _problem(self, node: ast.AST, name: str, module: Module, affected: str = "") -> Problem:
        return Problem(
            node,
            f"`{name}` gives results in the order in which they complete: "
            "use them in the order in which they were started",
            Severity.HINT
            if self._is_passed_on(node, module)
            else severity(affected, in_step=module.in_step(node)),
        )


def _affected(module: Module, call: ast.Call | None) -> str | None:
    """What the order of completion affects; a table that is filled by key has no order here."""
    if call is None:
        return "a function that is passed on"
    if _only_waits(module, call):
        return None
    loop = module.parent(call)
    if isinstance(loop, ast.Call) and word(loop.func) in ("enumerate", "tqdm", "track"):
        loop = module.parent(loop)
    if isinstance(loop, ast.For | ast.AsyncFor):
        if fills_by_key(loop):
            return None
        return _of_loop(module, loop) or escape(module, call, is_sequence=True)
    return escape(module, call, is_sequence=True)


def _affected_by(module: Module, done: ast.expr) -> str | None:
    """What is affected by which results completed first."""
    parent = module.parent(done)
    if isinstance(parent, ast.For | ast.AsyncFor):
        if fills_by_key(parent):
            return None
        return _of_loop(module, parent) or escape(module, done)
    statement = module.tree.statement(done)
    match statement:
        case ast.Assign(targets=[ast.Subscript(slice=key)]) if isinstance(
            parent, ast.Subscript
        ) and ast.unparse(parent) in ast.unparse(key):
            return None  # `results[done[0]] = get(done[0])`
    return escape(module, done, is_sequence=True)


def _of_loop(module: Module, loop: ast.For | ast.AsyncFor) -> str | None:
    return "a sum" if sums_results(module, loop) else None


def _only_waits(module: Module, call: ast.Call) -> bool:
    """Whether nobody reads which one was first: `next(as_completed(futures))`."""
    taken = module.parent(call)
    is_next = isinstance(taken, ast.Call) and word(taken.func) == "next"
    return is_next and isinstance(module.parent(taken), ast.Expr)
