"""Run a sweep, or what is missing of it. The same command continues a sweep that was ended.

The store, a folder or s3://bucket/path, gets runs.parquet with a row for each run, metrics.parquet,
timings.parquet and aggregates.parquet, and recordings if the file asks for them. Exit code 1 if a
run failed or misses a requirement, or if two results of one run differ.

  ghost sweep sweep.yaml --dry-run
  ghost sweep sweep.yaml -o results --report --audit 0.05
  ghost sweep sweep.yaml -o results --require "score>=0.8" --require "mean(score)>=0.9"
  ghost sweep sweep.yaml -o s3://bucket/results --shard 3/16
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.cli._exit_codes import DIFFERENT, INTERRUPTED, OK, TERMINATED
from project_ghost.cli._run_flags import add_execution
from project_ghost.cli._signals import Terminated, ended_by_signals
from project_ghost.cli.terminal._output import add_written, put_document
from project_ghost.cli.terminal._work_progress import work_progress
from project_ghost.core.duration import NS_PER_S, parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted

from ._executor import IN_PROCESS, add_executor, executor_of

if TYPE_CHECKING:
    from project_ghost.sweep import (
        Chosen,
        Plan,
        Sweep,
        SweepCallback,
        SweepResult,
        ValidationCallback,
    )

_SHOWN_MAX = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="a sweep.yaml")
    add("--dry-run", action="store_true", help="print the plan and run nothing")
    add("--first", type=int, metavar="N", help="only the first N runs of the plan")
    add("--only", metavar="PATTERN",
        help="only runs with an id, a scenario or a planner like this, such as '3f*'")  # fmt: skip
    add("--shard", metavar="K/N",
        help="only the K-th of N parts of the plan; auto: of a SLURM array, an indexed job of "
             "Kubernetes (auto/N) or AWS Batch")  # fmt: skip
    add_executor(parser)
    add("--time-limit", metavar="TIME", help="for one run, such as 60s")
    add("--fail-fast", action="store_true", help="end with the first run that fails")
    add("--retry-failed", action="store_true",
        help="also runs that failed before: their rows are taken back")  # fmt: skip
    add("--audit", type=float, default=0.0, metavar="X",
        help="then repeat this fraction of the runs on other workers, such as 0.05: the same "
             "bits, or an error")  # fmt: skip
    add("--require", dest="requirements", action="append", default=[], metavar="METRIC>=N",
        help="exit code 1 if a run misses it: goal_reached, 'score>=0.8'; or the mean of a "
             "planner: 'mean(score)>=0.9'; may be repeated")  # fmt: skip
    add("--report", action="store_true", help="write report.html to the store at the end")
    add("--publish", metavar="STORE",
        help="copy tables, page and verdict there when the sweep is complete")  # fmt: skip
    add("--callback", dest="callbacks", action="append", default=[], metavar="FILE.py:CLASS",
        help="a SweepCallback of yours; may be repeated")  # fmt: skip
    add_execution(parser)
    add_written(parser, "STORE", "a folder or s3://bucket/path [sweeps/NAME]", path=str)


def run(arguments: argparse.Namespace) -> int:
    """Run the sweep."""
    from project_ghost.results import open_store
    from project_ghost.sweep import Chosen, Messages, Shard, load_sweep, plan_sweep, run_sweep

    _check_flags(arguments)
    shard = None if arguments.shard is None else Shard.parse(arguments.shard)
    sweep = _limited(load_sweep(arguments.file), arguments)
    plan = plan_sweep(sweep)
    chosen = Chosen(shard, arguments.first, arguments.only, arguments.retry_failed)
    if arguments.dry_run:
        _show_plan(plan, chosen, as_json=arguments.json)
        return OK
    callbacks, validation = _callbacks(arguments, plan)
    executor = executor_of(arguments)
    store = open_store(arguments.output or f"sweeps/{sweep.name}")
    store.probe()
    said: list[str] = []
    try:
        lines = not arguments.quiet
        with ended_by_signals(), work_progress(sweep.name, "runs", lines=lines) as progress:
            result = run_sweep(
                plan,
                store,
                executor,
                chosen=chosen,
                execution=arguments.execution,
                fail_fast=arguments.fail_fast,
                audit=arguments.audit,
                progress=progress,
                callbacks=callbacks,
                messages=Messages(said.append, _warn),
            )
    except KeyboardInterrupt as interrupt:
        print(
            "ghost sweep: interrupted. All finished runs are kept; run it again to continue.",
            file=sys.stderr,
        )
        return TERMINATED if isinstance(interrupt, Terminated) else INTERRUPTED
    _show(result, store.url, said, as_json=arguments.json)
    has_missed = validation is not None and result.is_complete and not validation.is_met
    has_failed = result.failed or result.failed_before
    return DIFFERENT if has_failed or has_missed else OK


def _callbacks(
    arguments: argparse.Namespace, plan: "Plan"
) -> "tuple[list[SweepCallback], ValidationCallback | None]":
    """The callbacks of file and flags, in the order in which each finds what it needs."""
    from project_ghost.sweep import (
        AggregationCallback,
        CallbackChoice,
        PublicationCallback,
        SummaryCallback,
        TimeCallback,
        ValidationCallback,
        load_callbacks,
    )

    sweep = plan.sweep
    validation = ValidationCallback(arguments.requirements) if arguments.requirements else None
    found: list[SweepCallback] = [TimeCallback(), AggregationCallback()]
    if validation is not None:
        validation.check(plan.table)
        found.append(validation)
    if arguments.report:
        found.append(SummaryCallback())
    folders = (sweep.folder, Path.cwd())
    found += load_callbacks(sweep.callbacks, folders, f"{sweep.source}: callbacks")
    flags = [CallbackChoice(text) for text in arguments.callbacks]
    found += load_callbacks(flags, folders, "--callback")
    if arguments.publish is not None:
        found.append(PublicationCallback(arguments.publish))
    return found, validation


def _warn(text: str) -> None:
    print(f"ghost sweep: warning: {text}", file=sys.stderr)


def _check_flags(arguments: argparse.Namespace) -> None:
    if arguments.first is not None and arguments.first < 1:
        raise InputError(f"--first is {arguments.first}", "--first", "1 or more")


def _limited(sweep: "Sweep", arguments: argparse.Namespace) -> "Sweep":
    if arguments.time_limit is not None:
        limit_ns = parse_duration_ns(arguments.time_limit, "--time-limit")
        if limit_ns <= 0:
            raise InputError(f"--time-limit is {limit_ns} ns", "--time-limit", "more than 0")
        sweep = replace(sweep, time_limit_s=limit_ns / NS_PER_S)
    if sweep.time_limit_s is not None and arguments.executor == IN_PROCESS:
        raise InputError(
            "a time limit needs processes of their own for runs",
            "--executor in-process",
            "--executor processes",
            "leave out one of the two",
        )
    return sweep


def _show_plan(plan: "Plan", chosen: "Chosen", *, as_json: bool) -> None:
    runs = chosen.places(plan)
    shown_places = runs[: None if as_json else _SHOWN_MAX].tolist()
    rows = [plan.identity(plan.run(place)) for place in shown_places]
    names = ["id", "scenario", "planner", "seed", *(each.name for each in plan.table.parameters)]
    if as_json:
        put_document({"plan": [dict(zip(names, row, strict=True)) for row in rows]})
        return
    from project_ghost.cli.terminal._console import console
    from project_ghost.cli.terminal._recordings import table

    shown = table(None, *names)
    for row in rows:
        shown.add_row(*("" if cell is None else str(cell) for cell in row))
    console().print(shown)
    if len(runs) > len(rows):
        print(f"... and {len(runs) - len(rows):,} more")
    scenes = counted(len(plan.scenes), "scene")
    print(
        f"{counted(len(runs), 'run')}: {scenes}, {counted(len(plan.points), 'set')} of parameters, "
        f"{counted(len(plan.sweep.seeds), 'seed')}"
    )


def _show(result: "SweepResult", url: str, said: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        put_document(
            {
                "audited": result.audited,
                "before": result.before,
                "complete": result.is_complete,
                "done": result.done,
                "failed": result.failed,
                "failed_before": result.failed_before,
                "missing": result.missing,
                "notes": list(said),
                "planned": result.planned,
                "store": url,
            }
        )
        return
    before = f", {result.before:,} were there" if result.before else ""
    if result.failed_before:
        before += f" ({result.failed_before:,} of them failed; --retry-failed runs them again)"
    failed = f", {result.failed:,} failed" if result.failed else ""
    print(f"{counted(result.done, 'run')} done{before}{failed}")
    for line in said:
        print(line)
    if result.audited:
        print(f"audit: {counted(result.audited, 'run')} repeated on other workers, the same bits")
    if result.is_complete:
        print(f"complete: {result.planned:,} runs in {url}/runs.parquet")
    else:
        print(f"{result.missing:,} of {result.planned:,} are missing in {url}")
