"""What happens in a worker process: one repeat of an experiment."""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from project_ghost.core.errors import InputError

from ._simulator import Fact, Scene, find_simulator
from ._trace import Trace, combined

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
        kept = np.isin(trace.actor, [trace.actors.index(name) for name in job.actors])
        trace = replace(
            trace,
            actor=trace.actor[kept],
            times_ns=trace.times_ns[kept],
            collided=trace.collided[kept],
            columns={n: replace(c, values=c.values[kept]) for n, c in trace.columns.items()},
        )
    return trace


def _sortable(value: object) -> object:
    return {str(k): _sortable(v) for k, v in value.items()} if isinstance(value, Mapping) else value
