"""Populations of pedestrians."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.scenario.actors.pedestrian import (
    add_walkers,
    walker_footprint,
    walking_route_problems,
    walking_speed_problems,
)
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.drivers._own_ground import Routes
from project_ghost.scenario.drivers.own_walking import OwnWalkingDriver
from project_ghost.scenario.file.ranges import BodyMass, BodySize, Point, WalkingSpeed
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Section
from project_ghost.scenario.paths import (
    PathPoint,
    Route,
    find_path,
    initial_heading,
    is_clear,
    is_free,
    path_of,
    walkable_ground,
)
from project_ghost.scenario.tables import Table
from project_ghost.world.objects import ObjectKind

from ._abstract import AbstractPlacedPopulation
from ._placement import TRIES, Placed, distance, spread_along

__all__ = ["Area", "Walkers"]

_CELL_M = 0.5
# One in this many may go around obstacles: a search takes a hundred times as long as a check.
_AROUND = 8
# The shortest path across an area.
_PATH_MIN_M = 5.0


def _in_order(speeds: tuple[float, float]) -> tuple[float, float]:
    if speeds[0] > speeds[1]:
        raise PydanticCustomError(
            "clash",
            "the lowest speed is above the highest",
            {"key": "", "expected": "[lowest, highest]", "fix": "swap the two"},
        )
    return speeds


_Speeds: TypeAlias = Annotated[
    Annotated[WalkingSpeed, Tag("one")]
    | Annotated[tuple[WalkingSpeed, WalkingSpeed], AfterValidator(_in_order), Tag("two")],
    # One number or two: the form that was written decides what an error is about.
    Discriminator(lambda given: "two" if isinstance(given, list | tuple) else "one"),
]


class Area(Section):
    """A rectangle of ground, along the axes."""

    low: Point = Field(description="[x, y] of its south-west corner")
    high: Point = Field(description="[x, y] of its north-east corner")

    @model_validator(mode="after")
    def _is_not_empty(self) -> "Area":
        if not (self.low[0] < self.high[0] and self.low[1] < self.high[1]):
            raise PydanticCustomError(
                "clash",
                "the area is empty",
                {"key": "high", "expected": "high above low in x and y", "fix": "swap the two"},
            )
        return self


class Walkers(AbstractPlacedPopulation):
    """People who walk to and fro in an area, or along some routes."""

    object_kind: ClassVar[ObjectKind] = ObjectKind.PEDESTRIAN

    kind: Literal["pedestrian"]
    radius_m: BodySize = Field(default=0.25, description="radius of each")
    height_m: BodySize = Field(default=1.75, description="height of each")
    mass_kg: BodyMass = Field(default=75.0, description="mass of each")
    avoid: bool = Field(
        default=True, description="avoid all that is near; a driver of your own does so itself"
    )
    area: Area | None = Field(default=None, description="the area in which they walk to and fro")
    routes: tuple[Route, ...] = Field(
        default=(), description="the routes, instead of an area; each is taken in turn"
    )
    driver: OwnWalkingDriver | None = Field(
        default=None, description="a driver of your own class; default: they follow their routes"
    )
    speed_mps: _Speeds = Field(default=(0.8, 1.6), description="speed of all, or [lowest, highest]")

    @property
    def length_m(self) -> float:
        """The diameter of a footprint."""
        return 2.0 * self.radius_m

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report too high speeds, and not exactly one of `area` and `routes`."""
        yield from walking_speed_problems(self.start_speed_mps, (*keys, "start_speed_mps"))
        for number, route in enumerate(self.routes):
            yield from walking_route_problems(route, (*keys, "routes", number))
        if (self.area is None) == (not self.routes):
            yield (
                keys,
                InputError(
                    "it is not clear where they walk",
                    expected="either area or routes",
                    fix="write one of the two",
                ),
            )
        yield from super().problems(context, keys)

    def add(self, draft: GraphDraft, table: Table) -> None:
        """Add the people and their spawner."""
        # ghost: allow[dynamic-label] a population's name is fixed with the scenario
        random = RandomSource(self.layout_seed).child(table.name)
        given = self.speed_mps
        low, high = given if isinstance(given, tuple) else (given, given)
        drawn = random.child("speed").uniforms(0, table.capacity, 1)[:, 0].tolist()
        if self.area is not None:
            paths, placed = self._paths_in_area(draft, table, self.area, high)
            loops = [True] * len(paths)
        else:
            paths = [
                path_of(
                    draft,
                    ("populations", table.name, "routes", i),
                    route,
                    high,
                    None,
                    self.radius_m,
                ).points
                for i, route in enumerate(self.routes)
            ]
            loops = [route.loop for route in self.routes]
            room_m = 3.0 * self.radius_m
            placed = spread_along(draft, table, self, paths, room_m)
        footprint = walker_footprint(self.radius_m, self.mass_kg, self.height_m)
        self.register(draft, table, placed, footprint)
        own_keys = {} if self.driver else {"radius_m": [0.5 * m for m in draft.lengths_m()]}
        add_walkers(
            draft,
            table,
            Routes(paths, loops),
            self.driver,
            actors=placed,
            slots=self.slots(paths),
            mass_kg=self.mass_kg,
            speed_max_mps=[low + (high - low) * fraction for fraction in drawn],
            **own_keys,
        )
        if self.avoid and self.driver is None:
            draft.graph.connect("Scene.bodies", f"{table.name}.others")
        if self.spawner is not None:
            self.spawner.add(draft, table, paths, self.start_speed_mps)

    def _paths_in_area(
        self, draft: GraphDraft, table: Table, area: Area, speed_mps: float
    ) -> tuple[list[list[PathPoint]], list[Placed]]:
        """A start and a goal in the area for each, and a path there and back."""
        (west, south), (east, north) = area.low, area.high
        # A cell is free by its centre; all of it is within 0.71 of its width from there.
        margin_m = self.radius_m + 0.71 * _CELL_M
        keys = ("populations", table.name, "area")
        ground = walkable_ground(draft, keys, [(west, south), (east, north)], margin_m, _CELL_M)
        # ghost: allow[dynamic-label] a population's name is fixed with the scenario
        random = RandomSource(self.layout_seed).child(table.name).child("area")
        paths: list[list[PathPoint]] = []
        placed: list[Placed] = []
        for a, b, c, d in random.uniforms(0, TRIES * table.capacity, 4).tolist():
            if len(paths) == table.capacity:
                return paths, placed[: self.count]
            start = (west + a * (east - west), south + b * (north - south))
            goal = (west + c * (east - west), south + d * (north - south))
            if not (is_free(ground, start) and is_free(ground, goal)):
                continue
            room_m = 3.0 * self.radius_m
            if any(distance(*start, *other[:2]) < room_m for other in placed):
                continue
            dx, dy = goal[0] - start[0], goal[1] - start[1]
            if dx * dx + dy * dy < _PATH_MIN_M * _PATH_MIN_M:
                continue
            if len(paths) % _AROUND and not is_clear(ground, start, goal):
                continue
            there = find_path(ground, start, goal)
            path = [(x, y, speed_mps) for x, y in [*there, *reversed(there[1:-1])]]
            route = float(len(paths))
            placed.append((*start, initial_heading(path), self.start_speed_mps, route))
            paths.append(path)
        raise draft.refused(
            ("populations", table.name, "count"),
            InputError(
                f"the area has room for {len(paths)} of {table.capacity}",
                expected="as many as the area has room for",
                fix="lower the count, or widen the area",
            ),
        )
