"""Machine code for the machines of a cluster, from a run on this one."""

from typing import Any, NamedTuple

from project_ghost.batch._pool import ProcessPool
from project_ghost.batch._task import Outcome, Task, attempt

__all__ = ["FirstRun", "first_run"]


class FirstRun(NamedTuple):
    """The outcome of a task that was run here, and the machine code that it used."""

    outcome: Outcome[Any]
    code: dict[str, bytes]


def first_run(task: Task[Any]) -> FirstRun | None:
    """Run a task in a process on this machine, which compiles what is not in the cache.

    None if it fails: that is then found out on the cluster, where it may be different.
    """
    pool = ProcessPool(1)
    (outcome,) = pool.run([Task(_run, (task,), task.label, task.limit_s)])
    if outcome.error is not None:
        return None
    found = outcome.get()
    return None if found.outcome.error is not None else found


def _run(task: Task[Any]) -> FirstRun:
    from project_ghost.core.compiled import used_code

    with used_code() as code:
        outcome = attempt(0, task)
    return FirstRun(outcome, code)
