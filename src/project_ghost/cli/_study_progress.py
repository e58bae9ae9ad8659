"""A progress bar for studies, if stderr is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

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
        yield _StudyBar(bar, bar.add_task(name, total=1))


@final
class _StudyBar:
    """Moves the bar."""

    def __init__(self, bar: "Bar", task: "TaskID") -> None:
        self._bar, self._task = bar, task

    def begin(self, repeats: int) -> None:
        """Set the largest number of repeats."""
        self._bar.update(self._task, total=repeats)

    def experiment(self, experiment_id: str) -> None:
        """Name the running experiment."""
        self._bar.update(self._task, description=experiment_id)

    def advance(self, repeats: int) -> None:
        """Add finished repeats."""
        self._bar.advance(self._task, repeats)
