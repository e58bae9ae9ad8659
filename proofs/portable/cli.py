"""Prove that every workload has one digest, wherever it runs."""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from project_ghost.core.errors import GhostError, InputError
from project_ghost.doctor.selfcheck import WORKLOADS, Mode, load_workload, stored_digests
from project_ghost.scenario import builtin_names

from . import processes, report
from .catalogue import NATIVE, catalogue
from .environment import Environment
from .machine import ROOT, cores
from .runner import Run, Selection, run
from .verdict import judge

# All built-in scenarios, as one choice.
SCENARIOS = "scenarios"


def main(argv: Sequence[str] | None = None) -> int:
    """Return 0 where all that ran agrees, 1 where something differs, 2 on bad usage."""
    arguments = _parser().parse_args(argv)
    try:
        environments = _chosen(catalogue(), arguments.only)
        chosen = arguments.workload or [*WORKLOADS, SCENARIOS]
        selection = Selection(
            tuple(name for name in chosen if name in WORKLOADS),
            _extra(arguments.extra_workload),
            SCENARIOS in chosen,
        )
    except GhostError as error:
        print(f"proof-portable: {error}", file=sys.stderr)
        return 2
    console = Console()
    if arguments.list:
        for environment in environments:
            print(f"{environment.group:<16} {environment.name:<22} {environment.summary}")
        return 0
    modes = [Mode(mode) for mode in arguments.mode or Mode]
    todo = [(e, mode) for e in environments for mode in e.modes if mode in modes]
    verdict = judge(_run_all(todo, selection, arguments.jobs, console), selection, stored_digests())
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(report.as_json(verdict), encoding="utf-8")
    report.show(verdict, console)
    return 0 if verdict.passed else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs.portable", description=__doc__)
    parser.add_argument(
        "--only",
        action="append",
        metavar="PATTERN",
        help="only environments whose name or group matches, such as 'aarch64*' (repeatable)",
    )
    parser.add_argument(
        "--workload",
        action="append",
        choices=[*WORKLOADS, SCENARIOS],
        help="only this (repeatable)",
    )
    parser.add_argument(
        "--extra-workload",
        action="append",
        default=[],
        metavar="NAME=FILE.py:FUNCTION",
        help="this workload too, compared with its native digest (repeatable)",
    )
    parser.add_argument(
        "--mode", action="append", choices=list(Mode), help="only in this mode (repeatable)"
    )
    parser.add_argument("--list", action="store_true", help="list the environments and stop")
    parser.add_argument(
        "--jobs", type=_positive, default=cores(), metavar="N", help="runs at once (default: cores)"
    )
    parser.add_argument(
        "--json",
        type=Path,
        default=ROOT / "build" / "proof-portable.json",
        metavar="FILE",
        help="where everything that was measured goes (default: build/proof-portable.json)",
    )
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _chosen(environments: list[Environment], patterns: list[str] | None) -> list[Environment]:
    """The environments that match, and always the native one: the others need it."""
    if patterns is None:
        return environments
    for pattern in patterns:
        if not any(_matches(environment, pattern) for environment in environments):
            raise InputError(f"no environment matches {pattern!r}", fix="see --list")
    return [
        environment
        for environment in environments
        if environment.name == NATIVE or any(_matches(environment, p) for p in patterns)
    ]


def _matches(environment: Environment, pattern: str) -> bool:
    return fnmatch(environment.name, pattern) or fnmatch(environment.group, pattern)


def _extra(texts: list[str]) -> dict[str, str]:
    """Check that the extra workloads load at all, and resolve their files for every run."""
    extra: dict[str, str] = {}
    for text in texts:
        name, _ = load_workload(text)
        if name in (*WORKLOADS, *builtin_names(), *extra):
            raise InputError(f"there are two workloads named {name!r}", fix="rename the extra one")
        place, _, function = text.partition("=")[2].rpartition(":")
        extra[name] = f"{Path(place).resolve() if place.endswith('.py') else place}:{function}"
    return extra


def _run_all(
    todo: list[tuple[Environment, Mode]], selection: Selection, jobs: int, console: Console
) -> list[Run]:
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("proving", total=len(todo))

        def finished(result: Run) -> None:
            progress.advance(task)
            name = f"{result.environment.name} ({result.mode})"
            text = f"{name:<40} {result.status} {result.seconds:6.1f} s  {result.reason}"
            console.print(text, markup=False, highlight=False, soft_wrap=True)

        return _in_parallel(todo, selection, jobs, finished)


def _in_parallel(
    todo: list[tuple[Environment, Mode]],
    selection: Selection,
    jobs: int,
    finished: Callable[[Run], None],
) -> list[Run]:
    """Run all, in order as far as `jobs` allows, and leave no process behind."""

    def one(environment: Environment, mode: Mode) -> Run:
        result = run(environment, mode, selection)
        finished(result)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(one, environment, mode) for environment, mode in todo]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            processes.end_all()
            raise
