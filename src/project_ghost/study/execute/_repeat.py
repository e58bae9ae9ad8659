"""One repeat of an experiment, in a worker process."""

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
from project_ghost.study.machine._memory import bind_memory
from project_ghost.study.results._loop import LoopLatency
from project_ghost.study.results._trace import Trace, combined

from ._simulator import Fact, PreparedSimulator, find_simulator

__all__ = ["FinishedRepeat", "RepeatJob", "close_simulators", "run_repeat"]


@final
@dataclass(frozen=True)
class RepeatJob:
    """An experiment as a worker needs it."""

    experiment: str
    simulator: str
    settings: Mapping[str, object]
    seed: int
    nice: int
    cpus: tuple[int, ...]  # none: any
    memory_nodes: tuple[int, ...]  # none: any
    duration_ns: int | None
    end_at_first_collision: bool
    actors: tuple[str, ...]  # none: all
    time_limit_s: float | None  # for the run itself; None: the simulator enforces it


@final
@dataclass(frozen=True)
class FinishedRepeat:
    """The result of a repeat. The trace is None if this process has sent an equal one before."""

    repeat: int
    digest: str
    trace: Trace | None
    facts: Mapping[str, Fact]
    wall_s: float
    loop: LoopLatency | None


class _Loaded:
    """The simulator that this process has loaded, and the digests of the traces that it sent."""

    def __init__(self, simulator: PreparedSimulator) -> None:
        self.simulator = simulator
        self.sent: set[str] = set()


_loaded: dict[str, _Loaded] = {}


def run_repeat(job: RepeatJob, repeat: int) -> FinishedRepeat:
    """Run one repeat, with the simulator of the repeat before or with a new one."""
    _set_affinity_and_priority(job)
    key = json.dumps([job.experiment, job.simulator, _sortable(job.settings)], sort_keys=True)
    if key not in _loaded:
        close_simulators()  # a worker serves one experiment at a time
        # ghost: allow[global-state] a worker keeps its simulator, because that is what reuse means
        _loaded[key] = _Loaded(find_simulator(job.simulator)(job.settings))
    loaded = _loaded[key]
    # ghost: allow[wall-clock] the duration is only logged
    begun_s = time.perf_counter()
    with _limited(job, repeat):
        trace = loaded.simulator.run(job.seed, repeat)
    # ghost: allow[wall-clock] as above
    wall_s = time.perf_counter() - begun_s
    trace = _cut(trace, job)
    digest = trace.digest()
    is_new = digest not in loaded.sent
    if is_new:
        # Raises if the trace is invalid.
        combined(f"{job.experiment}, repeat {repeat}", [str(repeat)], [trace])
        loaded.sent.add(digest)
    facts = dict(loaded.simulator.facts())
    return FinishedRepeat(repeat, digest, trace if is_new else None, facts, wall_s, trace.loop)


@contextmanager
def _limited(job: RepeatJob, repeat: int) -> Iterator[None]:
    """End a run that takes too long by raising inside it, as far as Python code is running.

    So the start of the process and of the simulator does not count, and the worker can continue
    with a new simulator. The executor kills a process that hangs outside of Python.
    """
    if job.time_limit_s is None:
        yield
        return

    def on_alarm(_number: int, _frame: FrameType | None) -> None:
        # ghost: allow[global-state] an interrupted simulator is not used again
        _loaded.clear()
        raise TimeLimitError(
            f"repeat {repeat} took longer than {job.time_limit_s:g} s",
            job.experiment,
            "a run that ends by itself",
            "raise `time_limit:`, or find out what the run waits for",
        )

    before = signal.signal(signal.SIGALRM, on_alarm)
    # ghost: allow[timeout] the limit can only fail a repeat, not change its result
    signal.setitimer(signal.ITIMER_REAL, job.time_limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def close_simulators() -> None:
    """Close the simulators that this process has loaded."""
    for loaded in _loaded.values():
        close = getattr(loaded.simulator, "close", None)
        if close is not None:
            close()
    # ghost: allow[global-state] as above
    _loaded.clear()


def _set_affinity_and_priority(job: RepeatJob) -> None:
    """Pin this process and its memory, and set its priority; its children inherit all three."""
    if job.memory_nodes:
        bind_memory(job.memory_nodes)
    if job.cpus and os.sched_getaffinity(0) != set(job.cpus):
        os.sched_setaffinity(0, job.cpus)
    if os.getpriority(os.PRIO_PROCESS, 0) != job.nice:
        os.setpriority(os.PRIO_PROCESS, 0, job.nice)


def _cut(trace: Trace, job: RepeatJob) -> Trace:
    """The trace up to the end of the experiment, with the actors that it names."""
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
