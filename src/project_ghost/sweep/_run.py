"""Run a sweep: what is missing of its plan, on any executor, into a store."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import final

from project_ghost.batch import AbstractExecutor, Progress, SilentProgress, Task
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import (
    PartWriter,
    Store,
    StoreError,
    commit,
    compact,
    completed,
    finished_runs,
)
from project_ghost.runs import RecordingFailedError

from ._audit import audit_runs, audit_sample, require_auditable
from ._claim import claim
from ._plan import Plan, PlannedRun
from ._row import FAILED, row_of
from ._shard import Shard
from ._work import RunOptions, RunValues, execute_run
from .callbacks._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus
from .callbacks._calls import Calls, Messages

__all__ = ["Chosen", "SweepResult", "run_sweep"]


# Errors of the place where a recording should go, which say nothing about the run.
_NOT_OF_THE_RUN = (StoreError, RecordingFailedError)


@final
@dataclass(frozen=True)
class Chosen:
    """Which runs of the plan are done now: those of a shard, the first, or some by id."""

    shard: Shard | None = None
    first: int | None = None
    only: str | None = None  # a pattern of ids, scenarios or planners, such as 3f* or t-junction-*

    def runs(self, plan: Plan) -> list[PlannedRun]:
        """The chosen runs."""
        runs: Sequence[PlannedRun] = plan.runs[: self.first]
        named = [run for run in runs if self.only is None or self._is_named(plan, run, self.only)]
        if not named:
            raise InputError(
                f"no run has an id, a scenario or a planner like {self.only!r}",
                "--only",
                f"a pattern such as {plan.runs[0].id[:6]}* or {plan.scenes[0].scenario}",
                "`ghost sweep FILE --dry-run` lists them",
            )
        return [run for run in named if self.shard is None or self.shard.has(run.id)]

    @staticmethod
    def _is_named(plan: Plan, run: PlannedRun, pattern: str) -> bool:
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
    runs = (chosen or Chosen()).runs(plan)
    require_auditable(audit, executor)
    claim(store, plan)
    before = finished_runs(store, plan.table.part)
    missing = [run for run in runs if run.id not in before]
    messages = messages or Messages()
    calls = Calls(callbacks, messages)
    names = tuple(field.name for field in plan.table.parameters)
    count, were_done = len(plan.runs), len(runs) - len(missing)
    state = _State(plan, store, calls, progress or SilentProgress())
    calls.start(
        StartedSweep(
            plan.sweep.name, store, count, len(runs), were_done, executor.workers, plan.table,
            names, messages.say,
        )
    )  # fmt: skip
    end, left, error, audited = SweepEnd.FAILED, None, "", 0
    try:
        options = RunOptions(
            execution,
            max(1, count // len(plan.scenes)),
            store.url if plan.sweep.is_recorded else None,
        )
        sample = audit_sample(runs, audit)
        state.progress.begin(len(runs) + len(sample))
        state.progress.advance(were_done)
        state.run(executor, missing, options, fail_fast=fail_fast)
        if sample and not (fail_fast and state.failed):
            tasks = partial(tasks_of, plan, options=replace(options, recordings=None))
            audited = audit_runs(plan, store, executor, sample, tasks, state.progress)
        left = finish_sweep(plan.ids, store, plan, state.done | set(before))
        end = SweepEnd.INCOMPLETE if left else SweepEnd.COMPLETE
    except KeyboardInterrupt:
        end = SweepEnd.INTERRUPTED
        raise
    except BaseException as raised:
        error = f"{type(raised).__name__}: {raised}"
        raise
    finally:
        calls.end(SweepStatus(end, count, len(state.done), were_done, state.failed, left, error))
    failed_before = sum(before.get(run.id) == FAILED for run in runs)
    return SweepResult(
        count, len(state.done), were_done, state.failed, left, audited, failed_before
    )


@final
class _State:
    """What was done so far."""

    def __init__(self, plan: Plan, store: Store, calls: Calls, progress: Progress) -> None:
        self._plan, self._store, self._calls = plan, store, calls
        self.progress = progress
        self.done: set[str] = set()
        self.failed = 0

    def run(
        self,
        executor: AbstractExecutor,
        missing: Sequence[PlannedRun],
        options: RunOptions,
        *,
        fail_fast: bool,
    ) -> None:
        """Run these runs, and write the row of each."""
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
                    run = missing[outcome.index]
                    if isinstance(outcome.error, _NOT_OF_THE_RUN):
                        raise outcome.error  # it stays missing: the same command tries it again
                    row, metrics = row_of(
                        plan.identity(run), plan.scenes[run.scene], table, outcome
                    )
                    writer.add(row, metrics)
                    has_failed = outcome.error is not None
                    self.done.add(run.id)
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


def finish_sweep(ids: Sequence[str], store: Store, plan: Plan, known: set[str]) -> int:
    """Write the tables if all runs are there; returns how many are missing."""
    if any(each not in known for each in ids):
        known = known | set(
            finished_runs(store, plan.table.part)
        )  # other shards may have finished meanwhile
        left = sum(each not in known for each in ids)
        if left:
            return left
    if completed(store) is None:
        commit(store, compact(store, ids, plan.table), plan.table)
    return 0


def tasks_of(
    plan: Plan, runs: Iterable[PlannedRun], options: RunOptions
) -> Iterator[Task[RunValues]]:
    """Yield the tasks of runs."""
    limit_s = plan.sweep.time_limit_s
    for run in runs:
        scene = plan.scenes[run.scene]
        arguments = (scene, plan.settings[run.point], run.seed, run.id, options)
        yield Task(execute_run, arguments, f"run {run.id}", limit_s, is_repeatable=True)
