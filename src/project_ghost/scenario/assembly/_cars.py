"""Named cars: a plant and a driver for each table of them."""

from collections.abc import Sequence
from typing import Any

from project_ghost.engine import AbstractComponent, Parameter
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks
from project_ghost.scenario.spec import Car, IDMDriver, LQRDriver, Pedestrian, StanleyDriver

from ._build import EVERY_STEP, Build
from ._chassis import Chassis
from ._corners import rounded
from ._idm import idm_drivers
from ._map import DEGREE
from ._routes import way_of
from ._tables import Table
from ._way import Way, WayPoint, heading_along, planned

__all__ = ["add_cars", "limits_of", "starting"]

_DRIVERS = {"pid": WaypointPid, "pure_pursuit": PurePursuit, "stanley": Stanley, "lqr": LqrTracking}

# What the names of a scenario are called by the components.
_NAMES = {
    "accel_mps2": "acceleration_max",
    "brake_mps2": "braking_max",
    "stopping_mps2": "stopping",
}
_LIMITS = {"accel_max_mps2": "acceleration_max", "brake_max_mps2": "braking_max"}


def add_cars(build: Build, table: Table) -> None:
    """Add the plant and the driver of some cars that are alike."""
    cars = {
        name: actor for name in table.names if isinstance(actor := build.spec.actors[name], Car)
    }
    first = next(iter(cars.values()))
    chassis = Chassis(first.size.length_m, first.size.width_m)
    ways = [_way(build, name, car) for name, car in cars.items()]
    actors = []
    for number, ((name, car), way) in enumerate(zip(cars.items(), ways, strict=True)):
        start = starting(car, way.points)
        build.ways[name] = way.points
        actors.append((*start, float(number)))
        footprint = chassis.footprint(car.mass_kg, car.size.height_m)
        build.begin(name, ("actors", name), table.first_row + number, start, footprint)
    plant = KinematicBicycles if first.model == "kinematic" else SingleTracks
    graph = build.graph
    graph.add(
        table.name,
        plant(
            table.capacity,
            actors=actors,
            scene=build.rows,
            first_row=table.first_row,
            **chassis.for_plant([car.mass_kg for car in cars.values()]),
            **limits_of(list(cars.values()), plant),
        ),
        EVERY_STEP,
    )
    driver = f"{table.name}_driver"
    loops = [car.route.loop for car in cars.values()]
    if first.driver.plan_speeds:
        ways = [_drivable(way, car) for way, car in zip(ways, cars.values(), strict=True)]
    if isinstance(first.driver, IDMDriver):
        drivers: AbstractComponent = idm_drivers(build, table, first.driver, chassis, ways, loops)
    else:
        given = first.driver.model_dump(exclude={"kind", "plan_speeds"}, exclude_none=True)
        if isinstance(first.driver, LQRDriver):
            given["period_s"] = build.spec.step / 1e9
        drivers = _DRIVERS[first.driver.kind](
            [way.points for way in ways],
            table.capacity,
            closed=loops,
            scene=build.rows,
            first_row=table.first_row,
            **chassis.for_driver(),
            **{_NAMES.get(key, key): value for key, value in given.items()},
        )
    graph.add(driver, drivers, EVERY_STEP)
    connect_driver(build, table, driver)


def connect_driver(build: Build, table: Table, driver: str) -> None:
    """Let a driver see the scene; what it wants reaches the plant by way of the faults."""
    graph = build.graph
    graph.connect("Scene.bodies", f"{driver}.bodies")
    build.arrivals[table.name] = f"{driver}.arrived"
    build.commands[table.name] = f"{driver}.command"


def limits_of(
    actors: Sequence[Car] | Sequence[Pedestrian], plant: type[AbstractComponent]
) -> dict[str, Any]:
    """The limits that some of a table's actors have of their own; the plant's for the others."""
    found: dict[str, Any] = {}
    for key, parameter in _LIMITS.items():
        given = [getattr(actor, key) for actor in actors]
        if any(value is not None for value in given):
            declared = plant.declarations[parameter]
            assert isinstance(declared, Parameter)
            found[parameter] = [declared.default if v is None else v for v in given]
    return found


def _way(build: Build, name: str, car: Car) -> Way:
    path = ("actors", name, "route")
    return way_of(build, path, car.route, car.speed_mps, car.start, 0.5 * car.size.width_m)


def _drivable(way: Way, car: Car) -> Way:
    """Slower before corners; and round them for who does not aim at a point ahead."""
    loop = car.route.loop
    if isinstance(car.driver, LQRDriver | StanleyDriver):
        return planned(
            rounded(way, loop=loop, spacing_m=car.route.spacing_m), loop=loop, on_arcs=True
        )
    return planned(way, loop=loop)


def starting(actor: Car | Pedestrian, way: Sequence[WayPoint]) -> tuple[float, float, float, float]:
    """x, y, yaw and speed at time 0."""
    start = actor.start
    if start is None:
        return way[0][0], way[0][1], heading_along(way), 0.0
    yaw = heading_along(way) if start.yaw_deg is None else start.yaw_deg * DEGREE
    return start.x_m, start.y_m, yaw, start.speed_mps
