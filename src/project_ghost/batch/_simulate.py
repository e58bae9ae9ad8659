"""Simulations of planners, on any executor.

Why: ADR 30.
"""

import os
import sysconfig
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, final

from project_ghost.core.errors import GhostError

from ._executors import AbstractExecutor
from ._judged import judged, stored_scores, watched_session, without_series
from ._task import Task

# Imported where they are needed: workers with other tasks start faster without them.
if TYPE_CHECKING:
    from project_ghost.closed_loop.metrics import RunScore
    from project_ghost.closed_loop.runner import RunnerReport
    from project_ghost.closed_loop.simulation import PlannerSession
    from project_ghost.runs import PreparedRun
    from project_ghost.scenario import ScenarioFile

__all__ = ["Simulated", "SimulationTask", "simulate"]

# Beside the recording of a run that failed: the moment before.
_FAILED_NAME = "failed.ghost"


@final
@dataclass(frozen=True)
class SimulationTask:
    """A scenario with the planner of its car, and the folder of its recording, if it gets one."""

    file: "ScenarioFile"
    planner: str
    folder: Path | None = None
    is_open_loop: bool = False
    execution: str = "auto"
    nuplan_names: bool = False


@final
@dataclass(frozen=True)
class Simulated:
    """One simulation: its report with its metrics, and what identifies its run.

    `digest` is that of the run; empty where it failed before its end.
    """

    task: SimulationTask
    report: "RunnerReport"
    digest: str = ""
    iterations: int = 0
    running_s: float = 0.0  # without preparation and metrics

    @property
    def steps_per_s(self) -> float:
        """The number of iterations in a second of running, recording and planner included."""
        return self.iterations / self.running_s if self.running_s else 0.0


def simulate(
    tasks: Iterable[SimulationTask], executor: AbstractExecutor, *, limit_s: float | None = None
) -> Iterator[Simulated]:
    """Run simulations; yield each in the order of the tasks, also those that failed."""
    tasks = list(tasks)
    calls = [Task(_simulate, (each,), _label(each), limit_s) for each in tasks]
    for task, outcome in zip(tasks, executor.run(calls), strict=True):
        if outcome.error is not None:  # its process died, or it took too long
            yield Simulated(task, _failed(task, str(outcome.error)))
        else:
            yield outcome.get()


def _label(task: SimulationTask) -> str:
    return f"{task.file.name} with {task.planner}"


def _failed(task: SimulationTask, message: str) -> "RunnerReport":
    from project_ghost.closed_loop.runner import RunnerReport

    name = task.file.name
    return RunnerReport(
        succeeded=False,
        error_message=message,
        start_time=0.0,
        end_time=None,
        planner_report=None,
        scenario_name=name,
        planner_name=task.planner,
        log_name=name,
    )


def _simulate(task: SimulationTask) -> Simulated:
    with chdir(Path.cwd()):  # a planner may go elsewhere: nobody else goes with it
        return _simulated(task)


def _simulated(task: SimulationTask) -> Simulated:
    from project_ghost.runs import prepare

    if task.nuplan_names:
        from project_ghost.closed_loop import nuplan_names

        nuplan_names.install()
    started_s = ready_s = _now_s()
    folder = Path.cwd()
    session: PlannerSession | None = None
    digest, message = "", None
    try:
        prepared = prepare(task.file, execution=task.execution)
        session = watched_session(prepared)
        ready_s = _now_s()
        if task.folder is None:
            digest = prepared.run().digest
        else:
            digest = _recorded(prepared, task.folder.absolute(), ready_s - started_s)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # those of planners and policies too
        message = _message(error, session)
    running_s = _now_s() - ready_s
    if session is None:
        return Simulated(task, replace(_failed(task, message or ""), end_time=_now_s()))
    stored = None
    os.chdir(folder)
    if message is not None and session.history:  # before the first iteration is no moment
        stored, problem = _stored_before(task)
        message = "\n".join(filter(None, (message, problem)))
    metrics, problem = _evaluated(session, task, digest)
    message = message or problem
    history = session.history
    report = replace(
        _failed(task, message or ""),
        succeeded=message is None,
        error_message=message,
        start_time=started_s,
        end_time=_now_s(),
        planner_report=session.planner.generate_planner_report(),
        scenario_type=session.scenario.scenario_type,
        log_name=session.scenario.log_name,
        metrics=metrics,
        checkpoint=stored,
    )
    return Simulated(task, report, digest, 0 if history is None else len(history), running_s)


def _recorded(prepared: "PreparedRun", folder: Path, staging_s: float) -> str:
    """Run, and write the files of `ghost run`; the digest."""
    from project_ghost.runs import recorded_run, write_summary

    folder.mkdir(parents=True, exist_ok=True)
    (folder / _FAILED_NAME).unlink(missing_ok=True)  # of an earlier run
    started_s = _now_s()
    result = recorded_run(prepared, folder, force=True)
    write_summary(
        folder,
        result,
        staging_s=staging_s,
        running_s=_now_s() - started_s,
        recorded=True,
        code_folders=prepared.runnable.code_folders,
    )
    return result.digest


def _stored_before(task: SimulationTask) -> tuple[str | None, str | None]:
    """Store the moment before a failure beside the recording: its path, or what went wrong."""
    from project_ghost.runs import checkpoint
    from project_ghost.telemetry import RECORDING_NAME

    folder = task.folder
    if folder is None or not (folder / RECORDING_NAME).exists():
        return None, None
    try:
        stored = checkpoint(
            folder,
            None,
            folder / _FAILED_NAME,
            force=True,
            execution=task.execution,
            trust=True,  # this process has just run the same code
            with_plans=True,
        )
    except Exception as error:
        return None, f"no checkpoint of the moment before: {error}"
    return str(stored.path), None


def _evaluated(
    session: "PlannerSession", task: SimulationTask, digest: str
) -> tuple["RunScore | None", str | None]:
    """The metrics of the samples that there are, or what went wrong.

    Those of a recorded run are written beside the recording, with their series.
    """
    from project_ghost.analysis.scores import write_scores

    try:
        score = judged(session, is_open_loop=task.is_open_loop)
        if score is not None and task.folder is not None and digest:
            stored = stored_scores(score, session, digest, is_open_loop=task.is_open_loop)
            write_scores(task.folder, stored)
        return without_series(score), None
    except Exception as error:
        return None, f"a metric failed: {type(error).__name__}: {error}\n{traceback.format_exc()}"


def _message(error: BaseException, session: "PlannerSession | None") -> str:
    """The error, of our own in its words, of others with a traceback, and the iteration."""
    text = str(error) if isinstance(error, GhostError) else f"{type(error).__name__}: {error}"
    cause = error.__cause__ if isinstance(error, GhostError) else error
    place = "" if cause is None else _own_line(cause)
    if cause is not None:
        first, _, rest = text.partition("\n")
        is_refusal = isinstance(cause, GhostError) and not place  # of ours, not in the planner
        trace = "" if is_refusal else "".join(traceback.format_exception(cause))
        text = "\n".join(filter(None, (f"{first}{place}", rest, trace)))
    if session is not None and session.history is not None and len(session.history):
        last = session.history.last().iteration
        text += f"\nafter iteration {last.index} at {last.time_s:.3f} s"
    return text


def _own_line(error: BaseException) -> str:
    """The line of the user's code that an error comes from, or of which it was called."""
    installed = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    others = (str(Path(__file__).parents[1]), *installed)
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_absolute() and not frame.filename.startswith(others)
    ]
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""


def _now_s() -> float:
    # ghost: allow[wall-clock] for a report about the run, not for the run
    return time.perf_counter()
