"""What happens in a worker process: one repeat of an experiment."""

import json
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import final

import numpy as np

from project_ghost.batch import TimeLimitError
from project_ghost.core.errors import InputError
from project_ghost.study.results._trace import Trace, combined

from ._simulator import Fact, Scene, find_simulator

__all__ = ["FinishedRepeat", "RepeatJob", "forget_scenes", "run_repeat"]


@final
@dataclass(frozen=True)
class RepeatJob:
    """All that a worker must know of an experiment."""

    experiment: str
    simulator: str
    settings: Mapping[str, object]
    seed: int
    nice: int
    cpus: tuple[int, ...]  # none: any
    duration_ns: int | None
    end_at_first_collision: bool
    actors: tuple[str, ...]  # none: all
    time_limit_s: float | None  # for the run itself; None: the scene sees to it


@final
@dataclass(frozen=True)
class FinishedRepeat:
    """What came of it. The trace is left out where this process has sent its like before."""

    repeat: int
    digest: str
    trace: Trace | None
    facts: Mapping[str, Fact]
    wall_s: float


class _Ready:
    """A scene that stands ready in this process, and the traces that were sent from here."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sent: set[str] = set()


_ready: dict[str, _Ready] = {}


def run_repeat(job: RepeatJob, repeat: int) -> FinishedRepeat:
    """Run it, with the scene that is there from the repeat before, or a new one."""
    _take_place(job)
    key = json.dumps([job.experiment, job.simulator, _sortable(job.settings)], sort_keys=True)
    if key not in _ready:
        forget_scenes()  # a worker serves one experiment at a time
        # ghost: allow[global-state] a worker keeps its scene, which is what reuse means
        _ready[key] = _Ready(find_simulator(job.simulator)(job.settings))
    ready = _ready[key]
    # ghost: allow[wall-clock] how long it took is logged, and decides nothing
    begun_s = time.perf_counter()
    with _limited(job, repeat):
        trace = ready.scene.run(job.seed, repeat)
    # ghost: allow[wall-clock] as above
    wall_s = time.perf_counter() - begun_s
    trace = _wanted(trace, job)
    digest = trace.digest()
    is_new = digest not in ready.sent
    if is_new:
        combined(f"{job.experiment}, repeat {repeat}", [str(repeat)], [trace])  # refuses bad ones
        ready.sent.add(digest)
    facts = dict(ready.scene.facts())
    return FinishedRepeat(repeat, digest, trace if is_new else None, facts, wall_s)


@contextmanager
def _limited(job: RepeatJob, repeat: int) -> Iterator[None]:
    """End a run that takes too long from within, as far as it is Python that runs.

    So the start of the process and of the scene does not count, and the worker can go on, with
    a new scene. What hangs outside of Python is ended, with its process, by the executor.
    """
    if job.time_limit_s is None:
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        # ghost: allow[global-state] what a run was broken off in is not used again
        _ready.clear()
        raise TimeLimitError(
            f"repeat {repeat} took longer than {job.time_limit_s:g} s",
            job.experiment,
            "a run that ends by itself",
            "give it more time with `time_limit:`, or find out what it waits for",
        )

    before = signal.signal(signal.SIGALRM, ring)
    # ghost: allow[timeout] a limit of real time fails the repeat, and changes no result
    signal.setitimer(signal.ITIMER_REAL, job.time_limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def forget_scenes() -> None:
    """Close what is there."""
    for ready in _ready.values():
        close = getattr(ready.scene, "close", None)
        if close is not None:
            close()
    # ghost: allow[global-state] as above
    _ready.clear()


def _take_place(job: RepeatJob) -> None:
    """Pin this process, and give it its priority; what it starts inherits both."""
    if job.cpus and os.sched_getaffinity(0) != set(job.cpus):
        os.sched_setaffinity(0, job.cpus)
    if os.getpriority(os.PRIO_PROCESS, 0) != job.nice:
        os.setpriority(os.PRIO_PROCESS, 0, job.nice)


def _wanted(trace: Trace, job: RepeatJob) -> Trace:
    """The trace up to the end of the experiment, of the actors that it is about."""
    if job.duration_ns is not None:
        trace = trace.until(job.duration_ns)
    if job.end_at_first_collision and trace.first_collision_ns is not None:
        trace = trace.until(trace.first_collision_ns)
    if job.actors:
        missing = [name for name in job.actors if name not in trace.actors]
        if missing:
            raise InputError(
                f"there is no actor {missing[0]!r} in the trace",
                job.experiment,
                f"one of {', '.join(trace.actors)}",
                "correct the scenario's `actors:`",
            )
        wanted = [trace.actors.index(name) for name in job.actors]
        trace = trace.rows(np.isin(trace.actor, wanted))
    return trace.ordered()


def _sortable(value: object) -> object:
    return {str(k): _sortable(v) for k, v in value.items()} if isinstance(value, Mapping) else value
