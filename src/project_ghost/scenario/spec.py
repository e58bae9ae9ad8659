"""A scenario as a whole."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from project_ghost.core.errors import InputError

from .actors import AnyActor
from .components import OwnComponent
from .events import End
from .faults import AnyFault
from .file.ranges import Seed
from .file.section import (
    OMITTED_IF_EMPTY,
    CheckContext,
    KeyPath,
    Matching,
    Name,
    PeriodNs,
    Problem,
    RunNs,
    Section,
    StepNs,
)
from .populations import AnyPopulation
from .recording import Recording
from .surroundings import Disturbances, Light, Scenery

__all__ = ["ScenarioSpec"]


class ScenarioSpec(Section):
    """A scenario. docs/scenarios.md explains it with examples."""

    version: Literal[1] = Field(description="version of this format")
    name: Annotated[
        str,
        Matching(r"^[a-z0-9]+(-[a-z0-9]+)*$", "a name of small letters, digits and single hyphens"),
    ] = Field(description="small letters, digits and hyphens")
    description: str = Field(default="", description="what happens, in a sentence")
    step: StepNs = Field(description="time between two ticks")
    duration: RunNs = Field(description="longest time of a run")
    seed: Seed = Field(default=0, description="seed of all random numbers")
    map: str | None = Field(
        default=None, description="a built-in map by name, or a file beside the scenario"
    )
    actors: dict[Name, AnyActor] = Field(
        default={}, description="actors by name; their order fixes row and message order"
    )
    populations: dict[Name, AnyPopulation] = Field(
        default={}, description="many actors of one kind, by name"
    )
    components: dict[Name, OwnComponent] = Field(
        default={},
        description="components of your own classes, by name",
        json_schema_extra={OMITTED_IF_EMPTY: True},
    )
    scenery: dict[Name, Scenery] = Field(
        default={}, description="obstacles that do not move, by name"
    )
    lights: dict[str, Light] = Field(
        default={}, description="programmes for traffic lights of the map, by the lights' names"
    )
    disturbances: Disturbances = Field(default=Disturbances(), description="wind and friction")
    faults: tuple[AnyFault, ...] = Field(default=(), description="what goes wrong, and when")
    on_collision: Literal["respond", "stop", "ignore"] = Field(
        default="respond",
        description="apply impulses; end the run; only record the contact",
    )
    contacts_every: PeriodNs | None = Field(
        default=None,
        description="time between two looks for contacts, which then cannot push; default: the "
        "step",
        json_schema_extra={OMITTED_IF_EMPTY: True},
    )
    end: End = Field(default=End(), description="what ends the run early")
    recording: Recording = Field(default=Recording(), description="what is recorded")

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report times that are not whole steps, and names that are used twice."""
        yield from context.step_problems((*keys, "duration"), self.duration)
        yield from self._pose_problems(context)
        yield from self._contact_problems(context)
        if self.recording.every is not None:
            yield from context.step_problems(("recording", "every"), self.recording.every)
        yield from self._name_problems()

    def _pose_problems(self, context: CheckContext) -> Iterator[Problem]:
        """Like any duration, but if the default is at fault the message must mention the key."""
        keys: KeyPath = ("recording", "pose")
        for _, problem in context.step_problems(keys, self.recording.pose):
            if "pose" in self.recording.model_fields_set:
                yield keys, problem
                continue
            yield (
                keys,
                InputError(
                    f"recording.pose has its default of {self.recording.pose:_} ns, "
                    "which is not a whole number of steps",
                    expected=problem.expected,
                    fix=f"write `recording: {{pose: {self.step} ns}}`, or a multiple of that",
                ),
            )

    def _contact_problems(self, context: CheckContext) -> Iterator[Problem]:
        """An impulse acts for one step, so contacts that push are looked for at each."""
        if self.contacts_every is None:
            return
        yield from context.step_problems(("contacts_every",), self.contacts_every)
        if self.contacts_every != self.step and self.on_collision == "respond":
            yield (
                ("contacts_every",),
                InputError(
                    "contacts push actors, and are not looked for at every step",
                    expected="`on_collision: ignore` or `stop` beside contacts_every",
                    fix="add `on_collision: ignore`, or remove contacts_every",
                ),
            )

    def _name_problems(self) -> Iterator[Problem]:
        first: dict[str, str] = {}
        for key in ("actors", "populations", "components", "scenery"):
            for name in getattr(self, key):
                if name in first:
                    yield (
                        (key, name),
                        InputError(
                            f"the name {name!r} is already used in {first[name]}",
                            expected="different names for all actors, populations, components "
                            "and scenery",
                            fix="rename one of the two",
                        ),
                    )
                first[name] = key
