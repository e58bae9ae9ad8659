"""Cars."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.drivers import AnyDriver, Fleet
from project_ghost.scenario.drivers.pid import PIDDriver
from project_ghost.scenario.file.ranges import BodyMass, BodySize, Speed
from project_ghost.scenario.file.section import (
    OMITTED_IF_EMPTY,
    CheckContext,
    KeyPath,
    Problem,
    Section,
)
from project_ghost.scenario.kinds import OWN
from project_ghost.scenario.paths import Path, Route, start_pose
from project_ghost.scenario.tables import Table
from project_ghost.scenario.vehicles import CAR_ACTUATORS, AnyVehicleModel, Chassis
from project_ghost.scenario.vehicles.kinematic import Kinematic
from project_ghost.world.objects import ObjectKind

from ._on_route import AbstractActorOnRoute, limits_of, own_limits

__all__ = ["Car", "CarSize"]


class CarSize(Section):
    """The size of a car."""

    length_m: BodySize = Field(default=4.7, description="bumper to bumper")
    width_m: BodySize = Field(default=1.9, description="without mirrors")
    height_m: BodySize = Field(default=1.5, description="from the ground to the roof")

    wheelbase_m: BodySize | None = Field(
        default=None,
        description="distance of the axles; default: in proportion to the length",
        json_schema_extra={OMITTED_IF_EMPTY: True},
    )
    rear_axle_m: BodySize | None = Field(
        default=None,
        description="from the centre back to the rear axle; default: in proportion to the length",
        json_schema_extra={OMITTED_IF_EMPTY: True},
    )

    @property
    def chassis(self) -> Chassis:
        """The axles and the inertia of a car of this size."""
        return Chassis(self.length_m, self.width_m, self.wheelbase_m, self.rear_axle_m)

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report axles on the same side of the centre, and a wheelbase longer than the car."""
        yield from super().problems(context, keys)
        axles = self.chassis.for_driver()
        if not axles["rear_axle_m"] < axles["wheelbase_m"] <= self.length_m:
            yield (
                (*keys, "wheelbase_m"),
                InputError(
                    f"the wheelbase is {axles['wheelbase_m']:g} m, the rear axle "
                    f"{axles['rear_axle_m']:g} m behind the centre",
                    expected="a centre between the axles, and axles within the car",
                    fix="correct wheelbase_m or rear_axle_m",
                ),
            )


class Car(AbstractActorOnRoute):
    """A car on a route."""

    actuators: ClassVar[tuple[str, ...]] = CAR_ACTUATORS
    has_wheels: ClassVar[bool] = True

    kind: Literal["car"]
    speed_mps: Speed = Field(description="speed, unless a waypoint has its own")
    model: AnyVehicleModel = Field(
        default=Kinematic(kind="kinematic"), description="model of its motion"
    )
    route: Route | None = Field(
        default=None, description="where it goes; the car of a planner or of actions may do without"
    )
    size: CarSize = Field(default=CarSize(), description="its size")
    mass_kg: BodyMass = Field(default=1500.0, description="mass with load")
    driver: AnyDriver = Field(default=PIDDriver(), description="what drives it")

    @property
    def object_kind(self) -> ObjectKind:
        """A vehicle, or one that is driven from outside."""
        return ObjectKind.EGO if self.driver.is_external else ObjectKind.VEHICLE

    @property
    def length_m(self) -> float:
        """Bumper to bumper."""
        return self.size.length_m

    @property
    def working_actuators(self) -> tuple[str, ...]:
        """None where a planner moves it without its model."""
        return () if self.driver.moves_cars else self.actuators

    @property
    def is_removable(self) -> bool:
        """Unless a planner moves it without its model."""
        return not self.driver.moves_cars

    @property
    def above_m(self) -> float:
        """From the ground to the roof."""
        return self.size.height_m

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:  # noqa: ARG002
        """The limits of the model; those of a class of the user's are known when it is made."""
        if self.model.kind == OWN:
            return {}
        return limits_of(self.model.component)

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a missing route, and a model that nothing drives."""
        yield from super().problems(context, keys)
        if self.route is None and not self.driver.is_external:
            yield (
                keys,
                InputError(
                    "the key 'route' is missing",
                    expected="the key 'route'",
                    fix="add a line `route: ...`",
                ),
            )
        if self.driver.moves_cars and self.model.kind != "kinematic":
            yield (
                (*keys, "model"),
                InputError(
                    f"the controller of {keys[-1]} has a motion of its own, and no use for a model",
                    expected="no model, or a controller that drives it",
                    fix="write `controller: tracker` in the driver, or remove the model",
                ),
            )
        if self.route is None and (self.start is None or not self.start.has_heading):
            yield (
                (*keys, "start"),
                InputError(
                    f"{keys[-1]} has no route, and its start no heading",
                    expected="a start with x_m, y_m and yaw_deg, or on a lane",
                    fix="add `start: {x_m: ..., y_m: ..., yaw_deg: ..., speed_mps: ...}`",
                ),
            )

    def table_key(self, name: str) -> tuple[str, ...]:
        """Cars with the same model, size and driver share a table, unless the driver is for one."""
        if self.driver.is_external:
            return (name,)
        label = self.model.table or type(self.model).__name__
        alike = (each.model_dump_json() for each in (self.model, self.size, self.driver))
        return (label, *alike, *(() if self.driver.shares_table else (name,)))

    @classmethod
    def add_table(cls, draft: GraphDraft, table: Table) -> None:
        """Add the plant and the drivers of some cars that are alike."""
        cars = {name: actor for name, actor in table.actors.items() if isinstance(actor, cls)}
        first, chassis = next(iter(cars.values())), next(iter(cars.values())).size.chassis
        paths: list[Path] = []
        starts: list[tuple[float, ...]] = []
        for name, car in cars.items():
            place = car.start_place(draft, name)
            path = Path([]) if car.route is None else car.path(draft, name, car.size.width_m)
            start = start_pose(place, path.points)
            if path.points:
                draft.paths[name] = path.points
            mass_kg = 0.0 if first.driver.moves_cars else car.mass_kg
            footprint = chassis.footprint(mass_kg, car.size.height_m)
            draft.register_actor(name, ("actors", name), start, footprint)
            paths.append(path)
            starts.append((*start, float(len(starts))))
        if not first.driver.moves_cars:
            cls._add_plant(draft, table, list(cars.values()), starts)
        loops = [car.route is not None and car.route.loop for car in cars.values()]
        driven = [
            path
            if car.route is None
            else first.driver.drivable(path, loop=car.route.loop, spacing_m=car.route.spacing_m)
            for path, car in zip(paths, cars.values(), strict=True)
        ]
        first.driver.add(draft, Fleet(table, chassis, driven, loops, starts))

    @classmethod
    def _add_plant(
        cls,
        draft: GraphDraft,
        table: Table,
        cars: Sequence["Car"],
        starts: Sequence[tuple[float, ...]],
    ) -> None:
        """Add the model of some cars that are alike."""
        model, keys = cars[0].model, table.keys("model")
        plant = model.make(
            draft,
            keys,
            table.capacity,
            cars[0].size.chassis,
            [car.mass_kg for car in cars],
            actors=starts,
            scene=draft.rows,
            first_row=table.first_row,
            **own_limits(cars, model.component),
        )
        draft.graph.add(table.name, plant, EVERY_STEP)
        model.connect(draft, keys, table.name)
