"""Rerun a recording up to a moment, checking it on the way."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import final

from project_ghost.core.duration import parse_duration_ns, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Execution
from project_ghost.runs._prepare import prepare
from project_ghost.runs.runnable._code import require_same_components
from project_ghost.runs.runnable._replacement import Replacement
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.telemetry import Recording, recording_path

from ._checker import RecordingChecker
from ._recording import recorded_duration_ns

__all__ = ["ReopenedRun"]

# Called with the simulated time during a rerun.
Progress = Callable[[int], object]

# The number of times that a rerun is checked for a difference.
_SLICES = 100


@final
class ReopenedRun:
    """A recording and a prepared rerun of it; a context manager.

    With `with_plans` its recorded plans drive the cars that have planners.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        components: Mapping[str, Replacement] | None = None,
        runnable: Runnable | None = None,
        execution: Execution | str = Execution.AUTO,
        trust: bool = False,
        with_plans: bool = False,
    ) -> None:
        self.recording = Recording(recording_path(path))
        try:
            self.prepared = prepare(
                self.recording,
                components=components,
                runnable=runnable,
                execution=execution,
                trust=trust,
                plans=self.recording if with_plans else None,
            )
        except BaseException:
            self.recording.close()
            raise
        self.checker = RecordingChecker(self.recording, self.prepared.runnable)

    @property
    def step_ns(self) -> int:
        """The time between two ticks."""
        return self.prepared.runnable.step_ns

    @property
    def begin_ns(self) -> int:
        """The start of the recording: 0, or the time of its checkpoint."""
        return self.prepared.begin_ns

    @property
    def end_ns(self) -> int:
        """The end of the recording."""
        duration_ns = recorded_duration_ns(self.recording, self.prepared.runnable)
        if duration_ns is not None:
            return duration_ns
        # Cut off: the tick of the last message was certainly reached.
        stop_ns = self.recording.stop_ns or self.begin_ns
        return stop_ns // self.step_ns * self.step_ns

    @property
    def last_ns(self) -> int:
        """The last tick that was started: a failed tick left no messages."""
        return self.end_ns + (self.step_ns if "failed" in self.recording.results else 0)

    def moment_ns(self, at: int | str, where: str = "--at", end_ns: int | None = None) -> int:
        """Parse a time and check that it is a tick of the run, up to `end_ns`.

        The error names the nearest ticks.
        """
        at_ns = parse_duration_ns(at, "the moment", where)
        begin_ns, step_ns = self.begin_ns, self.step_ns
        end_ns = self.end_ns if end_ns is None else end_ns
        if not begin_ns <= at_ns <= end_ns:
            side = "before the recording begins" if at_ns < begin_ns else "beyond its end"
            raise InputError(
                f"{seconds_text(at_ns)} is {side}",
                where,
                f"a time from {seconds_text(begin_ns)} to {seconds_text(end_ns)}",
                f"use {seconds_text(begin_ns if at_ns < begin_ns else end_ns)}",
            )
        below_ns = at_ns // step_ns * step_ns
        if below_ns != at_ns:
            has_no_unit = isinstance(at, str) and at.strip().isdecimal()
            raise InputError(
                f"{seconds_text(at_ns)} lies between two ticks",
                where,
                f"a multiple of the step, {seconds_text(step_ns)}",
                f"use {seconds_text(below_ns)} or {seconds_text(below_ns + step_ns)}"
                + (f"; or write {at}s, because {at} alone is nanoseconds" if has_no_unit else ""),
            )
        return at_ns

    def run_to(self, at_ns: int, progress: Progress | None = None) -> Engine:
        """Rerun up to a moment and return the engine.

        Raises `DifferentRunError` if the rerun differs from the recording.
        """
        require_same_components(self.recording, self.prepared.runnable)
        steps = max(1, (at_ns - self.begin_ns) // self.step_ns // _SLICES)

        def on_slice(now_ns: int) -> bool:
            if progress is not None:
                progress(now_ns)
            return self.checker.matches_so_far

        result = self.prepared.run(
            duration_ns=at_ns,
            listeners=[self.checker.attach],
            on_slice=on_slice,
            slice_ns=steps * self.step_ns,
        )
        self.checker.require_same()
        if result.duration_ns != at_ns:
            self.checker.fail(result.duration_ns, f"it ended by {result.ended_by}")
        return self.prepared.engine

    def __enter__(self) -> "ReopenedRun":
        return self

    def __exit__(self, *_: object) -> None:
        self.recording.close()
