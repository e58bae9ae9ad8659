"""GHO307."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.state._writes import MUTATORS
from project_ghost.lint.python._facts import Effect
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function

from ._awaited import is_awaited_at_once

__all__ = ["CONCURRENCY", "ConcurrencyInStep"]

CONCURRENCY = (
    "concurrent.futures.ThreadPoolExecutor",
    "concurrent.futures.ProcessPoolExecutor",
    "concurrent.futures.ThreadPoolExecutor.submit",
    "concurrent.futures.ThreadPoolExecutor.map",
    "concurrent.futures.ProcessPoolExecutor.submit",
    "concurrent.futures.ProcessPoolExecutor.map",
    "multiprocessing.Pool",
    "multiprocessing.Process",
    "multiprocessing.pool.Pool",
    "multiprocessing.pool.Pool.map",
    "multiprocessing.pool.Pool.apply_async",
    "multiprocessing.pool.Pool.imap",
    "multiprocessing.pool.ThreadPool",
    "threading.Thread",
    "_thread.start_new_thread",
    "asyncio.create_task",
    "asyncio.ensure_future",
    "asyncio.gather",
    "asyncio.run_coroutine_threadsafe",
    "asyncio.to_thread",
    "joblib.Parallel",
    "os.fork",
    "subprocess.Popen",
)
_POOLS = frozenset(
    {
        "concurrent.futures.ThreadPoolExecutor",
        "concurrent.futures.ProcessPoolExecutor",
        "multiprocessing.Pool",
        "multiprocessing.pool.Pool",
        "multiprocessing.pool.ThreadPool",
    }
)
# What runs coroutines side by side, and gives their results in the order of the arguments.
_GATHERS = frozenset({"asyncio.gather"})
# Methods of a pool that start one function, whose end the caller may wait for.
_SINGLE = frozenset({"submit", "apply_async"})
# Tasks, which in a function of another file may be those of one call alone.


class ConcurrencyInStep(Rule):
    """A step uses threads, processes or tasks.

    ## What it does
    Finds pools, threads, processes and asyncio tasks that are started or fed by a
    function that runs inside a step, or by one that it calls, also in
    another file of the project (found where the step calls it). What is given to a pool that the
    step makes is found at the pool. Work that is waited for at once runs alone, and is not found:
    `asyncio.run`, `pool.submit(work).result()`. A hint is an `asyncio.gather` that gives results of
    functions which store nothing, and what a function of another file starts.

    ## Why is this bad
    The operating system chooses the order in which they read and write shared data. A step
    must be a function of its inputs.

    ## Example
    ```python
    from concurrent.futures import ThreadPoolExecutor

    class Sensors:
        def step(self, world):
            with ThreadPoolExecutor() as pool:
                return list(pool.map(self.sense, world.actors))

        def sense(self, actor):
            return actor.position
    ```

    ## Use instead
    ```python
    class Sensors:
        def step(self, world):
            return [self.sense(actor) for actor in world.actors]

        def sense(self, actor):
            return actor.position
    ```
    Run whole simulations in parallel, not parts of one step.
    """

    code = "GHO307"
    name = "concurrency-in-step"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every thread, process and task in a step."""
        for use in module.uses_of(CONCURRENCY):
            if use.call is None or not module.in_step(use.call) or _is_in_sequence(module, use):
                continue
            if _has_reported_pool(module, use.call):
                continue
            yield Problem(
                use.call,
                f"`{use.name}` inside a step lets the operating system choose an order: "
                "run in sequence, and run whole simulations in parallel",
                Severity.HINT if _gives_results(module, use) else None,
            )
        for call, name in module.effects_in_step(Effect.CONCURRENCY):
            yield Problem(
                call,
                f"`{name}`) inside a step lets the operating system choose an order: "
                "run in sequence, and run whole simulations in parallel",
                Severity.HINT,  # how it waits for them is in the other file
            )


def _is_in_sequence(module: Module, use: Use) -> bool:
    """Whether only one piece of work runs at a time: each is waited for before the next."""
    assert use.call is not None
    if use.name not in _POOLS:
        return use.name not in _GATHERS and is_awaited_at_once(module, use.call)
    calls = _calls_of(module, use.call)
    return bool(calls) and all(
        isinstance(call.func, ast.Attribute)
        and call.func.attr in _SINGLE
        and is_awaited_at_once(module, call)
        for call in calls
    )


def _calls_of(module: Module, pool: ast.Call) -> list[ast.Call]:
    """The calls of methods of a pool that a variable holds; none if it goes anywhere else."""
    match module.parent(pool):
        case (
            ast.withitem(optional_vars=ast.Name() as name)
            | ast.Assign(targets=[ast.Name() as name])
        ):
            loads = module.tree.loads(name)
        case _:
            return []
    calls = [module.parent(module.parent(load)) for load in loads]
    found = [call for call in calls if isinstance(call, ast.Call)]
    return found if len(found) == len(loads) else []


def _has_reported_pool(module: Module, call: ast.Call) -> bool:
    """Whether a call feeds a pool that the same step makes, which is the cause of both."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
    if binding is None or not isinstance(owner, ast.Name):
        return False
    return any(
        isinstance(each.value, ast.Call)
        and module.qualify(each.value.func) in _POOLS
        and module.in_step(each.value)
        for each in module.tree.reaching(binding, owner)
    )


def _gives_results(module: Module, use: Use) -> bool:
    """Whether functions that change nothing run side by side, and give results in their order."""
    call = use.call
    return (
        use.name in _GATHERS
        and call is not None
        and bool(call.args)
        and not isinstance(module.tree.statement(call), ast.Expr)
        and all(_only_computes(module, each) for each in call.args)
    )


def _only_computes(module: Module, argument: ast.expr) -> bool:
    """Whether coroutines are those of a function of this file that stores nothing."""
    call = argument.value if isinstance(argument, ast.Starred) else argument
    if isinstance(call, ast.ListComp | ast.GeneratorExp):
        call = call.elt
    if not isinstance(call, ast.Call):
        return False
    functions = module.types.functions.get(module.qualify(call.func), [])
    return bool(functions) and not any(map(_stores, functions))


def _stores(function: Function) -> bool:
    """Whether a function changes anything but its local names."""
    return any(
        isinstance(part, ast.Global | ast.Nonlocal)
        or (isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load))
        or (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr in MUTATORS
        )
        for part in ast.walk(function)
    )
