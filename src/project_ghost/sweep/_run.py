"""Run a sweep: what is missing of its plan, on any executor, into a store."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, final

from project_ghost.batch import AbstractExecutor, Progress, SilentProgress, Task
from project_ghost.core.errors import InputError
from project_ghost.results import PartWriter, Store, commit, compact, completed
from project_ghost.results import finished_ids as ids_in

from ._claim import claim
from ._plan import Plan, PlannedRun
from ._row import row_of
from ._shard import Shard
from ._work import RunOptions, RunValues, execute_run

__all__ = ["Chosen", "SweepResult", "run_sweep"]


@final
@dataclass(frozen=True)
class Chosen:
    """Which runs of the plan are done now: those of a shard, the first, or some by id."""

    shard: Shard | None = None
    first: int | None = None
    only: str | None = None  # a pattern of ids, such as 3f*

    def runs(self, plan: Plan) -> list[PlannedRun]:
        """The chosen runs."""
        runs: Sequence[PlannedRun] = plan.runs[: self.first]
        chosen = [run for run in runs if self._has(run)]
        if not chosen and self.only is not None:
            raise InputError(
                f"no run has an id like {self.only!r}",
                "--only",
                f"a pattern of ids such as {plan.runs[0].id[:6]}*",
                "`ghost sweep FILE --dry-run` lists them",
            )
        return chosen

    def _has(self, run: PlannedRun) -> bool:
        return (self.shard is None or self.shard.has(run.id)) and (
            self.only is None or fnmatchcase(run.id, self.only)
        )


@final
@dataclass(frozen=True)
class SweepResult:
    """How far a sweep is: runs of the plan, done now, done before, failed now, still missing.

    `missing` are runs of the whole plan, other shards included; None if they were not counted.
    """

    planned: int
    done: int
    before: int
    failed: int
    missing: int

    @property
    def is_complete(self) -> bool:
        """Whether all runs are done, and the tables are written."""
        return self.missing == 0


def run_sweep(
    plan: Plan,
    store: Store,
    executor: AbstractExecutor,
    *,
    chosen: Chosen | None = None,
    execution: str = "auto",
    fail_fast: bool = False,
    progress: Progress | None = None,
    on_run_end: Callable[[dict[str, Any]], object] | None = None,
) -> SweepResult:
    """Run what is missing, then finish the sweep if nothing is.

    Each result is in the store soon after it is there; leaving early, by an error or Ctrl-C, loses
    none that has come. The same call continues. `on_run_end` is called with the row of each run.
    """
    runs = (chosen or Chosen()).runs(plan)
    claim(store, plan)
    before = ids_in(store)
    missing = [run for run in runs if run.id not in before]
    progress = progress or SilentProgress()
    progress.begin(len(runs))
    progress.advance(len(runs) - len(missing))
    options = RunOptions(
        execution,
        max(1, len(plan.runs) // len(plan.scenes)),
        store.url if plan.sweep.is_recorded else None,
    )
    fields = plan.table.part
    names = [field.name for field in fields]
    writer = PartWriter(store, fields)
    done: set[str] = set()
    failed = 0
    try:
        with closing(executor.finished(tasks_of(plan, missing, options))) as outcomes:
            for outcome in outcomes:
                run = missing[outcome.index]
                row, metrics = row_of(
                    plan.identity(run), plan.scenes[run.scene], plan.table, outcome
                )
                writer.add(row, metrics)
                done.add(run.id)
                failed += outcome.error is not None
                progress.advance(1, failed=int(outcome.error is not None))
                if on_run_end is not None:
                    on_run_end(dict(zip(names, row, strict=True)))
                if fail_fast and outcome.error is not None:
                    break
    finally:
        writer.flush()
    left = finish_sweep(plan.ids, store, plan, done | before)
    return SweepResult(len(plan.runs), len(done), len(runs) - len(missing), failed, left)


def finish_sweep(ids: Sequence[str], store: Store, plan: Plan, known: set[str]) -> int:
    """Write the tables if all runs are there; returns how many are missing."""
    if any(each not in known for each in ids):
        known = known | ids_in(store)  # other shards may have finished meanwhile
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
