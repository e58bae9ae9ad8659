"""A progress bar for many tasks, if stderr is a terminal; plain lines where that is asked for."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, final

from ._progress import compiling_text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from project_ghost.batch import Progress
    from project_ghost.core.compile_steps import CompileStep

__all__ = ["work_progress"]

_LINE_EVERY_S = 10.0


@contextmanager
def work_progress(name: str, unit: str, *, lines: bool = False) -> "Iterator[Progress | None]":
    """A bar of tasks of this unit, with the remaining time.

    If stderr is not a terminal: a line every ten seconds with `lines`, else None.
    """
    if not sys.stderr.isatty():
        yield _Lines(name, unit) if lines else None
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from project_ghost.core.compile_steps import observed_compilation

    from ._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {unit}{{task.fields[more]}}"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        shown = _WorkBar(bar, bar.add_task(name, total=1, more=""), name)
        with observed_compilation(shown.compiling):
            yield shown


@final
class _WorkBar:
    """Moves the bar."""

    def __init__(self, bar: "Bar", task: "TaskID", name: str) -> None:
        self._bar, self._task, self._name = bar, task, name
        self._tally = _Tally()

    def begin(self, total: int) -> None:
        """Set the largest number of tasks."""
        self._bar.update(self._task, total=total)

    def describe(self, text: str) -> None:
        """Show what is being done."""
        self._name = text
        self._bar.update(self._task, description=text)

    def advance(self, count: int, *, failed: int = 0) -> None:
        """Add finished tasks."""
        self._tally.add(count, failed)
        self._bar.update(self._task, advance=count, description=self._name, more=self._tally.text())

    def running(self, count: int) -> None:
        """Show how many tasks are running."""
        self._tally.running = count
        self._bar.update(self._task, more=self._tally.text())

    def compiling(self, step: "CompileStep") -> None:
        """Show what a worker compiles."""
        self._bar.update(self._task, description=compiling_text(self._name, step))
        self._bar.refresh()


@final
class _Lines:
    """Prints a line now and then."""

    def __init__(self, name: str, unit: str) -> None:
        self._name, self._unit = name, unit
        self._total = 0
        self._tally = _Tally()
        self._printed_s = self._tally.begun_s

    def begin(self, total: int) -> None:
        """Set the largest number of tasks."""
        self._total = total

    def describe(self, text: str) -> None:
        """Name what is being done."""
        self._name = text

    def advance(self, count: int, *, failed: int = 0) -> None:
        """Add finished tasks, and print a line if the last one is old."""
        self._tally.add(count, failed)
        now_s = _now_s()
        if now_s - self._printed_s >= _LINE_EVERY_S or self._tally.done >= self._total:
            self._printed_s = now_s
            text = f"{self._name}: {self._tally.done:,} of {self._total:,} {self._unit}"
            left_s = self._tally.left_s(self._total)
            left = f", {left_s:,.0f} s left" if left_s else ""
            print(f"{text}{self._tally.text()}{left}", file=sys.stderr, flush=True)

    def running(self, count: int) -> None:
        """Keep how many tasks are running, for the next line."""
        self._tally.running = count


@final
class _Tally:
    """What was done so far. What was there at the beginning is no part of the rate."""

    def __init__(self) -> None:
        self.done = self.failed = self.running = 0
        self.begun_s = _now_s()
        self._before: int | None = None

    def add(self, count: int, failed: int) -> None:
        self.done += count
        self.failed += failed
        if self._before is None:
            self._before, self.begun_s = self.done, _now_s()

    def text(self) -> str:
        parts = [
            f", {self.running:,} running" if self.running else "",
            f", {self.failed:,} failed" if self.failed else "",
        ]
        rate = self._per_s()
        return "".join([*parts, f", {rate:,.1f}/s" if rate else ""])

    def left_s(self, total: int) -> float | None:
        rate = self._per_s()
        return (total - self.done) / rate if rate else None

    def _per_s(self) -> float:
        elapsed_s = _now_s() - self.begun_s
        return (self.done - (self._before or 0)) / elapsed_s if elapsed_s > 1.0 else 0.0


def _now_s() -> float:
    # ghost: allow[wall-clock] the progress shows a rate and decides nothing
    return time.perf_counter()
