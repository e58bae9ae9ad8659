"""The worker processes of one experiment: fresh ones, and reused ones that last."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import final

from project_ghost.batch import Outcome, ProcessPool, Task

from ._repeat import FinishedRepeat

__all__ = ["Processes", "experiment_processes"]

_Outcome = Outcome[FinishedRepeat]


@final
class Processes:
    """Runs the repeats of one experiment on processes of the kind that each needs.

    Reused processes last over all stages, but end where fresh ones must run: never are there more
    simulators at once than the experiment's `instances`.
    """

    def __init__(self, instances: int, kept: ExitStack, *, first_number: int) -> None:
        self._instances, self._kept = instances, kept
        self._reused: ProcessPool | None = None
        self._numbers: dict[int, int] = {}  # of reused processes, by their ids in the system
        self._next = first_number

    @contextmanager
    def outcomes(
        self, tasks: Iterable[Task[FinishedRepeat]], count: int, *, fresh: bool
    ) -> Iterator[Iterable[_Outcome]]:
        """Give the outcomes of so many tasks, in order; leaving early ends the processes."""
        with closing(self._pool(count, fresh=fresh).run(tasks)) as outcomes:
            yield outcomes

    def number(self, finished: FinishedRepeat) -> int:
        """The number of the reused process of a repeat, which no other of the experiment has."""
        if finished.pid not in self._numbers:
            self._numbers[finished.pid] = self._next
            self._next += 1
        return self._numbers[finished.pid]

    def _pool(self, count: int, *, fresh: bool) -> ProcessPool:
        if fresh:
            self._reused = None
            self._kept.close()
            return ProcessPool(min(self._instances, count), fresh=True)
        if self._reused is None:
            self._numbers = {}  # the system may give the same id to another process
            self._reused = self._kept.enter_context(ProcessPool(self._instances))
        return self._reused


@contextmanager
def experiment_processes(instances: int, *, first_number: int) -> Iterator[Processes]:
    """The processes of one experiment, which end with the block.

    Its reused ones are numbered from `first_number`.
    """
    with ExitStack() as kept:
        yield Processes(instances, kept, first_number=first_number)
