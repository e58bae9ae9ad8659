"""Store any moment of a recorded run as a checkpoint file.

Why: ADR 20.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from project_ghost import __version__
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.runs.runnable._replacement import Replacement
from project_ghost.runs.runnable._runnable import Runnable

from ._checkpoint_file import SUFFIX, Checkpoint, require_writable, write_checkpoint
from ._reopened import ReopenedRun

__all__ = ["StoredCheckpoint", "checkpoint", "checkpoint_of"]


class StoredCheckpoint(NamedTuple):
    """A checkpoint, its path, and a description of what was compared with the recording."""

    checkpoint: Checkpoint
    path: Path
    checked: str


@checked_arguments
def checkpoint(
    recording: Path | str,
    at: int | str | None,
    output: Path | str | None = None,
    *,
    force: bool = False,
    components: Mapping[str, Replacement] | None = None,
    runnable: Runnable | None = None,
    execution: Execution | str = Execution.AUTO,
    trust: bool = False,
    with_plans: bool = False,
    progress: Callable[[int], object] | None = None,
) -> StoredCheckpoint:
    """Rerun a recording up to a moment, check it against the recording, and store the state.

    Without a moment it is the last recorded tick: of a failed run, that before the failure.
    By default the file is `NAME-6s.ghost` beside the recording. With `with_plans` the recorded
    plans drive the cars that have planners, which are not asked.
    """
    with ReopenedRun(
        recording,
        components=components,
        runnable=runnable,
        execution=execution,
        trust=trust,
        with_plans=with_plans,
    ) as reopened:
        at_ns = reopened.end_ns if at is None else reopened.moment_ns(at)
        path = Path(output) if output is not None else _default_path(reopened, at_ns)
        require_writable(path, force=force)  # before a long run, not after it
        if path.exists() and path.samefile(reopened.recording.path):
            raise InputError(
                "the checkpoint would replace its recording",
                str(path),
                "another path",
                "choose another with -o",
            )
        reopened.run_to(at_ns, progress)
        stored = checkpoint_of(reopened)
        return StoredCheckpoint(
            stored, write_checkpoint(stored, path, force=force), reopened.checker.checked
        )


def checkpoint_of(reopened: ReopenedRun) -> Checkpoint:
    """Return a checkpoint of a run's current state."""
    runnable, engine = reopened.prepared.runnable, reopened.prepared.engine
    return Checkpoint(
        runnable.name,
        __version__,
        engine.random.seed,
        runnable.step_ns,
        engine.now_ns,
        runnable.definition,
        engine.snapshot(),
        reopened.prepared.planners.save(),
    )


def _default_path(reopened: ReopenedRun, at_ns: int) -> Path:
    time = seconds_text(at_ns).replace(" ", "")
    name = f"{reopened.prepared.runnable.name}-{time}{SUFFIX}"
    return Path(reopened.recording.path).parent / name
