"""One repeat of an experiment, in a worker process."""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import final

import numpy as np

from project_ghost.batch import TimeLimitError, forget_ready, limited, ready
from project_ghost.core.errors import InputError
from project_ghost.study.machine._memory import bind_memory
from project_ghost.study.results._loop import LoopLatency
from project_ghost.study.results._trace import Trace, combined

from ._simulator import Fact, PreparedSimulator, find_simulator

__all__ = ["FinishedRepeat", "RepeatJob", "run_repeat"]


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
    pid: int = 0  # of the process that ran it


class _Loaded:
    """The simulator that this process has loaded, and the digests of the traces that it sent."""

    def __init__(self, simulator: PreparedSimulator) -> None:
        self.simulator = simulator
        self.sent: set[str] = set()

    def close(self) -> None:
        """Close the simulator, if it can be closed."""
        close = getattr(self.simulator, "close", None)
        if close is not None:
            close()


def run_repeat(job: RepeatJob, repeat: int) -> FinishedRepeat:
    """Run one repeat, with the simulator of the repeat before or with a new one."""
    _set_affinity_and_priority(job)
    key = json.dumps([job.experiment, job.simulator, _sortable(job.settings)], sort_keys=True)
    # A worker serves one experiment at a time.
    loaded = ready(key, lambda: _Loaded(find_simulator(job.simulator)(job.settings)))
    # ghost: allow[wall-clock] the duration is only logged
    begun_s = time.perf_counter()
    with limited(job.time_limit_s, partial(_took_too_long, job, repeat)):
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
    return FinishedRepeat(
        repeat, digest, trace if is_new else None, facts, wall_s, trace.loop, os.getpid()
    )


def _took_too_long(job: RepeatJob, repeat: int) -> TimeLimitError:
    forget_ready()  # an interrupted simulator is not used again
    return TimeLimitError(
        f"repeat {repeat} took longer than {job.time_limit_s:g} s",
        job.experiment,
        "a run that ends by itself",
        "raise `time_limit:`, or find out what the run waits for",
    )


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
