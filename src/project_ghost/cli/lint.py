"""Find non-deterministic code: clocks, randomness, order, numbers, state.

RULES are codes, beginnings of codes, names or families, separated by commas. Exit code: 0 no
findings (hints and infos do not count), 1 findings, 2 bad input.

  ghost lint src
  ghost lint --select wall-clock,sleep --diff my_driver.py
  ghost lint --explain wall-clock
"""

import argparse
import io
import json
import os
import sys
import tokenize
from collections import Counter
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.lint import (
    FORMATS,
    Config,
    Report,
    all_rules,
    find,
    fix_paths,
    lint_paths,
    load_config,
    write_statistics,
    write_text,
)

from .terminal._output import add_printed, put_document

if TYPE_CHECKING:
    from rich.progress import Progress

    from project_ghost.lint import Rule

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
# Runs over fewer files need no progress bar.
_LONG_RUN_FILES = 100


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="files and folders (default: the working directory)",
    )
    add("--explain", metavar="RULE", help="print the page of a rule, by code or name")
    add("--list-rules", action="store_true", help="list all rules")
    add("--select", action="append", default=[], metavar="RULES", help="check only these rules")
    add("--ignore", action="append", default=[], metavar="RULES", help="skip these rules")
    add("--format", choices=list(FORMATS), default="text", help="format of the findings")
    add("--fix", action="store_true", help="apply the safe fixes, then report what is left")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--statistics", action="store_true", help="print only the number of findings of each rule")
    add("--hints", action="store_true", help="also show what may be harmless")
    add("--info", action="store_true", help="also show hints, and what is only printed or timed")
    add("--config", type=Path, metavar="FILE", help="read [tool.ghost.lint] from this file")
    add("--no-cache", action="store_true", help="check all files without the cache")
    add("--jobs", type=int, metavar="N", help="worker processes (default: one for each processor)")
    add_printed(parser, "the same as --format json")


def run(arguments: argparse.Namespace) -> int:
    """Explain, list, or check."""
    if arguments.json:
        arguments.format = "json"
    if arguments.explain:
        return _explain(arguments.explain, as_json=arguments.json)
    if arguments.list_rules:
        return _list_rules(as_json=arguments.json)
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"--jobs is {arguments.jobs}", "--jobs", "1 or more")
    if arguments.statistics and arguments.format not in ("text", "json"):
        raise InputError(
            f"--statistics cannot be written as {arguments.format}",
            expected="--format text or --format json",
        )
    paths = arguments.paths or [Path()]
    config = load_config(paths, arguments.config)
    config = config.with_options(_words(arguments.select), _words(arguments.ignore))
    if arguments.fix and arguments.diff:
        raise InputError("--fix and --diff exclude each other", expected="one of them")
    if arguments.diff:
        return _diff(paths, config, arguments)
    if arguments.fix:
        _fix(paths, config, arguments)
    with _Progress() as progress:
        report = lint_paths(
            paths,
            config,
            jobs=arguments.jobs,
            use_cache=not arguments.no_cache,
            show_hints=arguments.hints,
            show_info=arguments.info,
            progress=progress.show,
        )
    sys.stdout.write(_written(report, arguments))
    return EXIT_FINDINGS if report.errors else EXIT_CLEAN


def _diff(paths: list[Path], config: Config, arguments: argparse.Namespace) -> int:
    """Show the changes of safe fixes as a unified diff."""
    use_cache = not arguments.no_cache
    diffs = {}
    for path, old, new, _ in fix_paths(paths, config, jobs=arguments.jobs, use_cache=use_cache):
        before, after = (_text_lines(data) for data in (old, new))
        name = path.as_posix()
        diffs[name] = "".join(unified_diff(before, after, f"a/{name}", f"b/{name}"))
    if arguments.json:
        put_document(diffs)
    else:
        sys.stdout.writelines(diffs.values())
    return EXIT_FINDINGS if diffs else EXIT_CLEAN


def _text_lines(data: bytes) -> list[str]:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    lines = data.decode(encoding).splitlines(keepends=True)
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]


def _fix(paths: list[Path], config: Config, arguments: argparse.Namespace) -> None:
    """Apply safe fixes; each file is written whole, with the permissions that it had."""
    use_cache = not arguments.no_cache
    changes = list(fix_paths(paths, config, jobs=arguments.jobs, use_cache=use_cache))
    for path, _, new, _ in changes:
        target = path.resolve()
        mode = target.stat().st_mode
        write_whole(target, new)
        target.chmod(mode)
    fixes = sum(count for *_, count in changes)
    if fixes:
        files = f"{len(changes)} file{'' if len(changes) == 1 else 's'}"
        print(f"fixed {fixes} in {files}", file=sys.stderr)


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


def _explain(word: str, *, as_json: bool) -> int:
    rule = find(word)
    if as_json:
        put_document(_rule_document(rule) | {"page": rule.page})
        return EXIT_CLEAN
    print(f"# {rule.name} ({rule.code})\n")
    print(f"family {rule.family}, from level {rule.level}, {rule.severity}\n")
    print(rule.page)
    return EXIT_CLEAN


def _list_rules(*, as_json: bool) -> int:
    if as_json:
        put_document([_rule_document(rule) for rule in all_rules()])
        return EXIT_CLEAN
    width = max(len(rule.name) for rule in all_rules())
    for rule in all_rules():
        print(f"{rule.code}  {rule.name:<{width}}  {rule.level!s:<8}  {rule.summary}")
    return EXIT_CLEAN


def _rule_document(rule: "Rule") -> dict[str, str]:
    names = ("code", "name", "family", "level", "severity", "summary")
    return {name: str(getattr(rule, name)) for name in names}


def _words(options: list[str]) -> list[str]:
    return [word for option in options for word in option.split(",") if word.strip()]


class _Progress:
    """A progress bar for long runs on a terminal."""

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Update the bar."""
        if total < _LONG_RUN_FILES or not sys.stderr.isatty():
            return
        if self._bar is None:
            from rich.progress import Progress

            from .terminal._console import TerminalConsole

            # Without its own thread, which a fork could not copy safely.
            console = TerminalConsole(stderr=True)
            self._bar = Progress(console=console, transient=True, auto_refresh=False)
            self._bar.add_task("checking", total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done, refresh=done % 10 == 0)
