"""Progress bars for long commands, and Ctrl-C during runs."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING

from project_ghost.core.duration import NS_PER_S

if TYPE_CHECKING:
    from project_ghost.core.compile_steps import CompileStep
    from project_ghost.runs import Interrupt, PreparedRun
    from project_ghost.telemetry import McapFile

__all__ = ["RunProgress", "compiling_text", "progress_bar", "reading_bar"]

# Often enough for a smooth bar, at no noticeable cost.
_SLICES = 200
# Between two waits of a paced run, and two looks at one that is watched.
_FINE_NS = 100_000_000


class RunProgress(AbstractContextManager["RunProgress"]):
    """Called after each slice of a run: moves the bar, paces the run, checks for Ctrl-C."""

    def __init__(self, prepared: "PreparedRun", *, paced: bool, fine: bool = False) -> None:
        """Slices are 1/200 of the run, or short ones that can be waited for or watched."""
        from project_ghost.runs import Pace, deferred_interrupt

        runnable = prepared.runnable
        self._pace = Pace() if paced else None
        parts = runnable.duration_ns // _FINE_NS if paced or fine else _SLICES
        steps = max(1, runnable.duration_ns // runnable.step_ns // max(1, parts))
        self.slice_ns = steps * runnable.step_ns
        self._deferred = deferred_interrupt()
        self._interrupt: Interrupt | None = None
        self._bar = progress_bar(runnable.name, runnable.duration_ns)
        self._name = runnable.name
        self._block = ExitStack()
        self.kernels = 0  # compiled for this run
        self.ready_s: float | None = None  # when the first tick could begin

    def __enter__(self) -> "RunProgress":
        from project_ghost.core.compile_steps import observed_compilation

        self._interrupt = self._block.enter_context(self._deferred)
        self._block.enter_context(observed_compilation(self._show_compilation))
        return self

    def __exit__(self, *error: object) -> None:
        self._bar(None)
        self._block.close()

    def _show_compilation(self, step: "CompileStep") -> None:
        self.kernels += 1
        self._bar.describe(compiling_text(self._name, step))

    def on_slice(self, now_ns: int) -> bool:
        """Return whether the run should continue."""
        if self.ready_s is None:
            # ghost: allow[wall-clock] the timing is only reported
            self.ready_s = time.perf_counter()
            self._bar.restart()
        self._bar(now_ns)
        if self._pace is not None:
            self._pace.wait(now_ns)
        return self._interrupt is None or not self._interrupt.requested


def compiling_text(name: str, step: "CompileStep") -> str:
    """What a bar shows while a kernel is compiled."""
    return f"{name}: compiling ({step.number} of {step.total} kernels)"


class NoBar:
    """The progress of a run where nobody looks. As a block, it is removed at its end."""

    def __enter__(self) -> "NoBar":
        return self

    def __exit__(self, *error: object) -> None:
        self(None)

    def __call__(self, now_ns: int | None) -> None:
        """Show the simulated time; None removes the bar."""

    def describe(self, text: str) -> None:
        """Show what is being done."""

    def restart(self) -> None:
        """Measure the speed from now on."""


def progress_bar(name: str, end_ns: int) -> NoBar:
    """Return a progress callback; call it with None to remove the bar.

    As a block, it shows what is compiled, and is removed at the end of the block. It does nothing
    if stderr is not a terminal.
    """
    return _RunBar(name, end_ns) if sys.stderr.isatty() else NoBar()


class _RunBar(NoBar):
    def __init__(self, name: str, end_ns: int) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        from ._console import TerminalConsole

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.1f} of {task.total:g} s simulated"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
        )
        self._name = name
        self._observed = ExitStack()
        self._bar = Progress(*columns, console=TerminalConsole(stderr=True), transient=True)
        self._task = self._bar.add_task(name, total=end_ns / NS_PER_S, speed="")
        self.restart()
        self._bar.start()

    def __enter__(self) -> NoBar:
        from project_ghost.core.compile_steps import observed_compilation

        self._observed.enter_context(
            observed_compilation(lambda step: self.describe(compiling_text(self._name, step)))
        )
        return self

    def __exit__(self, *error: object) -> None:
        self._observed.close()
        self(None)

    def __call__(self, now_ns: int | None) -> None:
        if now_ns is None:
            self._bar.stop()
            return
        # ghost: allow[wall-clock] the bar shows the speed and decides nothing
        elapsed_s = max(time.perf_counter() - self._start_s, 1e-9)
        simulated_s = now_ns / NS_PER_S
        speed = f"{simulated_s / elapsed_s:,.1f} x real time" if simulated_s else ""
        self._bar.update(self._task, description=self._name, completed=simulated_s, speed=speed)

    def describe(self, text: str) -> None:
        self._bar.update(self._task, description=text)
        self._bar.refresh()

    def restart(self) -> None:
        # ghost: allow[wall-clock] the bar shows the speed and decides nothing
        self._start_s = time.perf_counter()


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
