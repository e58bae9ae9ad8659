"""Repeated runs of a scenario, on any executor, compared bit for bit.

Why: ADR 23.
"""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

from project_ghost.core.errors import InputError

from ._executors import AbstractExecutor
from ._task import Task

# Runs are imported where they are needed: workers with other tasks start faster without them.
if TYPE_CHECKING:
    from project_ghost.runs import Difference, Fingerprint, RunFile, RunResult
    from project_ghost.telemetry import Recording

__all__ = ["Verification", "VerifiedRun", "verify"]


@final
@dataclass(frozen=True)
class VerifiedRun:
    """One run. `hash_seed` is the PYTHONHASHSEED of its process, "random" if it had none.

    `difference` is what differs from the reference; without a reference nothing does. The
    `recording` is kept of the first run, and of one that differs.
    """

    number: int
    execution: str
    hash_seed: str
    ticks: int
    messages: int
    fingerprint: "Fingerprint"
    recording: Path
    difference: "Difference | None" = None


@final
@dataclass(frozen=True)
class Verification:
    """The runs up to the first that differs, which is the last.

    `reference` is the recording that they were compared with: the given one, or that of the
    first run. `fingerprint` is None for a truncated recording.
    """

    reference: Path
    fingerprint: "Fingerprint | None"
    runs: tuple[VerifiedRun, ...]

    @property
    def is_same(self) -> bool:
        """Whether no run differs."""
        return not any(run.difference for run in self.runs)


def verify(
    file: "RunFile",
    executor: AbstractExecutor,
    folder: Path,
    *,
    components: Mapping[str, str] | None = None,
    executions: Sequence[str] = ("auto", "auto"),
    original: "Recording | None" = None,
    plans: Path | None = None,
    on_run: Callable[[VerifiedRun], object] | None = None,
) -> Verification:
    """Run a file once for each of `executions`, and record the runs below the folder.

    `components` are replacements, as `FILE.py:CLASS` by the name of the component. `plans` is a
    recording whose plans drive the cars that have planners.
    They are compared with `original`, the recording of the scenario, or else with the first
    run, up to the first difference. Recordings that are not needed to show a difference are
    removed; `on_run` is called with each run after its comparison.
    """
    from project_ghost.runs import (
        compare_rerun,
        fingerprint_of,
        rerun_duration_ns,
        stored_fingerprint,
    )
    from project_ghost.telemetry import RECORDING_NAME, Recording

    if len(executions) < (2 if original is None else 1):
        raise InputError(
            f"{len(executions)} run cannot be compared with anything",
            "verify",
            "two runs or more of a scenario, one or more of a recording",
            "ask for more with -n",
        )
    duration_ns = None if original is None else rerun_duration_ns(original)
    tasks = [
        Task(
            _run_once,
            (file, components, execution, folder / f"run-{number}", duration_ns, plans),
            f"run {number}",
        )
        for number, execution in enumerate(executions, 1)
    ]
    expected = None
    if original is not None and not original.is_partial:
        expected = fingerprint_of(original)
    reference = folder / "run-1" / RECORDING_NAME if original is None else Path(original.path)
    runs: list[VerifiedRun] = []
    for number, outcome in enumerate(executor.run(tasks), 1):
        done = outcome.get()
        with Recording(done.recording) as again:
            fingerprint = stored_fingerprint(again)
            difference: Difference | None
            if original is not None and original.is_partial and number == 1:
                difference = compare_rerun(original, again).difference
            else:
                difference = None if expected is None else expected.difference(fingerprint)
        expected = fingerprint if expected is None else expected
        run = VerifiedRun(
            number,
            done.result.execution,
            done.hash_seed,
            done.result.ticks,
            done.messages,
            fingerprint,
            done.recording,
            difference,
        )
        runs.append(run)
        if on_run is not None:
            on_run(run)
        if difference:
            break
        if number > 1:
            shutil.rmtree(done.recording.parent)
    for number in range(len(runs) + 1, len(tasks) + 1):  # runs that other workers had begun
        shutil.rmtree(folder / f"run-{number}", ignore_errors=True)
    is_partial = original is not None and original.is_partial
    if is_partial and runs[-1].difference and len(runs) > 1:
        reference = runs[0].recording  # which is complete
    return Verification(reference, None if is_partial else expected, tuple(runs))


@dataclass(frozen=True)
class _Done:
    """The result of a run, as its process returns it."""

    result: "RunResult"
    hash_seed: str
    messages: int
    recording: Path


def _run_once(
    file: "RunFile",
    components: Mapping[str, str] | None,
    execution: str,
    folder: Path,
    duration_ns: int | None,
    plans: Path | None,
) -> _Done:
    from project_ghost.runs import prepare, recorded_run
    from project_ghost.telemetry import RECORDING_NAME, Recording

    folder.mkdir()
    prepared = prepare(file, components=components, execution=execution, plans=plans)
    result = recorded_run(prepared, folder, duration_ns=duration_ns)
    path = folder / RECORDING_NAME
    with Recording(path) as recording:
        messages = sum(recording.counts().values())
    return _Done(result, os.environ.get("PYTHONHASHSEED", "random"), messages, path)
