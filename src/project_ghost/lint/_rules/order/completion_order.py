"""GHO306."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import names_in, word

from ._effects import severity
from ._escape import escape

__all__ = ["CompletionOrder"]

_FUNCTIONS = (
    "concurrent.futures.as_completed",
    "asyncio.as_completed",
    "dask.distributed.as_completed",
    "distributed.as_completed",
    "multiprocessing.connection.wait",
    "ray.wait",
)
_QUEUES = ("multiprocessing.Queue.", "multiprocessing.SimpleQueue.", "multiprocessing.queues.")
_WAITS = ("concurrent.futures.wait", "asyncio.wait")


class CompletionOrder(Rule):
    """Results are used in the order in which they complete.

    ## What it does
    Finds `as_completed` of futures, asyncio and dask, `imap_unordered`, `ray.wait`, and
    waits for the first of several to complete, whose results are used in that order, and messages
    of a queue between processes that a loop puts into a list. Results that are sorted afterwards,
    stored under a key of their own, or only waited for are not found.

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
            affected = _affected(module, use.call)
            if affected is not None:
                yield self._problem(use.where, use.name, module, affected)
        for use in module.uses_of(_WAITS):
            if use.call is None or _is_ignored(module, use.call):
                continue
            if _waits_for_first(use.call):
                yield self._problem(use.call, use.name, module)
        for call in module.method_calls.get("imap_unordered", ()):
            affected = _affected(module, call)
            if affected is not None:
                yield self._problem(call, "imap_unordered", module, affected)

        for method in ("get", "get_nowait"):
            for call in module.method_calls.get(method, ()):
                name = module.qualify(call.func) or ""
                if name.startswith(_QUEUES) and _is_collected(module, call):
                    yield Problem(
                        call,
                        "messages of other processes are used in the order in which they arrive: "
                        "use them in the order of those who sent them",
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


def _is_ignored(module: Module, call: ast.Call) -> bool:
    """Whether a program only waits, and then looks at what it waited for: `await wait(tasks)`."""
    parent = module.parent(call)
    if isinstance(parent, ast.Await):
        parent = module.parent(parent)
    return isinstance(parent, ast.Expr)


def _affected(module: Module, call: ast.Call | None) -> str | None:
    """What the order of completion affects; a table that is filled by key has no order here."""
    if call is None:
        return "a function that is passed on"
    if any(each.arg == "num_returns" and _counts_all(each.value) for each in call.keywords):
        return None  # it waits for all
    if _only_waits(module, call):
        return None
    loop = module.parent(call)
    if isinstance(loop, ast.Call) and word(loop.func) in ("enumerate", "tqdm", "track"):
        loop = module.parent(loop)
    if isinstance(loop, ast.For | ast.AsyncFor) and _fills_by_key(loop):
        return None
    return escape(module, call, is_sequence=True)


def _is_collected(module: Module, call: ast.Call) -> bool:
    """Whether a loop puts what it takes from a queue into a list."""
    match module.parent(call):
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            loops = [each for each in module.tree.ancestors(call) if isinstance(each, ast.While)]
            return any(
                isinstance(part, ast.Call)
                and word(part.func) == "append"
                and any(isinstance(each, ast.Name) and each.id == name for each in part.args)
                for loop in loops[:1]
                for part in ast.walk(loop)
            )
    return False


def _only_waits(module: Module, call: ast.Call) -> bool:
    """Whether nobody reads which one was first: `next(as_completed(futures))`."""
    taken = module.parent(call)
    is_next = isinstance(taken, ast.Call) and word(taken.func) == "next"
    return is_next and isinstance(module.parent(taken), ast.Expr)


def _counts_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and word(node.func) == "len"


def _fills_by_key(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop stores each result under its own key: `results[jobs[future]] = ...`."""
    names = names_in(loop.target)
    keys = set(names)
    stores = False
    for statement in ast.walk(ast.Module(loop.body, [])):
        match statement:
            case ast.Assign(targets=[ast.Subscript(slice=key)]):
                stores = True
                if not any(isinstance(n, ast.Name) and n.id in keys for n in ast.walk(key)):
                    return False
            case ast.Assign(targets=[target], value=value):
                if any(isinstance(n, ast.Name) and n.id in keys for n in ast.walk(value)):
                    keys |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
            case ast.Call(func=ast.Attribute(attr="append" | "extend" | "put")) | ast.Yield():
                return False
    return stores


def _waits_for_first(call: ast.Call) -> bool:
    for keyword in call.keywords:
        if keyword.arg == "return_when":
            return "FIRST_COMPLETED" in ast.unparse(keyword.value)
    return False
