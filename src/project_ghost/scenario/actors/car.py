"""Cars."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.drivers import AnyDriver, Fleet
from project_ghost.scenario.drivers.pid import PIDDriver
from project_ghost.scenario.file.ranges import BodyMass, BodySize, Speed
from project_ghost.scenario.file.section import CheckContext, KeyPath, Section
from project_ghost.scenario.kinds import OWN
from project_ghost.scenario.paths import start_pose
from project_ghost.scenario.tables import Table
from project_ghost.scenario.vehicles import CAR_ACTUATORS, AnyVehicleModel, Chassis
from project_ghost.scenario.vehicles.kinematic import Kinematic

from ._on_route import AbstractActorOnRoute, limits_of, own_limits

__all__ = ["Car", "CarSize"]


class CarSize(Section):
    """The size of a car."""

    length_m: BodySize = Field(default=4.7, description="bumper to bumper")
    width_m: BodySize = Field(default=1.9, description="without mirrors")
    height_m: BodySize = Field(default=1.5, description="from the ground to the roof")

    @property
    def chassis(self) -> Chassis:
        """The axles and the inertia of a car of this size."""
        return Chassis(self.length_m, self.width_m)


class Car(AbstractActorOnRoute):
    """A car on a route."""

    actuators: ClassVar[tuple[str, ...]] = CAR_ACTUATORS
    has_wheels: ClassVar[bool] = True

    kind: Literal["car"]
    speed_mps: Speed = Field(description="speed, unless a waypoint has its own")
    model: AnyVehicleModel = Field(
        default=Kinematic(kind="kinematic"), description="model of its motion"
    )
    size: CarSize = Field(default=CarSize(), description="its size")
    mass_kg: BodyMass = Field(default=1500.0, description="mass with load")
    driver: AnyDriver = Field(default=PIDDriver(), description="what drives it")

    @property
    def length_m(self) -> float:
        """Bumper to bumper."""
        return self.size.length_m

    @property
    def above_m(self) -> float:
        """From the ground to the roof."""
        return self.size.height_m

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:  # noqa: ARG002
        """The limits of the model; those of a class of the user's are known when it is made."""
        if self.model.kind == OWN:
            return {}
        return limits_of(self.model.component)

    def table_key(self, name: str) -> tuple[str, ...]:
        """Cars with the same model, size and driver share a table, unless the driver is for one."""
        label = self.model.table or type(self.model).__name__
        alike = (each.model_dump_json() for each in (self.model, self.size, self.driver))
        return (label, *alike, *(() if self.driver.shares_table else (name,)))

    @classmethod
    def add_table(cls, draft: GraphDraft, table: Table) -> None:
        """Add the plant and the drivers of some cars that are alike."""
        cars = {name: actor for name, actor in table.actors.items() if isinstance(actor, cls)}
        first, chassis = next(iter(cars.values())), next(iter(cars.values())).size.chassis
        paths = [car.path(draft, name, car.size.width_m) for name, car in cars.items()]
        starts: list[tuple[float, ...]] = []
        for (name, car), path in zip(cars.items(), paths, strict=True):
            start = start_pose(car.start_place(draft, name), path.points)
            draft.paths[name] = path.points
            footprint = chassis.footprint(car.mass_kg, car.size.height_m)
            draft.register_actor(name, ("actors", name), start, footprint)
            starts.append((*start, float(len(starts))))
        keys = ("actors", next(iter(cars)), "model")
        plant = first.model.make(
            draft,
            keys,
            table.capacity,
            chassis,
            [car.mass_kg for car in cars.values()],
            actors=starts,
            scene=draft.rows,
            first_row=table.first_row,
            **own_limits(list(cars.values()), first.model.component),
        )
        draft.graph.add(table.name, plant, EVERY_STEP)
        first.model.connect(draft, keys, table.name)
        routes = [car.route for car in cars.values()]
        driven = [
            first.driver.drivable(path, loop=route.loop, spacing_m=route.spacing_m)
            for path, route in zip(paths, routes, strict=True)
        ]
        loops = [route.loop for route in routes]
        first.driver.add(draft, Fleet(table, chassis, driven, loops))
