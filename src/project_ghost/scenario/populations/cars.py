"""Populations of cars."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.scenario.actors.car import CarSize
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.drivers import AnyDriver, Fleet
from project_ghost.scenario.drivers.idm import IDMDriver
from project_ghost.scenario.file.ranges import BodyMass, DrivingSpeed
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.kinds import kind_name
from project_ghost.scenario.paths import Route, path_of
from project_ghost.scenario.tables import Table
from project_ghost.scenario.vehicles import AnyVehicleModel
from project_ghost.scenario.vehicles.kinematic import Kinematic

from ._abstract import AbstractPlacedPopulation
from ._placement import spread_along

__all__ = ["Cars"]

# The smallest gap between two cars of a population at the start.
_GAP_M = 3.0


class Cars(AbstractPlacedPopulation):
    """Cars on some routes, spread along them at the start."""

    kind: Literal["car"]
    size: CarSize = Field(default=CarSize(), description="size of each")
    mass_kg: BodyMass = Field(default=1500.0, description="mass of each")
    routes: Annotated[tuple[Route, ...], Field(min_length=1)] = Field(
        description="the routes; each is taken in turn"
    )
    speed_mps: DrivingSpeed = Field(description="desired speed, within the limits of the lanes")
    model: AnyVehicleModel = Field(
        default=Kinematic(kind="kinematic"), description="model of their motion"
    )
    driver: AnyDriver = Field(default=IDMDriver(kind="idm"), description="the driver of each")

    @property
    def length_m(self) -> float:
        """Bumper to bumper."""
        return self.size.length_m

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a driver that is for one car."""
        yield from super().problems(context, keys)
        if self.driver.is_external:
            yield (
                (*keys, "driver", "kind"),
                InputError(
                    f"the driver {kind_name(type(self.driver))} drives one car, and this is a "
                    "population",
                    expected="a driver of many cars, such as idm",
                    fix="write its car below `actors:`",
                ),
            )

    def add(self, draft: GraphDraft, table: Table) -> None:
        """Add the cars, their drivers and their spawner."""
        chassis, size = self.size.chassis, self.size
        paths = [
            path_of(
                draft,
                ("populations", table.name, "routes", i),
                route,
                self.speed_mps,
                None,
                0.5 * size.width_m,
            )
            for i, route in enumerate(self.routes)
        ]
        points = [path.points for path in paths]
        room_m = size.length_m + _GAP_M
        placed = spread_along(draft, table, self, points, room_m)
        self.register(draft, table, placed, chassis.footprint(self.mass_kg, size.height_m))
        keys = table.keys("model")
        plant = self.model.make(
            draft,
            keys,
            table.capacity,
            chassis,
            [self.mass_kg] * table.capacity,
            actors=placed,
            scene=draft.rows,
            first_row=table.first_row,
            slots=self.slots(paths),
        )
        if self.spawner is not None:
            self.require_inputs(draft, keys, plant, "spawns", "despawn")
        draft.graph.add(table.name, plant, EVERY_STEP)
        self.model.connect(draft, keys, table.name)
        driven = [
            self.driver.drivable(path, loop=route.loop, spacing_m=route.spacing_m)
            for path, route in zip(paths, self.routes, strict=True)
        ]
        loops = [route.loop for route in self.routes]
        self.driver.add(draft, Fleet(table, chassis, driven, loops))
        if self.spawner is not None:
            self.spawner.add(draft, table, [path.points for path in driven], self.start_speed_mps)
