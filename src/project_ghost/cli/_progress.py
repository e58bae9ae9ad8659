"""Progress bars for long commands, and Ctrl-C during runs."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from project_ghost.core.duration import NS_PER_S

if TYPE_CHECKING:
    from project_ghost.runs import Interrupt, PreparedRun
    from project_ghost.telemetry import McapFile

__all__ = ["RunProgress", "progress_bar", "reading_bar"]

# Often enough for a smooth bar, at no noticeable cost.
_SLICES = 200
# Between two waits of a paced run.
_PACED_NS = 100_000_000


class RunProgress(AbstractContextManager["RunProgress"]):
    """Called after each slice of a run: moves the bar, paces the run, checks for Ctrl-C."""

    def __init__(self, prepared: "PreparedRun", *, paced: bool) -> None:
        from project_ghost.runs import Pace, deferred_interrupt

        runnable = prepared.runnable
        self._pace = Pace() if paced else None
        parts = runnable.duration_ns // _PACED_NS if paced else _SLICES
        steps = max(1, runnable.duration_ns // runnable.step_ns // max(1, parts))
        self.slice_ns = steps * runnable.step_ns
        self._deferred = deferred_interrupt()
        self._interrupt: Interrupt | None = None
        self._bar = progress_bar(runnable.name, runnable.duration_ns)

    def __enter__(self) -> "RunProgress":
        self._interrupt = self._deferred.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar(None)
        self._deferred.__exit__(None, None, None)

    def on_slice(self, now_ns: int) -> bool:
        """Return whether the run should continue."""
        self._bar(now_ns)
        if self._pace is not None:
            self._pace.wait(now_ns)
        return self._interrupt is None or not self._interrupt.requested


def progress_bar(name: str, end_ns: int) -> Callable[[int | None], None]:
    """Return a progress callback; call it with None to remove the bar.

    It does nothing if stderr is not a terminal.
    """
    if not sys.stderr.isatty():
        return lambda _: None
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from ._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.1f} of {task.total:g} s simulated"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=TerminalConsole(stderr=True), transient=True)
    task = bar.add_task(name, total=end_ns / NS_PER_S, speed="")
    # ghost: allow[wall-clock] the bar shows the speed and decides nothing
    start_s = time.perf_counter()
    bar.start()

    def show(now_ns: int | None) -> None:
        if now_ns is None:
            bar.stop()
            return
        # ghost: allow[wall-clock] the bar shows the speed and decides nothing
        elapsed_s = max(time.perf_counter() - start_s, 1e-9)
        simulated_s = now_ns / NS_PER_S
        bar.update(task, completed=simulated_s, speed=f"{simulated_s / elapsed_s:,.1f} x real time")

    return show


@contextmanager
def reading_bar(name: str) -> Iterator[Callable[["McapFile", int], None]]:
    """Show how much of some files has been read.

    Yields a function that adds a file and the number of bytes that will be read from it.
    """
    if not sys.stderr.isatty():
        yield lambda _file, _total: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from ._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        task, expected = bar.add_task(name, total=0), 0

        def track(file: "McapFile", total: int) -> None:
            nonlocal expected
            expected += total
            bar.update(task, total=expected)
            file.on_read = lambda size: bar.advance(task, size)

        yield track
