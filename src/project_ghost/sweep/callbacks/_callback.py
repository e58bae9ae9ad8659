"""The interface of callbacks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, final

from project_ghost.results import RunTable, Store

__all__ = ["StartedSweep", "SweepCallback", "SweepEnd", "SweepStatus"]


class SweepEnd(StrEnum):
    """How a sweep ended."""

    COMPLETE = "complete"  # all runs are done, and the tables are written
    INCOMPLETE = "incomplete"  # runs are missing: of other shards, or that were not chosen
    FAILED = "failed"  # by an error; runs that failed by themselves are no such error
    INTERRUPTED = "interrupted"  # by Ctrl-C or SIGTERM


@final
@dataclass(frozen=True)
class StartedSweep:
    """A sweep that starts: runs of the plan, chosen now, and those of them done before.

    `table` has the columns of its runs. `say` prints a line for the user, after the sweep.
    """

    name: str
    store: Store
    planned: int
    chosen: int
    before: int
    workers: int
    table: RunTable
    parameters: tuple[str, ...]
    say: Callable[[str], object] = print


@final
@dataclass(frozen=True)
class SweepStatus:
    """A sweep that ended: how, runs done now, done before, failed now, and its error if any.

    `missing` are runs of the whole plan, None if that was not counted.
    """

    end: SweepEnd
    planned: int
    done: int
    before: int
    failed: int
    missing: int | None = None
    error: str = ""


class SweepCallback:
    """Your code at the start of a sweep, after each run and at the end. Override what you need.

    Callbacks are called in the process of the sweep, not in those of its runs. The end is called
    after an error and after Ctrl-C too. A callback that raises is reported, and loses nothing: the
    row of a run is written whatever callbacks do.
    """

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Called before the first run."""

    def on_run_end(self, row: Mapping[str, Any]) -> None:
        """Called after each run, with its row: the columns of runs.parquet and timings.parquet."""

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Called once, after the tables are written or whatever else ended the sweep."""
