"""Run a sweep: what is missing of its plan, on any executor, into a store."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.batch import AbstractExecutor, Progress, SilentProgress, Task
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.scratch import remove_abandoned
from project_ghost.results import (
    PartWriter,
    Places,
    Store,
    StoreError,
    commit,
    compact,
    completed,
    finished_runs,
    reopen,
    withdraw,
)
from project_ghost.runs import RecordingFailedError

from ._audit import audit_runs, audit_sample, require_auditable
from ._claim import claim
from ._plan import Plan
from ._row import row_of
from ._shard import Shard
from ._work import RunOptions, RunValues, execute_run
from .callbacks._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus
from .callbacks._calls import Calls, Messages
from .callbacks._validation import VERDICT
from .page._page import REPORT

__all__ = ["Chosen", "SweepResult", "run_sweep"]


# Errors of the place where a recording should go, which say nothing about the run.
_NOT_OF_THE_RUN = (StoreError, RecordingFailedError)


@final
@dataclass(frozen=True)
class Chosen:
    """Which runs of the plan are done now: those of a shard, the first, or some by id.

    `retry_failed` chooses those of them again that failed before; their rows are withdrawn.
    """

    shard: Shard | None = None
    first: int | None = None
    only: str | None = None  # a pattern of ids, scenarios or planners, such as 3f* or t-junction-*
    retry_failed: bool = False

    def places(self, plan: Plan) -> Places:
        """The places of the chosen runs in the plan."""
        count = len(plan) if self.first is None else min(self.first, len(plan))
        places = np.arange(count)
        if self.only is not None:
            is_named = (self._is_named(plan, place, self.only) for place in range(count))
            places = places[np.fromiter(is_named, bool, count)]
        if not len(places):
            raise InputError(
                f"no run has an id, a scenario or a planner like {self.only!r}",
                "--only",
                f"a pattern such as {plan.ids[0][:6]}* or {plan.scenes[0].scenario}",
                "`ghost sweep FILE --dry-run` lists them",
            )
        if self.shard is not None:
            is_own = (self.shard.has(plan.ids[place]) for place in places.tolist())
            places = places[np.fromiter(is_own, bool, len(places))]
        return places

    @staticmethod
    def _is_named(plan: Plan, place: int, pattern: str) -> bool:
        run = plan.run(place)
        scene = plan.scenes[run.scene]
        return any(
            fnmatchcase(text, pattern) for text in (run.id, scene.scenario, scene.planner or "")
        )


@final
@dataclass(frozen=True)
class SweepResult:
    """How far a sweep is: runs of the plan, done now, done before, failed now, still missing.

    `missing` are runs of the whole plan, other shards included. `audited` runs were repeated.
    `failed_before` are runs that were done before, and failed.
    """

    planned: int
    done: int
    before: int
    failed: int
    missing: int
    audited: int = 0
    failed_before: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether all runs are done, and the tables are written."""
        return self.missing == 0


@checked_arguments
def run_sweep(
    plan: Plan,
    store: Store,
    executor: AbstractExecutor,
    *,
    chosen: Chosen | None = None,
    execution: str = "auto",
    fail_fast: bool = False,
    audit: float = 0.0,
    progress: Progress | None = None,
    callbacks: Sequence[SweepCallback] = (),
    messages: Messages | None = None,
) -> SweepResult:
    """Run what is missing, then finish the sweep if nothing is.

    Each result is in the store soon after it is there; leaving early, by an error or Ctrl-C, loses
    none that has come. The same call continues. `audit` is the fraction of the chosen runs that is
    then repeated in other processes, and must have the same results.
    """
    chosen = chosen or Chosen()
    chosen_runs = chosen.places(plan)
    require_auditable(audit, executor)
    workers = executor.workers  # a cluster without room for any is an error, before the claim
    claim(store, plan)
    if chosen.retry_failed:
        withdraw_failed(plan, store, chosen_runs)
    before = finished_runs(store, plan.table.part, plan.ids)
    missing = chosen_runs[~before.done[chosen_runs]]
    messages = messages or Messages()
    calls = Calls(callbacks, messages)
    names = tuple(field.name for field in plan.table.parameters)
    count, were_done = len(plan), len(chosen_runs) - len(missing)
    state = _State(plan, store, calls, progress or SilentProgress())
    calls.start(
        StartedSweep(
            plan.sweep.name, store, count, len(chosen_runs), were_done, workers,
            plan.table, names, messages.say,
        )
    )  # fmt: skip
    end, left, error, audited = SweepEnd.FAILED, None, "", 0
    try:
        options = RunOptions(
            execution,
            max(1, count // len(plan.scenes)),
            store.url if plan.sweep.is_recorded else None,
        )
        sample = audit_sample(plan, chosen_runs, audit)
        state.progress.begin(len(chosen_runs) + len(sample))
        state.progress.advance(were_done)
        state.run(executor, missing, options, fail_fast=fail_fast)
        if len(sample) and not (fail_fast and state.failed):
            tasks = partial(tasks_of, plan, options=replace(options, recordings=None))
            audited = audit_runs(plan, store, executor, sample, tasks, state.progress)
        left = finish_sweep(plan, store, before.done | state.done)
        end = SweepEnd.INCOMPLETE if left else SweepEnd.COMPLETE
    except KeyboardInterrupt:
        end = SweepEnd.INTERRUPTED
        raise
    except BaseException as raised:
        error = f"{type(raised).__name__}: {raised}"
        raise
    finally:
        remove_abandoned()  # what workers left behind that were killed
        done = int(state.done.sum())
        calls.end(SweepStatus(end, count, done, were_done, state.failed, left, error))
    failed_before = int(before.failed[chosen_runs].sum())
    return SweepResult(count, done, were_done, state.failed, left, audited, failed_before)


@final
class _State:
    """What was done so far."""

    def __init__(self, plan: Plan, store: Store, calls: Calls, progress: Progress) -> None:
        self._plan, self._store, self._calls = plan, store, calls
        self.progress = progress
        self.done = np.zeros(len(plan), bool)
        self.failed = 0

    def run(
        self,
        executor: AbstractExecutor,
        missing: Places,
        options: RunOptions,
        *,
        fail_fast: bool,
    ) -> None:
        """Run the runs at these places, and write the row of each."""
        plan, table = self._plan, self._plan.table
        names = [field.name for field in table.part]
        writer = PartWriter(self._store, table.part)
        running = _Running(self.progress, executor.workers)
        tasks = running.taken(tasks_of(plan, missing, options))
        try:
            with closing(executor.finished(tasks)) as outcomes:
                for outcome in outcomes:
                    if isinstance(outcome.error, StoreError):
                        raise outcome.error  # no fault of the run, which is made again next time
                    place = int(missing[outcome.index])
                    run = plan.run(place)
                    if isinstance(outcome.error, _NOT_OF_THE_RUN):
                        raise outcome.error  # it stays missing: the same command tries it again
                    row, metrics = row_of(
                        plan.identity(run), plan.scenes[run.scene], table, outcome
                    )
                    writer.add(row, metrics)
                    has_failed = outcome.error is not None
                    self.done[place] = True
                    self.failed += has_failed
                    running.end_one()
                    self.progress.advance(1, failed=int(has_failed))
                    if self._calls:
                        self._calls.run_end(dict(zip(names, row, strict=True)))
                    if fail_fast and has_failed:
                        break
        finally:
            writer.flush()


@final
class _Running:
    """Counts the tasks that the executor has taken and not returned; some of them may wait."""

    def __init__(self, progress: Progress, workers: int) -> None:
        self._progress, self._workers = progress, workers
        self._taken = 0

    def taken(self, tasks: Iterable[Task[RunValues]]) -> Iterator[Task[RunValues]]:
        for task in tasks:
            self._taken += 1
            if self._taken <= self._workers:
                self._progress.running(self._taken)
            yield task

    def end_one(self) -> None:
        self._taken -= 1
        self._progress.running(min(self._taken, self._workers))


def withdraw_failed(plan: Plan, store: Store, chosen: Places) -> None:
    """Take back the rows of chosen runs that failed, and all that was made of them."""
    before = finished_runs(store, plan.table.part, plan.ids)
    if before.failed[chosen].any():
        # Tables first: a sweep without them is finished again, whatever happens now.
        for name in (REPORT, VERDICT):
            with suppress(FileNotFoundError):
                store.remove(name)
        reopen(store)
        withdraw(store, plan.table.part, plan.ids, chosen)


def finish_sweep(plan: Plan, store: Store, known: NDArray[np.bool_]) -> int:
    """Write the tables if all runs are there; returns how many are missing."""
    if not known.all():  # other shards may have finished meanwhile
        known = known | finished_runs(store, plan.table.part, plan.ids).done
        left = len(plan) - int(known.sum())
        if left:
            return left
    if completed(store) is None:
        commit(store, compact(store, plan.ids, plan.table), plan.table)
    return 0


def tasks_of(plan: Plan, places: Iterable[int], options: RunOptions) -> Iterator[Task[RunValues]]:
    """Yield the tasks of the runs at these places."""
    limit_s = plan.sweep.time_limit_s
    for place in places:
        run = plan.run(int(place))
        arguments = (plan.scenes[run.scene], plan.settings(run), run.seed, run.id, options)
        code = "" if options.execution == "interpreted" else plan.code(run)
        yield Task(execute_run, arguments, f"run {run.id}", limit_s, is_repeatable=True, code=code)
