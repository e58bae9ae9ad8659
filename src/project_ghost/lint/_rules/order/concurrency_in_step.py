"""GHO307."""

from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Effect
from project_ghost.lint.python._module import Module

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
    "asyncio.run",
    "asyncio.run_coroutine_threadsafe",
    "asyncio.to_thread",
    "joblib.Parallel",
    "os.fork",
    "subprocess.Popen",
)


class ConcurrencyInStep(Rule):
    """A step uses threads, processes or tasks.

    ## What it does
    Finds pools, threads, processes and asyncio tasks that are started or fed by a
    function that runs inside a step, or by one that it calls, also in
    another file of the project (found where the step calls it).

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
            if use.call is not None and module.in_step(use.call):
                yield Problem(
                    use.call,
                    f"`{use.name}` inside a step lets the operating system choose an order: "
                    "run in sequence, and run whole simulations in parallel",
                )
        for call, name in module.effects_in_step(Effect.CONCURRENCY):
            yield Problem(
                call,
                f"`{name}`) inside a step lets the operating system choose an order: "
                "run in sequence, and run whole simulations in parallel",
            )
