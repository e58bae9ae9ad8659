"""Find what makes a simulation answer differently: clocks, chance, orders, numbers, state."""

import argparse
import io
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.lint import (
    FORMATS,
    Report,
    all_rules,
    find,
    lint_paths,
    load_config,
    write_statistics,
    write_text,
)

if TYPE_CHECKING:
    from rich.progress import Progress

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
# A run over fewer files ends before anybody looks for a progress bar.
_LONG = 100


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked of the linter."""
    add = parser.add_argument
    add("paths", nargs="*", type=Path, metavar="PATH", help="files and folders (default: here)")
    add("--explain", metavar="RULE", help="print the page of a rule, by code or name")
    add("--list-rules", action="store_true", help="list all rules")
    add("--select", action="append", default=[], metavar="RULES", help="check only these rules")
    add("--ignore", action="append", default=[], metavar="RULES", help="leave out these rules")
    add("--format", choices=list(FORMATS), default="text", help="how to write the findings")
    add("--statistics", action="store_true", help="count the findings of each rule instead")
    add("--config", type=Path, metavar="FILE", help="read [tool.ghost.lint] from this file")
    add("--no-cache", action="store_true", help="check every file anew")
    add("--jobs", type=int, metavar="N", help="worker processes (default: one a processor)")
    parser.epilog = (
        "RULES are codes, beginnings of codes, names or families, with commas between them. "
        "Exit code: 0 no findings (hints do not count), 1 findings, 2 bad input."
    )


def run(arguments: argparse.Namespace) -> int:
    """Explain, list, or check."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A source line, or the name of a file, may hold what the terminal's encoding has not.
        sys.stdout.reconfigure(errors="backslashreplace")
    if arguments.explain:
        return _explain(arguments.explain)
    if arguments.list_rules:
        return _list_rules()
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"--jobs {arguments.jobs}: there must be at least one")
    if arguments.statistics and arguments.format not in ("text", "json"):
        raise InputError(
            f"--statistics cannot be written as {arguments.format}",
            expected="--format text or --format json",
        )
    paths = arguments.paths or [Path()]
    config = load_config(paths, arguments.config)
    config = config.narrowed(_words(arguments.select), _words(arguments.ignore))
    with _Progress() as progress:
        report = lint_paths(
            paths,
            config,
            jobs=arguments.jobs,
            use_cache=not arguments.no_cache,
            progress=progress.show,
        )
    sys.stdout.write(_written(report, arguments))
    return EXIT_FINDINGS if report.errors else EXIT_CLEAN


def _written(report: Report, arguments: argparse.Namespace) -> str:
    if arguments.statistics and arguments.format == "json":
        counts = Counter(finding.code for finding in report.findings)
        return json.dumps(counts, indent=2, sort_keys=True) + "\n"
    if arguments.statistics:
        return write_statistics(report)
    if arguments.format == "text":
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        return write_text(report, colour=colour)
    return FORMATS[arguments.format](report)


def _explain(word: str) -> int:
    rule = find(word)
    print(f"# {rule.name} ({rule.code})\n")
    print(f"family {rule.family}, from level {rule.level}, {rule.severity}\n")
    print(rule.page)
    return EXIT_CLEAN


def _list_rules() -> int:
    width = max(len(rule.name) for rule in all_rules())
    for rule in all_rules():
        print(f"{rule.code}  {rule.name:<{width}}  {rule.level!s:<8}  {rule.summary}")
    return EXIT_CLEAN


def _words(options: list[str]) -> list[str]:
    return [word for option in options for word in option.split(",") if word.strip()]


class _Progress:
    """A bar on a terminal, for a long run; nothing otherwise."""

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Say how far the run is."""
        if total < _LONG or not sys.stderr.isatty():
            return
        if self._bar is None:
            from rich.progress import Progress

            from ._console import TerminalConsole

            # It draws when told to: a thread of its own would not survive a fork well.
            console = TerminalConsole(stderr=True)
            self._bar = Progress(console=console, transient=True, auto_refresh=False)
            self._bar.add_task("checking", total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done, refresh=done % 10 == 0)
