"""Pedestrians."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.models.pedestrians import GuidedWalkers, Walkers
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import EVERY_STEP, Footprint, GraphDraft
from project_ghost.scenario.drivers._own_ground import Routes
from project_ghost.scenario.drivers.own_walking import OwnWalkingDriver
from project_ghost.scenario.file.ranges import (
    WALKING_MAX_MPS,
    Acceleration,
    BodyMass,
    BodySize,
    WalkingSpeed,
)
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.paths import Route, start_pose
from project_ghost.scenario.tables import Table
from project_ghost.world.objects import ObjectKind

from ._on_route import AbstractActorOnRoute, own_limits

__all__ = [
    "Pedestrian",
    "add_walkers",
    "walker_footprint",
    "walking_route_problems",
    "walking_speed_problems",
]


class Pedestrian(AbstractActorOnRoute):
    """A person on foot."""

    kind: Literal["pedestrian"]
    route: Route = Field(description="where it goes")
    speed_mps: WalkingSpeed = Field(description="speed, unless a waypoint has its own")
    model: Literal["walker"] = Field(default="walker", description="model of its motion")
    radius_m: BodySize = Field(default=0.25, description="radius of its footprint, a circle")
    height_m: BodySize = Field(default=1.75, description="from the ground to the top")
    mass_kg: BodyMass = Field(default=75.0, description="mass")
    accel_max_mps2: Acceleration = Field(
        default=default_of(Walkers, "acceleration_max"), description="largest acceleration"
    )
    brake_max_mps2: Acceleration = Field(
        default=default_of(Walkers, "braking_max"), description="largest braking"
    )

    driver: OwnWalkingDriver | None = Field(
        default=None, description="a driver of your own class; default: it follows its route"
    )

    @property
    def object_kind(self) -> ObjectKind:
        """A pedestrian."""
        return ObjectKind.PEDESTRIAN

    @property
    def length_m(self) -> float:
        """The diameter of its footprint."""
        return 2.0 * self.radius_m

    @property
    def above_m(self) -> float:
        """From the ground to the top."""
        return self.height_m

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report speeds above those of people on foot."""
        if self.start is not None:
            yield from walking_speed_problems(self.start.speed_mps, (*keys, "start", "speed_mps"))
        yield from walking_route_problems(self.route, (*keys, "route"))
        yield from super().problems(context, keys)

    def table_key(self, name: str) -> tuple[str, ...]:
        """All pedestrians share a table, except those with a driver of their own."""
        return ("Walkers",) if self.driver is None else ("Walkers", name)

    @classmethod
    def add_table(cls, draft: GraphDraft, table: Table) -> None:
        """Add the named pedestrians."""
        people = {name: actor for name, actor in table.actors.items() if isinstance(actor, cls)}
        starts: list[tuple[float, ...]] = []
        paths = []
        for name, person in people.items():
            path = person.path(draft, name, person.length_m).points
            start = start_pose(person.start_place(draft, name), path)
            draft.paths[name] = path
            footprint = walker_footprint(person.radius_m, person.mass_kg, person.height_m)
            draft.register_actor(name, ("actors", name), start, footprint)
            starts.append((*start, float(len(starts))))
            paths.append(path)
        routes = Routes(paths, [person.route.loop for person in people.values()])
        first = next(iter(people.values()))
        add_walkers(
            draft,
            table,
            routes,
            first.driver,
            actors=starts,
            mass_kg=[person.mass_kg for person in people.values()],
            speed_max_mps=[max(speed for _, _, speed in path) for path in paths],
            **own_limits(list(people.values()), Walkers),
        )


def add_walkers(
    draft: GraphDraft,
    table: Table,
    routes: Routes,
    driver: OwnWalkingDriver | None,
    **values: Any,  # noqa: ANN401 - as the component takes them
) -> None:
    """Add a table of people who follow their routes, or who do what a driver wants."""
    rows: dict[str, Any] = {"scene": draft.rows, "first_row": table.first_row}
    if driver is not None:
        draft.graph.add(table.name, GuidedWalkers(table.capacity, **rows, **values), EVERY_STEP)
        driver.add_own(draft, table.keys("driver"), table, routes, {})
        return
    walkers = Walkers(routes.points, table.capacity, closed=routes.loops, **rows, **values)
    draft.graph.add(table.name, walkers, EVERY_STEP)
    draft.arrivals[table.name] = f"{table.name}.arrived"


def walker_footprint(radius_m: float, mass_kg: float, height_m: float) -> Footprint:
    """The footprint of a person: a circle with the inertia of a disc."""
    return Footprint(
        radius_m=radius_m,
        mass_kg=mass_kg,
        yaw_inertia_kgm2=0.5 * mass_kg * radius_m * radius_m,
        above_m=height_m,
    )


def walking_route_problems(route: Route, keys: KeyPath) -> Iterator[Problem]:
    """Report waypoints with speeds above those of people on foot."""
    for number, point in enumerate(route.waypoints):
        if len(point) == 3:
            yield from walking_speed_problems(point[2], (*keys, "waypoints", number, 2))


def walking_speed_problems(speed_mps: float, keys: KeyPath) -> Iterator[Problem]:
    """Report a speed above those of people on foot."""
    if speed_mps > WALKING_MAX_MPS:
        yield (
            keys,
            InputError(
                f"the speed is {speed_mps:g} m/s, for a person on foot",
                expected=f"from 0 to {WALKING_MAX_MPS:g} m/s",
                fix="write a speed in metres a second",
            ),
        )
