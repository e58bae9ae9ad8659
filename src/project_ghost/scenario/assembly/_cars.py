"""Named cars: a plant and a driver for each table of them."""

from collections.abc import Sequence
from typing import Any

from project_ghost.engine import AbstractComponent, Parameter
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks

from ..spec import Car, IDMDriver, Pedestrian
from ._build import EVERY_STEP, Build, Footprint
from ._map import DEGREE
from ._routes import way_of
from ._tables import Table
from ._way import WayPoint, heading_along

__all__ = ["Chassis", "add_cars", "limits_of", "starting"]

_DRIVERS = {"pid": WaypointPid, "pure_pursuit": PurePursuit, "stanley": Stanley, "lqr": LqrTracking}

# What the names of a scenario are called by the components.
_NAMES = {
    "accel_mps2": "acceleration_max",
    "brake_mps2": "braking_max",
    "stopping_mps2": "stopping",
}
_LIMITS = {"accel_max_mps2": "acceleration_max", "brake_max_mps2": "braking_max"}


class Chassis:
    """What follows from a car's length: its axles, as those of a car of 4.508 m.

    That is vehicle 2 of the CommonRoad vehicle models, the default of our own.
    """

    def __init__(self, length_m: float, width_m: float) -> None:
        scale = length_m / 4.508
        self.half_length_m, self.half_width_m = 0.5 * length_m, 0.5 * width_m
        self.front_axle_m = 1.1561957064 * scale
        self.rear_axle_m = 1.4227170936 * scale
        self.wheelbase_m = self.front_axle_m + self.rear_axle_m
        self.inertia_per_kg_m2 = 1.6387152 * scale * scale

    def footprint(self, mass_kg: float) -> Footprint:
        """What such a car is to others."""
        return Footprint(
            half_length_m=self.half_length_m,
            half_width_m=self.half_width_m,
            mass_kg=mass_kg,
            yaw_inertia_kgm2=mass_kg * self.inertia_per_kg_m2,
        )

    def for_plant(self, masses_kg: list[float]) -> dict[str, Any]:
        """The parameters of a plant."""
        return {
            "mass_kg": masses_kg,
            "inertia_kgm2": [mass * self.inertia_per_kg_m2 for mass in masses_kg],
            "front_axle_m": self.front_axle_m,
            "rear_axle_m": self.rear_axle_m,
        }


def add_cars(build: Build, table: Table) -> None:
    """Add the plant and the driver of some cars that are alike."""
    cars = [(name, actor) for name in table.names if isinstance(actor := build.spec.actors[name], Car)]
    first = cars[0][1]
    chassis = Chassis(first.size.length_m, first.size.width_m)
    ways = [_way(build, name, car) for name, car in cars]
    actors = []
    for number, ((name, car), way) in enumerate(zip(cars, ways, strict=True)):
        start = starting(car, way)
        build.ways[name] = way
        actors.append((*start, float(number)))
        build.begin(name, table.first_row + number, start, chassis.footprint(car.mass_kg))
    values = chassis.for_plant([car.mass_kg for _, car in cars])
    values |= limits_of([car for _, car in cars], KinematicBicycles)
    plant = KinematicBicycles if first.model == "kinematic" else SingleTracks
    graph = build.graph
    graph.add(
        table.name,
        plant(
            table.capacity, actors=actors, scene=build.rows, first_row=table.first_row, **values
        ),
        EVERY_STEP,
    )
    driver = f"{table.name}_driver"
    graph.add(driver, _driver(build, table, first, chassis, ways, cars), EVERY_STEP)
    graph.connect("Scene.bodies", f"{driver}.bodies")
    graph.connect(f"{driver}.command", f"{table.name}.command")
    build.arrivals[table.name] = f"{driver}.arrived"


def limits_of(
    actors: Sequence[Car] | Sequence[Pedestrian], plant: type[AbstractComponent]
) -> dict[str, list[float]]:
    """The limits that some of a table's actors have of their own; the plant's for the others."""
    found = {}
    for key, parameter in _LIMITS.items():
        given = [getattr(actor, key) for actor in actors]
        if any(value is not None for value in given):
            declared = plant.declarations[parameter]
            assert isinstance(declared, Parameter)
            found[parameter] = [declared.default if v is None else v for v in given]
    return found


def _way(build: Build, name: str, car: Car) -> list[WayPoint]:
    return way_of(
        build,
        ("actors", name, "route"),
        car.route,
        car.speed_mps,
        car.start,
        0.5 * car.size.width_m,
    )


def starting(actor: Any, way: list[WayPoint]) -> tuple[float, float, float, float]:  # noqa: ANN401
    """x, y, yaw and speed at time 0."""
    start = actor.start
    if start is None:
        return way[0][0], way[0][1], heading_along(way), 0.0
    yaw = heading_along(way) if start.yaw_deg is None else start.yaw_deg * DEGREE
    return start.x_m, start.y_m, yaw, start.speed_mps


def _driver(
    build: Build,
    table: Table,
    car: Car,
    chassis: Chassis,
    ways: list[list[WayPoint]],
    cars: list[tuple[str, Car]],
) -> AbstractComponent:
    assert not isinstance(car.driver, IDMDriver)
    given = car.driver.model_dump(exclude={"kind"}, exclude_none=True)
    values = {_NAMES.get(key, key): value for key, value in given.items()}
    return _DRIVERS[car.driver.kind](
        ways,
        table.capacity,
        closed=[each.route.loop for _, each in cars],
        scene=build.rows,
        first_row=table.first_row,
        wheelbase_m=chassis.wheelbase_m,
        rear_axle_m=chassis.rear_axle_m,
        **values,
    )
