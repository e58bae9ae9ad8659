"""Tasks on worker processes."""

import os
import pickle
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import Any, TypeVar, final

from project_ghost.core.errors import InputError

from ._executors import AbstractExecutor
from ._load import usable_cores
from ._task import Outcome, Task, TaskError, TimeLimitError
from ._worker import work

__all__ = ["ProcessPool"]

T = TypeVar("T")

# So many outcomes may wait for that of an earlier task; then workers wait too.
_AHEAD_MAX = 1024
_FAREWELL_S = 5.0


@final
class ProcessPool(AbstractExecutor):
    """Tasks on `workers` processes, started anew (`spawn`), so that they share nothing.

    - `fresh`: each task has a process to itself, which ends with it.
    - `vary_hash_seed`: each process has another PYTHONHASHSEED (1, 2, 3 and so on), to show
      that nothing depends on it. Otherwise they have that of this process.

    A task over its `limit_s` ends in a `TimeLimitError`, one whose process dies in a
    `TaskError`; their processes are replaced, with all the processes that they had started.
    No worker outlives its parent, even one that is killed; nor the thread that started it, so
    all outcomes are to be asked for by one thread.
    """

    def __init__(
        self, workers: int | None = None, *, fresh: bool = False, vary_hash_seed: bool = False
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"workers is {workers}", "ProcessPool", "1 or more")
        self._workers = workers or usable_cores()
        self._fresh = fresh
        self._vary_hash_seed = vary_hash_seed
        self._started = 0

    @property
    def workers(self) -> int:
        """How many processes there are at once."""
        return self._workers

    def run(self, tasks: Iterable[Task[T]]) -> Iterator[Outcome[T]]:
        """Do all tasks; an outcome for each, in order."""
        todo = enumerate(tasks)
        done: dict[int, Outcome[T]] = {}
        idle: list[_Worker] = []
        busy: list[_Worker] = []
        following = 0
        try:
            while True:
                while len(busy) < self._workers and len(done) < _AHEAD_MAX:
                    index, task = next(todo, (-1, None))
                    if task is None:
                        break
                    worker = idle.pop() if idle else self._new_worker()
                    busy.append(worker)
                    worker.give(index, task)
                if following in done:
                    yield done.pop(following)
                    following += 1
                elif not busy:
                    return
                else:
                    for worker in _finished(busy):
                        outcome = worker.outcome()
                        done[outcome.index] = outcome
                        busy.remove(worker)
                        if worker.is_well and not self._fresh:
                            idle.append(worker)
                        else:
                            worker.end(kindly=worker.is_well)
        finally:
            for worker in busy:
                worker.end(kindly=False)
            for worker in idle:
                worker.end(kindly=True)

    def _new_worker(self) -> "_Worker":
        self._started += 1
        return _Worker(str(self._started) if self._vary_hash_seed else None)


def _finished(busy: list["_Worker"]) -> list["_Worker"]:
    """Wait until somebody has something to say, or is out of time."""
    deadlines_s = [each.deadline_s for each in busy if each.deadline_s is not None]
    # ghost: allow[wall-clock] a time limit is one of real time
    left_s = max(0.0, min(deadlines_s) - time.monotonic()) if deadlines_s else None
    # ghost: allow[completion-order, timeout] `run` puts the outcomes into order
    ready = wait([each.connection for each in busy], left_s)
    return [each for each in busy if each.connection in ready or each.is_late]


class _Worker:
    """A process, and the task that it has."""

    def __init__(self, hash_seed: str | None) -> None:
        context = get_context("spawn")
        self.connection, far_end = context.Pipe()
        self._process = context.Process(
            target=work, args=(far_end, os.getpid()), name="ghost worker", daemon=True
        )
        with _quiet_start(hash_seed):
            self._process.start()
        far_end.close()
        self.is_well = True
        self.deadline_s: float | None = None
        self._index = -1
        self._task: Task[Any] | None = None

    @property
    def is_late(self) -> bool:
        # ghost: allow[wall-clock] a time limit is one of real time
        return self.deadline_s is not None and time.monotonic() >= self.deadline_s

    def give(self, index: int, task: Task[Any]) -> None:
        """Let it do a task."""
        self._index, self._task = index, task
        try:
            data = pickle.dumps(task)
        except Exception as error:  # a lambda, an open file, whatever
            raise InputError(
                f"{task.label} cannot go to another process: {error}",
                "ProcessPool.run",
                "a function of a module, with arguments that can be pickled",
                "move the function to the top of its module",
            ) from None
        if task.limit_s is not None:
            # ghost: allow[wall-clock] a time limit is one of real time
            self.deadline_s = time.monotonic() + task.limit_s
        with suppress(OSError):  # a process that is gone is noticed where its outcome is read
            self.connection.send_bytes(pickle.dumps((index, data)))

    def outcome(self) -> Outcome[Any]:
        """What came of the task, now that there is something."""
        assert self._task is not None
        task, late = self._task, self.is_late
        self.deadline_s = None
        try:
            if not late or self.connection.poll():
                outcome: Outcome[Any] = pickle.loads(self.connection.recv_bytes())  # noqa: S301
                return outcome
        except (EOFError, OSError):
            self.is_well = False
            self._process.join(_FAREWELL_S)
            return Outcome(self._index, error=_died(task, self._process.exitcode))
        self.is_well = False
        error = TimeLimitError(
            f"{task.label} took longer than {task.limit_s:g} s",
            "ProcessPool.run",
            "an end within the limit",
            "give it more time",
        )
        return Outcome(self._index, error=error)

    def end(self, *, kindly: bool) -> None:
        """See to it that the process is gone, and what it had started too if need be."""
        self.connection.close()
        if kindly:
            self._process.join(_FAREWELL_S)
        if not kindly or self._process.is_alive():
            assert self._process.pid is not None
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.join()
        self._process.close()


def _died(task: Task[Any], exit_code: int | None) -> TaskError:
    code = exit_code or 0
    how = f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
    return TaskError(
        f"the process of {task.label} {how}",
        "ProcessPool.run",
        "a task that gives something back",
        "a task that needs too much memory is killed by the system",
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextmanager
def _quiet_start(hash_seed: str | None) -> Iterator[None]:
    """Start a process that hears no Ctrl-C until it has left our group, with a hash seed."""
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
            # ghost: allow[global-state] as it was
            os.environ["PYTHONHASHSEED"] = before
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
