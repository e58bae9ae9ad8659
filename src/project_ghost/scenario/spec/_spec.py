"""A scenario as a whole."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from project_ghost.scenario.file.ranges import Seed
from project_ghost.scenario.file.section import Name, PeriodNs, RunNs, Section, StepNs

from ._actors import Actor
from ._faults import Fault
from ._populations import Population
from ._world import Disturbances, Light, Scenery

__all__ = ["End", "Recording", "ScenarioSpec"]


class End(Section):
    """What ends a run before its duration is over."""

    first_collision: bool = Field(default=False, description="two begin to touch")
    all_arrived: bool = Field(default=False, description="all are at the end of their routes")


class Recording(Section):
    """What is written down, and how often."""

    pose: PeriodNs = Field(
        default=100_000_000, description="the time between two poses of all actors"
    )
    signals: tuple[str, ...] = Field(
        default=(), description="more signals, as patterns: 'Cars_driver.*'"
    )
    every: PeriodNs | None = Field(
        default=None, description="the time between two samples of these signals; default: as pose"
    )
    viewer: bool = Field(
        default=True, description="also write what Foxglove, Lichtblick and Rerun show"
    )


class ScenarioSpec(Section):
    """What is simulated. docs/scenarios.md explains it with examples."""

    version: Literal[1] = Field(description="of this format")
    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")] = Field(
        description="small letters, digits and hyphens"
    )
    description: str = Field(default="", description="what happens, in a sentence")
    step: StepNs = Field(description="the time between two ticks")
    duration: RunNs = Field(description="how long it goes on at the most")
    seed: Seed = Field(default=0, description="decides all chance")
    map: str | None = Field(
        default=None, description="a map of the package by name, or a file beside the scenario"
    )
    actors: dict[Name, Actor] = Field(
        default={}, description="who takes part, by name; in this order"
    )
    populations: dict[Name, Population] = Field(default={}, description="many of one kind, by name")
    scenery: dict[Name, Scenery] = Field(default={}, description="what stands around, by name")
    lights: dict[str, Light] = Field(
        default={}, description="other programmes for lights of the map"
    )
    disturbances: Disturbances = Field(
        default=Disturbances(), description="wind and slippery ground"
    )
    faults: tuple[Fault, ...] = Field(default=(), description="what goes wrong, and when")
    on_collision: Literal["respond", "stop", "ignore"] = Field(
        default="respond", description="push each other; end the run; only record it"
    )
    end: End = Field(default=End(), description="what ends the run early")
    recording: Recording = Field(default=Recording(), description="what is written down")
