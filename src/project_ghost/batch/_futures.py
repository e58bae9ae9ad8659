"""An executor on top of one of `concurrent.futures`, or of a library that has such executors."""

from collections.abc import Generator, Hashable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import closing
from functools import partial
from itertools import count
from typing import TypeVar, final

from project_ghost.core.errors import InputError, RunError

from ._executors import AbstractExecutor
from ._load import usable_cores
from ._task import Outcome, Task
from .chunks._chunk import execute
from .chunks._crew import AbstractCrew, Event, Fate
from .chunks._dispatch import dispatched

__all__ = ["Futures"]

T = TypeVar("T")


@final
class Futures(AbstractExecutor):
    """Runs tasks on an executor of `concurrent.futures`, of Dask, of MPI, or of another library.

        with ProcessPoolExecutor(4) as pool:
            for outcome in Futures(pool, workers=4).run(tasks): ...

    The executor stays open. `workers` is how many tasks it runs at once, without it one for each
    core of this machine. Threads of one process run their tasks one after the other, because a
    process has one prepared scene. An executor cannot end a task, so one that exceeds its limit in
    code outside of Python blocks its worker; and one that breaks when a process dies, as
    `ProcessPoolExecutor` does, ends the loop with an error.
    """

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        if not callable(getattr(executor, "submit", None)):
            raise InputError(
                f"{type(executor).__name__} has no method submit",
                "Futures",
                "an executor of concurrent.futures",
                "pass one, such as ProcessPoolExecutor()",
            )
        if workers is not None and workers < 1:
            raise InputError(f"workers is {workers}", "Futures", "1 or more")
        self._executor, self._workers = executor, workers or usable_cores()

    @property
    def workers(self) -> int:
        """The number of chunks that are submitted at once."""
        return self._workers

    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each as soon as it is there."""
        with closing(_Crew(self._executor, self._workers)) as crew:
            yield from dispatched(tasks, crew)


@final
class _Crew(AbstractCrew):
    """Futures that have been submitted. Where they run is the executor's choice."""

    name = "Futures"

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self._workers = executor, workers
        self._numbers = count(1)
        self._futures: dict[Hashable, Future[bytes]] = {}

    @property
    def workers(self) -> int:
        return self._workers

    def place(self, avoided: Hashable) -> Hashable | None:  # noqa: ARG002 - it chooses
        return next(self._numbers)

    def send(self, place: Hashable, chunk: bytes) -> None:
        try:
            self._futures[place] = self._executor.submit(partial(execute, where=self.name), chunk)
        except (BrokenExecutor, RuntimeError) as error:
            raise _broken(error) from error

    def wait(self, busy: Sequence[Hashable], left_s: float | None) -> list[Event]:
        futures = {self._futures[each]: each for each in busy}
        # ghost: allow[timeout] outcomes come as they do; `run` puts them into order
        done, _ = wait_for(futures, left_s, FIRST_COMPLETED)
        return [self._event(futures[each], each) for each in futures if each in done]

    def _event(self, place: Hashable, future: "Future[bytes]") -> Event:
        del self._futures[place]
        try:
            return Event(place, Fate.REPLIED, future.result())
        except BrokenExecutor as error:
            raise _broken(error) from error
        except CancelledError:
            return Event(place, Fate.LOST)
        except Exception as error:
            return Event(place, Fate.DIED, how=f"ended with {type(error).__name__}: {error}")

    def release(self, place: Hashable, peak_bytes: int) -> None:
        """Nothing is kept of a place."""

    def end(self, place: Hashable) -> None:
        self._futures.pop(place).cancel()

    def close(self) -> None:
        for future in self._futures.values():
            future.cancel()


def _broken(error: BaseException) -> RunError:
    return RunError(
        f"the executor takes no more tasks: {error}",
        "Futures",
        "an executor that is open, and whose processes do not die",
        "run it again with a new one: what was done is kept",
    )
