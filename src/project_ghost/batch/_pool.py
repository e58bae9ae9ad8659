"""An executor with worker processes."""

import os
import pickle
import signal
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import Self, TypeVar, final

from project_ghost.core.compile_steps import announce
from project_ghost.core.errors import InputError, RunError

from ._executors import AbstractExecutor
from ._load import usable_cores
from ._task import Outcome, Task
from ._worker import REPLY, STEP, work
from .chunks._crew import AbstractCrew, Event, Fate
from .chunks._dispatch import dispatched
from .chunks._memory import available_bytes, fitting

__all__ = ["ProcessPool"]

T = TypeVar("T")

_GRACE_S = 5.0
# Processes in a row that may end before they have begun.
_STILLBORN_MAX = 3


@final
class ProcessPool(AbstractExecutor):
    """Runs tasks on `workers` processes, started with `spawn` so that they share nothing.

    Without `workers` there is one for each core, but not more than fit into memory with what the
    first tasks needed.

    - `fresh`: each task has its own process, which ends with it.
    - `vary_hash_seed`: each process has another PYTHONHASHSEED (1, 2, 3 and so on), to show
      that nothing depends on it. Otherwise they have the one of this process.

    Each call of `run` or `finished` has its own processes. In a `with` block of the pool they last
    from one call to the next, except fresh ones and those of a call that was left early:

        with ProcessPool(2) as pool:
            first = list(pool.run(tasks))
            second = list(pool.run(others))  # in the same processes

    A task that exceeds its `limit_s` ends with a `TimeLimitError`, a task whose process dies with
    a `TaskError`, unless it is repeatable and is tried again. Such a process is replaced, and the
    processes that it started are killed. No worker outlives its parent, even a killed one, or the
    thread that started it. So one thread must request all outcomes.
    """

    def __init__(
        self, workers: int | None = None, *, fresh: bool = False, vary_hash_seed: bool = False
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"workers is {workers}", "ProcessPool", "1 or more")
        self._workers = workers or usable_cores()
        self._is_bounded = workers is None
        self._options = _Options(fresh=fresh, vary_hash_seed=vary_hash_seed)
        self._kept: _Crew | None = None

    def __enter__(self) -> Self:
        self._kept = self._crew()
        return self

    def __exit__(self, *_: object) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _crew(self) -> "_Crew":
        return _Crew(self._workers, self._options, is_bounded=self._is_bounded)

    @property
    def workers(self) -> int:
        """The number of processes."""
        return self._workers

    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each as soon as it is there."""
        crew = self._kept or self._crew()
        is_at_end = False
        try:
            yield from dispatched(tasks, crew)
            is_at_end = True
        finally:
            if crew is not self._kept or not is_at_end:
                crew.close()


@final
class _Crew(AbstractCrew):
    """Worker processes, which are started when they are needed and no other is free."""

    name = "ProcessPool"

    def __init__(self, workers: int, options: "_Options", *, is_bounded: bool) -> None:
        self._most, self._is_bounded = workers, is_bounded
        self._options = options
        self._places: dict[Hashable, _Worker] = {}
        self._idle: list[_Worker] = []
        self._peak = self._stillborn = 0
        self._bound = workers
        self._bind()

    @property
    def workers(self) -> int:
        return self._bound

    def place(self, avoided: Hashable) -> Hashable | None:
        free = [each for each in self._idle if each.number != avoided]
        if free:
            worker = free[-1]
            self._idle.remove(worker)
            return worker.number
        if len(self._places) > self._bound:  # a process more than are busy, for what avoids others
            surplus = self._idle.pop(0)
            del self._places[surplus.number]
            surplus.end(gently=True)
        worker = _Worker(self._options.next_number(), vary_hash_seed=self._options.vary_hash_seed)
        self._places[worker.number] = worker
        return worker.number

    def send(self, place: Hashable, chunk: bytes) -> None:
        self._places[place].send(chunk)

    def wait(self, busy: Sequence[Hashable], left_s: float | None) -> list[Event]:
        workers = {self._places[each].connection: self._places[each] for each in busy}
        # ghost: allow[timeout] outcomes come as they do; `run` puts them into order
        ready = wait(list(workers), left_s)
        events = [
            self._event(worker) for connection, worker in workers.items() if connection in ready
        ]
        return [each for each in events if each is not None]

    def _event(self, worker: "_Worker") -> Event | None:
        try:
            reply = worker.reply()
        except (EOFError, OSError):
            how = worker.how_it_died()
            self.end(worker.number)
            if worker.has_begun:
                return Event(worker.number, Fate.DIED, how=how)
            self._stillborn += 1
            if self._stillborn > _STILLBORN_MAX:
                raise _cannot_start(how) from None
            return Event(worker.number, Fate.LOST)
        self._stillborn = 0
        return None if reply is None else Event(worker.number, Fate.REPLIED, reply)

    def release(self, place: Hashable, peak_bytes: int) -> None:
        worker = self._places[place]
        if peak_bytes > self._peak:
            self._peak = peak_bytes
            self._bind()
        if self._options.fresh or len(self._places) > self._bound + 1:
            del self._places[place]
            worker.end(gently=True)
        else:
            self._idle.append(worker)

    def _bind(self) -> None:
        """Bound the number of workers by memory."""
        if self._is_bounded:
            used = len(self._places)
            self._bound = fitting(self._most, self._peak, used, available_bytes())

    def end(self, place: Hashable) -> None:
        self._places.pop(place).end(gently=False)

    def close(self) -> None:
        idle = {each.number for each in self._idle}
        for number, worker in self._places.items():
            worker.end(gently=number in idle)
        self._places, self._idle = {}, []


@final
class _Options:
    """How workers are started; their numbers go on from one call to the next."""

    def __init__(self, *, fresh: bool, vary_hash_seed: bool) -> None:
        self.fresh, self.vary_hash_seed = fresh, vary_hash_seed
        self._started = 0

    def next_number(self) -> int:
        self._started += 1
        return self._started


@final
class _Worker:
    """A worker process."""

    def __init__(self, number: int, *, vary_hash_seed: bool) -> None:
        context = get_context("spawn")
        self.number = number
        self.has_begun = False
        self.connection, far_end = context.Pipe()
        self._process = context.Process(
            target=work, args=(far_end, os.getpid()), name="ghost worker", daemon=True
        )
        with _sheltered_start(str(number) if vary_hash_seed else None):
            self._process.start()
        far_end.close()

    def send(self, chunk: bytes) -> None:
        """Send a chunk to the process."""
        with suppress(OSError):  # a dead process is noticed when its reply is read
            self.connection.send_bytes(chunk)

    def reply(self) -> bytes | None:
        """Return the reply; None if the process has begun, or said what it compiles."""
        message = self.connection.recv_bytes()
        self.has_begun = True
        if message[:1] == REPLY:
            return message[1:]
        if message[:1] == STEP:
            announce(pickle.loads(message[1:]))  # noqa: S301 - our own child
        return None

    def how_it_died(self) -> str:
        """Wait for the end of the process, whose pipe is closed; return how it ended."""
        self._process.join(_GRACE_S)
        code = self._process.exitcode or 0
        return (
            f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
        )

    def end(self, *, gently: bool) -> None:
        """End the process; unless it ends by itself, kill it and the processes that it started."""
        self.connection.close()
        if gently:
            self._process.join(_GRACE_S)
        if not gently or self._process.is_alive():
            assert self._process.pid is not None
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.join()
        self._process.close()


def _cannot_start(how: str) -> RunError:
    return RunError(
        f"worker processes cannot be started: the last one {how}",
        "ProcessPool",
        "a main module that can be imported, and enough memory",
        'in a script, start processes below `if __name__ == "__main__":`',
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextmanager
def _sheltered_start(hash_seed: str | None) -> Iterator[None]:
    """Block SIGINT and set the hash seed while a process starts."""
    resource_tracker.ensure_running()  # it unblocks the signal when it starts
    before = os.environ.get("PYTHONHASHSEED")
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        if hash_seed is not None:
            # ghost: allow[global-state] the way to give a spawned process another environment
            os.environ["PYTHONHASHSEED"] = hash_seed
        yield
    finally:
        if before is None:
            os.environ.pop("PYTHONHASHSEED", None)
        else:
            os.environ["PYTHONHASHSEED"] = before
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
