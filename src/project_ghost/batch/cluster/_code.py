"""Machine code for the machines of a cluster, from runs on this one."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar, final

from project_ghost.batch._limit import limited
from project_ghost.batch._pool import ProcessPool
from project_ghost.batch._task import Outcome, Task, attempt
from project_ghost.batch.chunks._chunk import too_late
from project_ghost.batch.chunks._dispatch import GRACE_S

__all__ = ["FirstRun", "FirstRuns", "TasksByCode"]

T = TypeVar("T")

# Runs that are made here to compile for all machines. The cluster waits for each of them, so where
# there are more kinds of tasks than this, machines compile what the others need.
_FIRST_MAX = 64


@final
class TasksByCode(Generic[T]):
    """Tasks in order, in parts: each new kind of machine code that several need begins a part.

    One task alone begins none: little is gained if its code is compiled here and not there. But the
    first of all tasks begins one, because much of its code is that of the others.
    """

    def __init__(self, tasks: Iterable[Task[T]]) -> None:
        self._tasks = iter(tasks)
        self._ahead: deque[Task[T]] = deque()
        self._known: set[str] = set()
        self.taken = 0

    def until_new(self) -> Iterator[Task[T]]:
        """Yield the rest of the part."""
        while self._look(1) and not self.is_new():
            yield self.take()

    def is_new(self) -> bool:
        """Whether the next two tasks share machine code that is not known."""
        if len(self._known) >= _FIRST_MAX or not self._look(1):
            return False
        first = self._ahead[0]
        # Tasks that must not be repeated are not taken early.
        if not first.is_repeatable or first.code in self._known or not self._look(2):
            return False
        return first.code == self._ahead[1].code or not self._known

    def take(self) -> Task[T]:
        """Return the next task."""
        self.taken += 1
        return self._ahead.popleft()

    def learn(self) -> Task[T]:
        """Return the next task, which stays: its machine code is known from now on."""
        self._known.add(self._ahead[0].code)
        return self._ahead[0]

    def _look(self, count: int) -> bool:
        while len(self._ahead) < count:
            task = next(self._tasks, None)
            if task is None:
                return False
            self._ahead.append(task)
        return True


class FirstRun(NamedTuple):
    """The outcome of a task that was run here, and the machine code that it used until its end."""

    outcome: Outcome[Any]
    code: dict[str, bytes]


@final
class FirstRuns:
    """A process on this machine that runs tasks, and compiles what is not in the cache.

    It starts with the first task, and keeps what it has compiled for the next.
    """

    def __init__(self) -> None:
        self._next: Task[Any] | None = None
        self._outcomes: Generator[Outcome[FirstRun], None, None] = ProcessPool(1).finished(
            self._tasks()
        )

    def run(self, task: Task[Any]) -> FirstRun:
        """Run a task. One that fails is then tried on the cluster, and may succeed there.

        Its machine code counts too: it stays loaded here, so that no later task would name it.
        """
        self._next = task
        outcome = next(self._outcomes)
        if outcome.error is not None:
            return FirstRun(Outcome(0, error=outcome.error), {})
        return outcome.get()

    def close(self) -> None:
        """End the process."""
        self._outcomes.close()

    def _tasks(self) -> Iterator[Task[FirstRun]]:
        # A pool takes the next of tasks that must not be repeated when an outcome is asked for.
        while self._next is not None:
            task = self._next
            limit_s = None if task.limit_s is None else task.limit_s + GRACE_S
            yield Task(_run, (task,), task.label, limit_s)


def _run(task: Task[Any]) -> FirstRun:
    from project_ghost.core.compiled import used_code

    # As on the cluster, the limit is that of the task, without the start of the process.
    with used_code() as code, limited(task.limit_s, lambda: too_late(task, "RayCluster")):
        outcome = attempt(0, task)
    return FirstRun(outcome, code)
