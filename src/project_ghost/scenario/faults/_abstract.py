"""The base classes of all faults."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.models.faults import NEVER_NS
from project_ghost.scenario.file.section import (
    CheckContext,
    DurationNs,
    KeyPath,
    PeriodNs,
    Problem,
)
from project_ghost.scenario.kinds import AbstractKind, ByKind

if TYPE_CHECKING:
    from ._effects import FaultEffects

__all__ = [
    "ACTUATOR",
    "AbstractFault",
    "AbstractPassingFault",
    "AnyFault",
    "actuator_problems",
    "sensor_problems",
]

# The description of keys that name an actuator.
ACTUATOR = "the actuator: steering, accelerator, or motor0 to motor3"


class AbstractFault(AbstractKind):
    """Something that goes wrong with an actor."""

    family: ClassVar[str] = "fault"

    at: DurationNs = Field(
        description="the time at which it begins; a whole number of steps, within the duration"
    )
    actor: str = Field(description="the name of the actor")

    @property
    def window_ns(self) -> tuple[int, int]:
        """Its start and its end."""
        return self.at, NEVER_NS

    @property
    def part(self) -> str | None:
        """The sensor or actuator that it concerns; None for the whole actor."""
        return None

    @property
    def name(self) -> str:
        """Its name in events: actor, part and kind, as in `car/gnss/sensor_dropout`."""
        return "/".join(filter(None, (self.actor, self.part, self.kind)))

    @abstractmethod
    def add(self, effects: "FaultEffects", number: int) -> None:
        """Add its effect; `number` is its index in the file."""

    def sensor_delay_ns(self, actor: str, sensor: str) -> int:  # noqa: ARG002
        """The delay that it adds to the samples of a sensor."""
        return 0

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a time that does not fit the run, or an actor that does not exist."""
        yield from super().problems(context, keys)
        spec = context.spec
        yield from context.step_problems((*keys, "at"), self.at)
        if self.at > spec.duration and not context.is_cut:
            yield (
                (*keys, "at"),
                InputError(
                    f"the fault begins at {self.at:_} ns, after the end of the run",
                    expected=f"a time up to the duration, {spec.duration:_} ns",
                    fix="let the fault begin earlier, or extend the duration",
                ),
            )
        if self.actor not in spec.actors:
            what = f"there is no actor {self.actor!r}"
            none = "none: no actor has a name"
            yield _unknown((*keys, "actor"), what, self.actor, spec.actors, none)


class AbstractPassingFault(AbstractFault):
    """A fault that may end."""

    lasting: PeriodNs | None = Field(
        default=None, description="its length, a whole number of steps; default: to the end"
    )

    @property
    def window_ns(self) -> tuple[int, int]:
        """Its start and its end."""
        return self.at, NEVER_NS if self.lasting is None else self.at + self.lasting

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a length that is not a whole number of steps."""
        yield from super().problems(context, keys)
        if self.lasting is not None:
            yield from context.step_problems((*keys, "lasting"), self.lasting)


def sensor_problems(
    context: CheckContext, keys: KeyPath, actor_name: str, sensor: str
) -> Iterator[Problem]:
    """Report a sensor that the actor does not have."""
    actor = context.spec.actors.get(actor_name)
    if actor is not None and sensor not in actor.sensors:
        what = f"{actor_name} has no sensor {sensor!r}"
        none = "none: it has no sensors"
        yield _unknown((*keys, "sensor"), what, sensor, actor.sensors, none)


def actuator_problems(
    context: CheckContext, keys: KeyPath, actor_name: str, actuator: str
) -> Iterator[Problem]:
    """Report an actuator that actors of this kind do not have."""
    actor = context.spec.actors.get(actor_name)
    if actor is not None and actuator not in actor.working_actuators:
        what = f"a {actor.kind} has no actuator {actuator!r}"
        none = "none: it has no actuators that work by commands"
        yield _unknown((*keys, "actuator"), what, actuator, actor.working_actuators, none)


def _unknown(keys: KeyPath, what: str, word: str, known: Iterable[str], none: str) -> Problem:
    names = list(known)
    return keys, InputError(
        f"{what}{did_you_mean(word, names)}",
        expected=f"one of {', '.join(names)}" if names else none,
        fix="correct the name",
    )


AnyFault: TypeAlias = Annotated[AbstractFault, ByKind(AbstractFault)]
