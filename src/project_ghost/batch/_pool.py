"""An executor with worker processes."""

import os
import pickle
import signal
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import Any, TypeVar, final

from project_ghost.core.compile_steps import announce
from project_ghost.core.errors import InputError

from ._executors import AbstractExecutor
from ._load import usable_cores
from ._task import Outcome, Task, TaskError, TimeLimitError
from ._worker import work

__all__ = ["ProcessPool"]

T = TypeVar("T")

_GRACE_S = 5.0


@final
class ProcessPool(AbstractExecutor):
    """Runs tasks on `workers` processes, started with `spawn` so that they share nothing.

    - `fresh`: each task has its own process, which ends with it.
    - `vary_hash_seed`: each process has another PYTHONHASHSEED (1, 2, 3 and so on), to show
      that nothing depends on it. Otherwise they have the one of this process.

    A task that exceeds its `limit_s` ends with a `TimeLimitError`, a task whose process dies with
    a `TaskError`; such a process is replaced, and the processes that it started are killed. No
    worker outlives its parent, even a killed one, or the thread that started it. So one thread
    must request all outcomes.
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
        """The number of processes."""
        return self._workers

    def finished(self, tasks: Iterable[Task[T]]) -> Generator[Outcome[T], None, None]:
        """Run all tasks; yield the outcome of each as soon as it is there."""
        todo = enumerate(tasks)
        idle: list[_Worker] = []
        busy: list[_Worker] = []
        try:
            while True:
                while len(busy) < self._workers:
                    index, task = next(todo, (-1, None))
                    if task is None:
                        break
                    worker = idle.pop() if idle else self._new_worker()
                    busy.append(worker)
                    worker.send(index, task)
                if not busy:
                    return
                for worker in _finished(busy):
                    outcome = worker.outcome()
                    if outcome is None:
                        continue
                    busy.remove(worker)
                    if worker.is_usable and not self._fresh:
                        idle.append(worker)
                    else:
                        worker.end(gently=worker.is_usable)
                    yield outcome
        finally:
            for worker in busy:
                worker.end(gently=False)
            for worker in idle:
                worker.end(gently=True)

    def _new_worker(self) -> "_Worker":
        self._started += 1
        return _Worker(str(self._started) if self._vary_hash_seed else None)


def _finished(busy: list["_Worker"]) -> list["_Worker"]:
    """Wait until a worker has finished or exceeded its limit; return all such workers."""
    deadlines_s = [each.deadline_s for each in busy if each.deadline_s is not None]
    # ghost: allow[wall-clock] a time limit is one of real time
    left_s = max(0.0, min(deadlines_s) - time.monotonic()) if deadlines_s else None
    # ghost: allow[timeout] outcomes come as they do; `run` puts them into order
    ready = wait([each.connection for each in busy], left_s)
    return [each for each in busy if each.connection in ready or each.is_late]


class _Worker:
    """A worker process and its current task."""

    def __init__(self, hash_seed: str | None) -> None:
        context = get_context("spawn")
        self.connection, far_end = context.Pipe()
        self._process = context.Process(
            target=work, args=(far_end, os.getpid()), name="ghost worker", daemon=True
        )
        with _sheltered_start(hash_seed):
            self._process.start()
        far_end.close()
        self.is_usable = True
        self.deadline_s: float | None = None
        self._index = -1
        self._task: Task[Any] | None = None

    @property
    def is_late(self) -> bool:
        # ghost: allow[wall-clock] a time limit is one of real time
        return self.deadline_s is not None and time.monotonic() >= self.deadline_s

    def send(self, index: int, task: Task[Any]) -> None:
        """Send a task to the process."""
        self._index, self._task = index, task
        try:
            data = pickle.dumps(task)
        except Exception as error:  # for example a lambda or an open file
            raise InputError(
                f"{task.label} cannot be sent to another process: {error}",
                "ProcessPool",
                "a function of a module, with arguments that can be pickled",
                "move the function to the top of its module",
            ) from None
        if task.limit_s is not None:
            # ghost: allow[wall-clock] a time limit is one of real time
            self.deadline_s = time.monotonic() + task.limit_s
        with suppress(OSError):  # a dead process is noticed when its outcome is read
            self.connection.send_bytes(pickle.dumps((index, data)))

    def outcome(self) -> Outcome[Any] | None:
        """Return the outcome of the task, which has finished or exceeded its limit.

        None if the process only said what it compiles: the observer of this process is told.
        """
        assert self._task is not None
        task, late = self._task, self.is_late
        try:
            while not late or self.connection.poll():
                message = pickle.loads(self.connection.recv_bytes())  # noqa: S301 - our own child
                if isinstance(message, Outcome):
                    self.deadline_s = None
                    return message
                announce(message)
                if not late:
                    return None
        except (EOFError, OSError):
            self.deadline_s = None
            self.is_usable = False
            self._process.join(_GRACE_S)
            return Outcome(self._index, error=_died(task, self._process.exitcode))
        self.deadline_s = None
        self.is_usable = False
        error = TimeLimitError(
            f"{task.label} took longer than {task.limit_s:g} s",
            "ProcessPool",
            "a task that ends within its limit",
            "raise the limit",
        )
        return Outcome(self._index, error=error)

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


def _died(task: Task[Any], exit_code: int | None) -> TaskError:
    code = exit_code or 0
    how = f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
    return TaskError(
        f"the process of {task.label} {how}",
        "ProcessPool",
        "a task that returns",
        "a task that needs too much memory is killed by the system",
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
            # ghost: allow[global-state] as it was
            os.environ["PYTHONHASHSEED"] = before
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
