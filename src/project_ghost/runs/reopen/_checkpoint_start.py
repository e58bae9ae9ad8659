"""Start a run from a checkpoint, unchanged or as a fork."""

from functools import cached_property
from typing import final

from project_ghost import __version__
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Execution
from project_ghost.scenario import ScenarioFile, canonical_json, parse_canonical
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.spec import ScenarioSpec

from ._checkpoint_file import Checkpoint, pack_checkpoint, unpack_checkpoint

__all__ = ["ATTACHED_START", "CheckpointStart", "attached_checkpoint", "checkpoint_scenario"]

# The attachment in a recording that starts from a checkpoint; a rerun needs it.
ATTACHED_START = "start.ghost"


@final
class CheckpointStart:
    """A checkpoint from which runs of a scenario can start repeatedly."""

    def __init__(self, checkpoint: Checkpoint, assembly: Assembly) -> None:
        self.checkpoint = checkpoint
        self.where = checkpoint.where
        self._assembly = assembly

    @property
    def time_ns(self) -> int:
        """The time of the checkpoint."""
        return self.checkpoint.time_ns

    @cached_property
    def data(self) -> bytes:
        """The checkpoint file, to be attached to a recording."""
        return pack_checkpoint(self.checkpoint)

    @cached_property
    def spec(self) -> ScenarioSpec:
        """The scenario of the original run."""
        return checkpoint_scenario(self.checkpoint).spec

    @cached_property
    def original(self) -> Engine:
        """An engine of the original scenario, restored to the checkpoint."""
        checkpoint = self.checkpoint
        graph = self._assembly.graph
        if canonical_json(self._assembly.spec) != checkpoint.scenario:
            graph = assemble(checkpoint_scenario(checkpoint)).graph
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
        if differing or header != (self.spec.name, self.spec.seed, self.spec.step):
            raise self._invalid("the scenario in the checkpoint does not match its state")
        return engine

    def _invalid(self, what: str) -> InputError:
        return InputError(
            what,
            self.where,
            "an unchanged file from `ghost checkpoint`",
            "make it again from the recording",
        )

    def restore(self, engine: Engine, seed: int) -> None:
        """Bring an engine of this scenario or of a changed one to the checkpoint."""
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

    def require_effect(self, engine: Engine, spec: ScenarioSpec) -> None:
        """Refuse a changed scenario that ends before the checkpoint or changes only the past."""
        if spec.duration < self.time_ns:
            raise InputError(
                f"the end at {spec.duration:_} ns is before the start at {self.time_ns:_} ns",
                self.where,
                f"a duration of {self.time_ns:_} ns or more: it counts from the start of the run",
                "give a longer one with --duration",
            )
        changes = engine.changes_since(self.original)
        if changes.initial and not self.changed_names(engine, spec):
            raise InputError(
                f"the change has no effect after {self.time_ns:_} ns: "
                f"it only changes initial values, of {', '.join(changes.initial)}",
                self.where,
                "a change of something that is used after the checkpoint",
                "change something else; or run the changed scenario from its start "
                "with `ghost rerun`",
            )

    def changed_names(self, engine: Engine, spec: ScenarioSpec) -> tuple[str, ...]:
        """Return the names of everything that differs after the checkpoint."""
        changes = engine.changes_since(self.original)
        settings = [
            name
            for name in ("duration", "seed", "recording")
            if getattr(spec, name) != getattr(self.spec, name)
        ]
        is_named = bool(changes.parameters) or "recording" in settings
        wiring = ["the wiring"] if changes.is_rewired and not is_named else []
        return (*changes.parameters, *wiring, *settings)


def checkpoint_scenario(checkpoint: Checkpoint, settings: tuple[str, ...] = ()) -> ScenarioFile:
    """Return the scenario of a checkpoint, with settings as in `--set`."""
    name = f"{checkpoint.where}: scenario"
    return parse_canonical(checkpoint.scenario, settings, name=name, attached=checkpoint.attached)


def attached_checkpoint(file: ScenarioFile) -> Checkpoint | None:
    """Return the checkpoint that a recorded scenario starts from, or None."""
    data = file.attached.get(ATTACHED_START)
    if data is None:
        return None
    recording = file.document.file.partition(": ")[0]
    return unpack_checkpoint(data, f"{recording}: {ATTACHED_START}")
