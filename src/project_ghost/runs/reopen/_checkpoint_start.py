"""Where a run begins that does not begin at the start: at a checkpoint, as it is or as a fork."""

from functools import cached_property
from typing import final

from project_ghost import __version__
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Execution
from project_ghost.scenario import ScenarioFile, canonical_json, parse_canonical
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.spec import ScenarioSpec

from ._checkpoint_file import Checkpoint, packed

__all__ = ["ATTACHED_START", "Start", "scenario_in_checkpoint"]

# A recording that begins at a checkpoint has it inside, so that it can be run again.
ATTACHED_START = "start.ghost"


@final
class Start:
    """A checkpoint, ready to be gone on from by a scenario as often as wanted."""

    def __init__(self, checkpoint: Checkpoint, where: str, assembly: Assembly) -> None:
        self.checkpoint = checkpoint
        self.where = where
        self._assembly = assembly

    @property
    def time_ns(self) -> int:
        """When it is."""
        return self.checkpoint.time_ns

    @cached_property
    def data(self) -> bytes:
        """Its file, for the recording of what goes on from it."""
        return packed(self.checkpoint)

    @cached_property
    def spec(self) -> ScenarioSpec:
        """The scenario that was run until then."""
        return scenario_in_checkpoint(self.checkpoint, where=self.where).spec

    @cached_property
    def original(self) -> Engine:
        """An engine of the scenario as it was, which stands at that moment."""
        checkpoint = self.checkpoint
        graph = self._assembly.graph
        if canonical_json(self._assembly.spec) != checkpoint.scenario:
            graph = assemble(scenario_in_checkpoint(checkpoint, where=self.where)).graph
        try:
            engine = Engine.restored(graph, checkpoint.snapshot, execution=Execution.INTERPRETED)
        except InputError as error:
            raise InputError(
                f"the checkpoint cannot be gone on from: {error.what}",
                self.where,
                f"the state of a run of the same components: it was made by Ghost "
                f"{checkpoint.ghost}, this is {__version__}",
                "make it again from the recording, or use the version that made it",
            ) from None
        except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
            # Its digests fit, so that it was made like this: by something else.
            raise self._forged("the state in the checkpoint is not as Ghost makes it") from None
        if engine.now_ns != checkpoint.time_ns:
            raise self._forged(
                f"the checkpoint is to be of {checkpoint.time_ns:_} ns, and is of "
                f"{engine.now_ns:_} ns"
            )
        head = checkpoint.name, checkpoint.seed, checkpoint.step_ns
        others = Engine(graph).changes_since(engine).parameters
        if others or head != (self.spec.name, self.spec.seed, self.spec.step):
            raise self._forged("the scenario in the checkpoint is not the one of its state")
        return engine

    def _forged(self, what: str) -> InputError:
        return InputError(
            what,
            self.where,
            "a file that `ghost checkpoint` has made, unchanged",
            "make it again from the recording",
        )

    def begin(self, engine: Engine, seed: int) -> None:
        """Bring an engine, of this scenario or of a changed one, to that moment."""
        original = self.original
        engine.reset(seed)
        try:
            engine.take_over(original)
        except GhostError as error:
            raise InputError(
                error.what,
                f"{self.where}, at {self.time_ns:_} ns",
                "a change that leaves what the run remembers as it is: speeds, durations, "
                "disturbances, faults, the seed",
                "change something else; or run the changed scenario from its start "
                "with `ghost rerun`",
            ) from None

    def require_sense(self, engine: Engine, spec: ScenarioSpec) -> None:
        """Refuse a changed scenario that ends before this moment, or changes only the past."""
        if spec.duration < self.time_ns:
            raise InputError(
                f"the run is to end at {spec.duration:_} ns, and begins at {self.time_ns:_} ns",
                self.where,
                f"a duration of {self.time_ns:_} ns or more: it counts from the start of the run",
                "give a longer one with --duration",
            )
        changes = engine.changes_since(self.original)
        if changes.initial and not self.changed(engine, spec):
            raise InputError(
                f"the change has no effect after {self.time_ns:_} ns: "
                f"it is only in how the run begins, in {', '.join(changes.initial)}",
                self.where,
                "a change of something that is used from then on",
                "change something else; or run the changed scenario from its start "
                "with `ghost rerun`",
            )

    def changed(self, engine: Engine, spec: ScenarioSpec) -> tuple[str, ...]:
        """What is different from then on, by name; empty where nothing is."""
        found = engine.changes_since(self.original)
        others = [
            name
            for name in ("duration", "seed", "recording")
            if getattr(spec, name) != getattr(self.spec, name)
        ]
        is_told = bool(found.parameters) or "recording" in others
        wiring = ["the wiring"] if found.is_rewired and not is_told else []
        return (*found.parameters, *wiring, *others)


def scenario_in_checkpoint(
    checkpoint: Checkpoint, settings: tuple[str, ...] = (), where: str = "checkpoint"
) -> ScenarioFile:
    """The scenario of a checkpoint, with settings put in as in `--set`."""
    return parse_canonical(
        checkpoint.scenario, settings, name=f"{where}: scenario", attached=checkpoint.attached
    )
