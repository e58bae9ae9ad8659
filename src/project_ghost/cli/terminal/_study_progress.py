"""A progress bar for studies, if stderr is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, final

from ._progress import compiling_text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from project_ghost.core.compile_steps import CompileStep
    from project_ghost.study import Progress

__all__ = ["study_progress"]


@contextmanager
def study_progress(name: str) -> "Iterator[Progress | None]":
    """A bar with the remaining time; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from project_ghost.core.compile_steps import observed_compilation

    from ._console import TerminalConsole

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} repeats"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        shown = _StudyBar(bar, bar.add_task(name, total=1), name)
        with observed_compilation(shown.compiling):
            yield shown


@final
class _StudyBar:
    """Moves the bar."""

    def __init__(self, bar: "Bar", task: "TaskID", name: str) -> None:
        self._bar, self._task, self._name = bar, task, name

    def begin(self, repeats: int) -> None:
        """Set the largest number of repeats."""
        self._bar.update(self._task, total=repeats)

    def experiment(self, experiment_id: str) -> None:
        """Name the running experiment."""
        self._name = experiment_id
        self._bar.update(self._task, description=experiment_id)

    def advance(self, repeats: int) -> None:
        """Add finished repeats."""
        self._bar.update(self._task, advance=repeats, description=self._name)

    def compiling(self, step: "CompileStep") -> None:
        """Show what a worker compiles."""
        self._bar.update(self._task, description=compiling_text(self._name, step))
        self._bar.refresh()
