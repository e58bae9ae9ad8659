"""Any moment of a recorded run, as a file to go on from.

Why: ADR 20.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from project_ghost import __version__
from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.scenario import canonical_json

from ._checkpoint_file import SUFFIX, Checkpoint, require_free, write_checkpoint
from ._reopened import Reopened, spelled

__all__ = ["MadeCheckpoint", "checkpoint", "checkpoint_of"]


class MadeCheckpoint(NamedTuple):
    """A checkpoint, where it was written, and what was compared on the way to it."""

    checkpoint: Checkpoint
    path: Path
    checked: str


def checkpoint(
    recording: Path | str,
    at: int | str,
    output: Path | str | None = None,
    *,
    force: bool = False,
    execution: Execution | str = Execution.AUTO,
    progress: Callable[[int], object] | None = None,
) -> MadeCheckpoint:
    """Make the recorded run again up to a moment, check that it is the same, and store it.

    The file is `NAME-6s.ghost` beside the recording, if `output` does not say otherwise.
    """
    with Reopened(recording, execution=execution) as reopened:
        at_ns = reopened.moment_ns(at)
        path = Path(output) if output is not None else _beside(reopened, at_ns)
        require_free(path, force=force)  # now, and not after a long run
        if path.exists() and path.samefile(reopened.recording.path):
            raise InputError(
                "the checkpoint would replace the recording that it is of",
                str(path),
                "another path",
                "choose another with -o",
            )
        reopened.run_to(at_ns, progress)
        made = checkpoint_of(reopened)
        return MadeCheckpoint(
            made, write_checkpoint(made, path, force=force), reopened.witness.checked
        )


def checkpoint_of(reopened: Reopened) -> Checkpoint:
    """The moment at which a run stands."""
    assembly, engine = reopened.staged.assembly, reopened.staged.engine
    map_file = assembly.map_file
    return Checkpoint(
        assembly.spec.name,
        __version__,
        engine.random.seed,
        assembly.spec.step,
        engine.now_ns,
        canonical_json(assembly.spec),
        {} if map_file is None else {map_file.name: map_file.read_bytes()},
        engine.snapshot(),
    )


def _beside(reopened: Reopened, at_ns: int) -> Path:
    time = spelled(at_ns).replace(" ", "")
    name = f"{reopened.staged.assembly.spec.name}-{time}{SUFFIX}"
    return Path(reopened.recording.path).parent / name
