"""Start a run from a checkpoint, unchanged or as a fork."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import final

from project_ghost import __version__
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Execution
from project_ghost.runs.runnable._changed_keys import changed_keys
from project_ghost.runs.runnable._load import RunFile, runnable_of, stored_run_file
from project_ghost.runs.runnable._runnable import Runnable

from ._checkpoint_file import Checkpoint, pack_checkpoint, unpack_checkpoint

__all__ = ["ATTACHED_START", "CheckpointStart", "attached_checkpoint", "checkpoint_file"]

# The attachment in a recording that starts from a checkpoint; a rerun needs it.
ATTACHED_START = "start.ghost"


@final
class CheckpointStart:
    """A checkpoint from which runs can start repeatedly."""

    def __init__(self, checkpoint: Checkpoint, runnable: Runnable, *, trust: bool = False) -> None:
        self.checkpoint = checkpoint
        self.where = checkpoint.where
        self._runnable = runnable
        self._trust = trust

    @property
    def time_ns(self) -> int:
        """The time of the checkpoint."""
        return self.checkpoint.time_ns

    @cached_property
    def data(self) -> bytes:
        """The checkpoint file, to be attached to a recording."""
        return pack_checkpoint(self.checkpoint)

    @cached_property
    def original_runnable(self) -> Runnable:
        """What the original run was made of."""
        if self._runnable.definition.text == self.checkpoint.definition.text:
            return self._runnable
        folders = self._runnable.code_folders
        return runnable_of(checkpoint_file(self.checkpoint, trust=self._trust, folders=folders))

    @cached_property
    def original(self) -> Engine:
        """An engine of the original run, restored to the checkpoint."""
        checkpoint = self.checkpoint
        original = self.original_runnable
        graph = original.graph
        try:
            engine = Engine.restored(graph, checkpoint.snapshot, execution=Execution.INTERPRETED)
        except InputError as error:
            raise InputError(
                f"the checkpoint cannot be restored: {error.what}",
                self.where,
                f"the state of the same components; the checkpoint was made by Ghost "
                f"{checkpoint.ghost}, this is {__version__}",
                "make it again from the recording, or use the version that made it",
            ) from None
        except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
            # The digests match, so another program wrote the state.
            raise self._invalid("the state in the checkpoint is invalid") from None
        if engine.now_ns != checkpoint.time_ns:
            raise self._invalid(
                f"the header says {checkpoint.time_ns:_} ns, the state is at {engine.now_ns:_} ns"
            )
        header = checkpoint.name, checkpoint.seed, checkpoint.step_ns
        differing = Engine(graph).changes_since(engine).parameters
        if differing or header != (original.name, original.seed, original.step_ns):
            kind = checkpoint.definition.kind
            raise self._invalid(f"the {kind} in the checkpoint does not match its state")
        return engine

    def _invalid(self, what: str) -> InputError:
        return InputError(
            what,
            self.where,
            "an unchanged file from `ghost checkpoint`",
            "make it again from the recording",
        )

    def restore(self, engine: Engine, seed: int) -> None:
        """Bring an engine of this run or of a changed one to the checkpoint."""
        original = self.original
        engine.reset(seed)
        try:
            engine.take_over(original)
        except GhostError as error:
            raise InputError(
                error.what,
                f"{self.where}, at {self.time_ns:_} ns",
                "a change that keeps the run's state: speeds, durations, "
                "disturbances, faults, the seed",
                "change something else; or run the changed scenario from its start "
                "with `ghost rerun`",
            ) from None

    def require_effect(self, engine: Engine, runnable: Runnable) -> None:
        """Refuse a changed run that ends before the checkpoint or changes only the past."""
        end_ns = runnable.duration_ns
        if end_ns < self.time_ns:
            raise InputError(
                f"the end at {end_ns:_} ns is before the start at {self.time_ns:_} ns",
                self.where,
                f"a duration of {self.time_ns:_} ns or more: it counts from the start of the run",
                "give a longer one with --duration",
            )
        changes = engine.changes_since(self.original)
        if changes.initial and not changes.has_effect and not self._changes_settings(runnable):
            raise InputError(
                f"the change has no effect after {self.time_ns:_} ns: "
                f"it only changes initial values, of {', '.join(changes.initial)}",
                self.where,
                "a change of something that is used after the checkpoint",
                "change something else; or run the changed scenario from its start "
                "with `ghost rerun`",
            )

    def changed_keys(self, runnable: Runnable) -> tuple[str, ...]:
        """Return the keys of the scenario or schedule that differ from the original run."""
        return changed_keys(self.checkpoint.definition, runnable.definition)

    def _changes_settings(self, runnable: Runnable) -> bool:
        """Whether the run itself differs: its duration, its seed, or what is recorded."""
        keys = {key.partition(".")[0] for key in self.changed_keys(runnable)}
        return bool(keys & {"duration", "seed", "recording"})


def checkpoint_file(
    checkpoint: Checkpoint,
    settings: tuple[str, ...] = (),
    *,
    trust: bool = False,
    folders: tuple[Path, ...] = (),
) -> RunFile:
    """Return the file of a checkpoint's run, with settings as in `--set`.

    With `trust` it may name classes of others than Ghost, which are looked for in installed
    modules and in `folders`.
    """
    definition = checkpoint.definition
    return stored_run_file(
        definition,
        settings,
        name=f"{checkpoint.where}: {definition.kind}",
        folders=folders if trust else None,
    )


def attached_checkpoint(attached: Mapping[str, bytes], recording: str) -> Checkpoint | None:
    """Return the checkpoint that a recorded run starts from, or None."""
    data = attached.get(ATTACHED_START)
    return None if data is None else unpack_checkpoint(data, f"{recording}: {ATTACHED_START}")
