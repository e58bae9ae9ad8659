"""A scenario with actions in place of some of its drivers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, final

import numpy as np

from project_ghost.closed_loop.scenario import driven_file
from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario import ScenarioFile, load_scenario, with_settings
from project_ghost.scenario.actors.car import Car
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.commonroad import commonroad_scenarios
from project_ghost.scenario.controlled import ControlledActor
from project_ghost.scenario.drivers.actions import ActionsDriver
from project_ghost.scenario.populations import AbstractPlacedPopulation

__all__ = ["ENDS", "Scene", "SceneOptions"]

# What may end an episode, beside its time and the scenario itself.
ENDS = ("collision", "arrival", "offroad", "red_light")


@final
@dataclass(frozen=True)
class SceneOptions:
    """What makes a scene of a scenario: who is driven by actions, how, and what ends an episode.

    `driver` has keys of the driver `actions` of a scenario file. `actors` are the names of the
    cars, or their number.
    """

    scenario: str | Path | ScenarioFile
    settings: tuple[str, ...] = ()
    actors: tuple[str, ...] | int = 1
    driver: Mapping[str, Any] = field(default_factory=dict)
    layouts: int = 1
    ends: tuple[str, ...] = ("collision", "arrival")


@final
class Scene:
    """A scenario whose cars wait for actions, with several layouts of its traffic at the start."""

    def __init__(self, options: SceneOptions) -> None:
        _require_ends(options.ends)
        _require_layouts(options.layouts)
        self.options = options
        self.files = [_file(options, layout) for layout in range(options.layouts)]
        self.file = self.files[0]

    @cached_property
    def assemblies(self) -> list[Assembly]:
        """The graph of each layout."""
        assemblies = [assemble(file) for file in self.files]
        if assemblies[0].planners:
            other = next(iter(assemblies[0].planners))
            raise InputError(
                f"the scenario {self.file.name} has {other}, which a planner drives",
                "project_ghost.gym",
                "a scenario in which actions drive all cars that decide from outside",
                f"name {other} among the actors, or give it another driver",
            )
        return assemblies

    @property
    def assembly(self) -> Assembly:
        """The graph of the first layout, and the meaning of its numbers."""
        return self.assemblies[0]

    @cached_property
    def cars(self) -> tuple[ControlledActor, ...]:
        """The cars that actions drive."""
        return tuple(self.assembly.controlled.values())

    @property
    def only_car(self) -> ControlledActor:
        """The car that actions drive, where there is one."""
        if len(self.cars) != 1:
            raise InputError(
                f"{len(self.cars)} cars of {self.file.name} are driven by actions",
                "project_ghost.gym",
                "one car",
                "use ScenarioParallelEnv, or give the others another driver",
            )
        return self.cars[0]

    @property
    def period_ns(self) -> int:
        """The time of a step."""
        return self.cars[0].driver.period

    @property
    def period_s(self) -> float:
        """The time of a step, seconds."""
        return self.period_ns / NS_PER_S

    @cached_property
    def steps(self) -> int:
        """The number of steps in the duration of the scenario."""
        steps = self.file.duration_ns // self.period_ns
        if steps < 1:
            raise InputError(
                f"the scenario {self.file.name} is over before the first step",
                "project_ghost.gym",
                f"a duration of at least one period, {self.period_ns:_} ns",
                "set a longer duration, or a shorter period",
            )
        return steps

    @cached_property
    def width(self) -> int:
        """The number of numbers in the longest action."""
        return max(car.width for car in self.cars)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest numbers of all actions, (cars, width)."""
        low, high = np.zeros((len(self.cars), self.width)), np.zeros((len(self.cars), self.width))
        for car in self.cars:
            low[car.index, : car.width], high[car.index, : car.width] = car.low, car.high
        return low, high

    def layout_of(self, seed: int) -> int:
        """The layout of the traffic at the start, by the seed of an episode."""
        if len(self.files) == 1:
            return 0
        return RandomSource(seed).child("layout").at(0).integers(0, len(self.files))


def seed_of(seed: int, episode: int) -> int:
    """The seed of an episode after a reset with a seed: that seed first, then others."""
    if episode == 0:
        return seed
    return RandomSource(seed).child("episodes").at(episode).integers(0, 1 << 62)


def _file(options: SceneOptions, layout: int) -> ScenarioFile:
    """The scenario of one layout, with actions in place of drivers."""
    file = _loaded(options)
    if layout:
        file = with_settings(file, _layout_settings(file, layout))
    actors = options.actors
    present = [
        name
        for name, actor in file.spec.actors.items()
        if isinstance(actor, Car) and isinstance(actor.driver, ActionsDriver)
    ]
    names = () if isinstance(actors, int) else actors
    count = actors if isinstance(actors, int) else len(actors)
    if present and (not names or set(names) == set(present)) and count in (1, len(present)):
        settings = _below(present, options.driver)
        return with_settings(file, settings) if settings else file
    if count < 1:
        raise InputError(
            f"{count} cars are to be driven by actions",
            "project_ghost.gym",
            "the names of cars, or their number",
            "give 1 or more",
        )
    driver = {"kind": "actions", **options.driver}
    return driven_file(file, [driver] * count, names, who="actions")


def _below(actors: Iterable[str], driver: Mapping[str, Any]) -> list[str]:
    import json

    return [
        f"actors.{actor}.driver.{key}={json.dumps(value)}"
        for actor in actors
        for key, value in driver.items()
    ]


def _loaded(options: SceneOptions) -> ScenarioFile:
    """The scenario of a name, a scenario file, or a CommonRoad file with one problem."""
    source = options.scenario
    if isinstance(source, ScenarioFile):
        return with_settings(source, options.settings) if options.settings else source
    if Path(source).suffix == ".xml":
        files = commonroad_scenarios(Path(source))
        if len(files) != 1:
            raise InputError(
                f"the file has {len(files)} planning problems",
                str(source),
                "one planning problem",
                "give one of commonroad_scenarios(...) as the scenario",
            )
        return with_settings(files[0], options.settings) if options.settings else files[0]
    return load_scenario(source, options.settings)


def _layout_settings(file: ScenarioFile, layout: int) -> list[str]:
    placed = {
        name: each
        for name, each in file.spec.populations.items()
        if isinstance(each, AbstractPlacedPopulation)
    }
    if not placed:
        raise InputError(
            f"the scenario {file.name} has no population that is placed at the start",
            "project_ghost.gym, layouts",
            "layouts of a population",
            "leave `layouts` out",
        )
    return [
        f"populations.{name}.layout_seed={(each.layout_seed + layout) % (1 << 63)}"
        for name, each in placed.items()
    ]


def _require_ends(ends: Sequence[str]) -> None:
    for end in ends:
        if end not in ENDS:
            raise InputError(
                f"there is no end {end!r}{did_you_mean(end, ENDS)}",
                "project_ghost.gym, ends",
                f"some of {', '.join(ENDS)}",
                "correct the name",
            )


def _require_layouts(layouts: int) -> None:
    if type(layouts) is not int or not 1 <= layouts <= 10_000:
        raise InputError(
            f"layouts is {layouts!r}",
            "project_ghost.gym",
            "a whole number from 1 to 10,000",
            "leave it out for the scenario as it is",
        )
