"""Repeat a sample of runs in other processes, and compare every bit of their results."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from heapq import nsmallest
from math import ceil
from typing import Any

from project_ghost.batch import AbstractExecutor, InProcess, Progress, Task
from project_ghost.core.errors import InputError
from project_ghost.results import (
    DifferentResultsError,
    PartWriter,
    Places,
    Store,
    compact,
    different_results,
    differing_columns,
)

from ._plan import Plan
from ._row import FAILED, row_of
from ._work import RunValues

__all__ = ["audit_runs", "audit_sample", "require_auditable"]

# How often a run is repeated until another process than the first has it.
_ROUNDS = 3
_RECORDING = "recording_sha256"

TasksOf = Callable[[Iterable[int]], Iterator[Task[RunValues]]]


def require_auditable(fraction: float, executor: AbstractExecutor) -> None:
    """Refuse a fraction that is none, and an audit without other processes."""
    if not 0.0 <= fraction <= 1.0:
        raise InputError(f"--audit is {fraction:g}", "--audit", "a fraction from 0 to 1")
    if fraction and isinstance(executor, InProcess):
        raise InputError(
            "an audit repeats runs on another worker, and in this process there is one only",
            "--audit",
            "--executor processes or ray",
            "leave out one of the two",
        )


def audit_sample(plan: Plan, places: Places, fraction: float) -> list[int]:
    """Return the places of runs to repeat: always the same ones, at least one if any is asked."""
    count = ceil(fraction * len(places))
    # The last digits of ids are as good as random; the first ones decide about shards.
    return sorted(nsmallest(count, places.tolist(), key=lambda place: plan.ids[place][::-1]))


def audit_runs(
    plan: Plan,
    store: Store,
    executor: AbstractExecutor,
    sample: Sequence[int],
    tasks_of: TasksOf,
    progress: Progress,
) -> int:
    """Repeat runs that have a row, in other processes; returns how many have the same result.

    Runs that failed are left out. Two results of a run that differ are an error, and both are in
    the store: the sweep cannot be finished with them.
    """
    rows = _rows(plan, store, sample)
    waiting = [place for place in sample if plan.ids[place] in rows]
    progress.advance(len(sample) - len(waiting))
    progress.describe("audit")
    audited = 0
    for _ in range(_ROUNDS):
        again: list[int] = []
        with closing(executor.finished(tasks_of(waiting))) as outcomes:
            for outcome in outcomes:
                run = plan.run(waiting[outcome.index])
                first = rows[run.id]
                if outcome.error is not None:
                    raise DifferentResultsError(
                        f"the run {run.id} was ok, and failed when it was repeated: "
                        f"{outcome.error.what}",
                        f"{store.url}, first made by process {first['pid']} of {first['host']}",
                        "the same result wherever a run is repeated",
                        "look for what depends on time, memory or another process",
                    )
                if (outcome.host, outcome.pid) == (first["host"], first["pid"]):
                    again.append(waiting[outcome.index])
                    continue
                cells, metrics = row_of(
                    plan.identity(run), plan.scenes[run.scene], plan.table, outcome
                )
                _compare(plan, store, first, cells, metrics)
                audited += 1
                progress.advance(1)
        waiting = again
        if not waiting:
            break
    if waiting:
        progress.advance(len(waiting))
    return audited


def _compare(
    plan: Plan,
    store: Store,
    first: dict[str, Any],
    cells: Sequence[object],
    metrics: Sequence[Sequence[object]],
) -> None:
    names = [field.name for field in plan.table.part]
    second = dict(zip(names, cells, strict=True))
    # The repeated run was not recorded; its digest covers all that a recording would hold.
    columns = [field.name for field in plan.table.result if field.name != _RECORDING]
    differing = differing_columns(first, second, columns)
    if not differing:
        return
    writer = PartWriter(store, plan.table.part)
    writer.add([second[name] for name in names], metrics)
    writer.flush()
    raise different_results(first, second, differing, store.url)


def _rows(plan: Plan, store: Store, sample: Sequence[int]) -> dict[str, dict[str, Any]]:
    """The rows of these runs that did not fail, with who made them."""
    found = compact(store, [plan.ids[place] for place in sample], plan.table)
    rows = zip(found.runs.to_pylist(), found.timings.to_pylist(), strict=True)
    return {row["id"]: {**row, **made} for row, made in rows if row["status"] != FAILED}
