"""One run, in a worker process."""

import hashlib
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, final

from project_ghost.batch import forget_ready, judged, ready, watched_session, without_series
from project_ghost.core.errors import GhostError
from project_ghost.core.scratch import scratch_folder
from project_ghost.results import open_store

from ._scene import Scene

if TYPE_CHECKING:
    from project_ghost.closed_loop.metrics import RunScore
    from project_ghost.closed_loop.simulation import PlannerSession
    from project_ghost.runs import PreparedRun, RunResult

__all__ = ["RECORDINGS", "RunOptions", "RunValues", "execute_run", "recording_name"]

RECORDINGS = "recordings"
# Prepared scenes that a worker keeps: neighbours in the plan share one.
_SCENES_KEPT = 2


def recording_name(run_id: str) -> str:
    """Return the name of a run's recording in the store."""
    return f"{RECORDINGS}/{run_id}.mcap"


@final
@dataclass(frozen=True)
class RunOptions:
    """What all runs of a sweep share. `recordings` is the store that gets them, if they are kept.

    `runs` is about how many a scene has, for which machine code may be worth it.
    """

    execution: str = "auto"
    runs: int = 1
    recordings: str | None = None
    folder: str | None = None  # of a rerun: its recording stays there


class RunValues(NamedTuple):
    """The result of a run: the cells of its row, and the rows of its metrics."""

    score: float | None
    digest: str
    recording_sha256: str | None
    level: str
    ended_by: str
    duration_ns: int
    contacts: int
    first_contact_ns: int | None
    values: tuple[float | None, ...] = ()
    metrics: tuple[tuple[Any, ...], ...] = ()


def execute_run(
    scene: Scene, settings: tuple[str, ...], seed: int, run_id: str, options: RunOptions
) -> RunValues:
    """Run a scene with its settings and a seed. The scene stays ready for the next seed."""
    if scene.nuplan_names:
        from project_ghost.closed_loop import nuplan_names

        nuplan_names.install()
    prepared = ready(
        "\n".join(("sweep", scene.key, options.execution, *settings)),
        lambda: _prepared(scene, settings, options),
        most=_SCENES_KEPT,
    )
    session = watched_session(prepared) if scene.is_planned else None
    try:
        result, digest = _run(prepared, seed, run_id, options)
        score = None if session is None else judged(session, is_open_loop=scene.is_open_loop)
        return _values(result, digest, run_id, without_series(score))
    except BaseException:
        forget_ready()  # what an interrupted run leaves behind is unknown
        raise
    finally:
        if session is not None:
            _close(prepared)


def _prepared(scene: Scene, settings: tuple[str, ...], options: RunOptions) -> "PreparedRun":
    from project_ghost.runs import PreparedRun, runnable_of

    runnable = runnable_of(scene.file(settings))
    return PreparedRun(runnable, execution=options.execution, runs=options.runs)


def _run(
    prepared: "PreparedRun", seed: int, run_id: str, options: RunOptions
) -> "tuple[RunResult, str | None]":
    """The result, and the digest of the recording if there is one."""
    if options.recordings is None and options.folder is None:
        return prepared.run(seed), None
    from project_ghost.runs import recorded_run
    from project_ghost.telemetry import RECORDING_NAME

    with ExitStack() as stack:
        folder = Path(options.folder or stack.enter_context(scratch_folder()))
        result = recorded_run(prepared, folder, seed, force=True)
        path = folder / RECORDING_NAME
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if options.recordings is not None:
            open_store(options.recordings).upload(recording_name(run_id), path)
    return result, digest


def _values(
    result: "RunResult", digest: str | None, run_id: str, score: "RunScore | None"
) -> RunValues:
    from project_ghost.closed_loop.runner import metric_numbers

    contacts = result.contacts
    return RunValues(
        None if score is None else score.score,
        result.digest,
        digest,
        result.level,
        str(result.ended_by),
        result.duration_ns,
        len(contacts),
        contacts[0].stamp_sim_ns if contacts else None,
        () if score is None else tuple(_value(score, name) for name in score.results),
        () if score is None else tuple((run_id, *number) for number in metric_numbers(score)),
    )


def _value(score: "RunScore", name: str) -> float | None:
    """The score of a metric; of one that never has a score its first number."""
    from project_ghost.closed_loop.metrics import CLOSED_LOOP, OPEN_LOOP

    result = score.results[name]
    value = result.score
    if value is None and name not in (*CLOSED_LOOP.metrics, *OPEN_LOOP.metrics):
        first = next(iter(result.statistics.values()), None)
        value = float(first) if isinstance(first, int | float) else None
    return value


def _close(prepared: "PreparedRun") -> None:
    session: PlannerSession
    for session in prepared.planners.sessions.values():
        try:
            session.close()
        except Exception as error:
            raise GhostError(
                f"the planner cannot be closed: {type(error).__name__}: {error}",
                f"planner of {session.seat.planned.actor}",
                "a method `close` that releases what the planner holds",
                "correct it",
            ) from error
