"""Any scenario file with a planner for one of its cars."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from project_ghost.closed_loop.states import VehicleParameters
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Engine, Execution
from project_ghost.scenario import ScenarioFile, with_settings
from project_ghost.scenario.actors.car import Car
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.drivers.planner import PlannerDriver
from project_ghost.scenario.planned import PlannedActor
from project_ghost.scenario.populations.cars import Cars
from project_ghost.scenario.populations.tracks import Tracks
from project_ghost.world.bodies import ROUTE, VX, VY, YAW, X, Y

from ._own_file import EGO

__all__ = ["driven_file", "planned_file", "vehicle_of"]

_DEGREES_PER_RAD = 57.29577951308232


def vehicle_of(planned: PlannedActor) -> VehicleParameters:
    """The measures of the vehicle of a car that a planner drives."""
    return VehicleParameters.from_sizes(
        planned.actor,
        length_m=planned.length_m,
        width_m=planned.width_m,
        wheelbase_m=planned.wheelbase_m,
        rear_axle_to_center_m=planned.rear_axle_to_center_m,
    )


def planned_file(
    file: ScenarioFile,
    driver: Mapping[str, Any],
    traffic: Mapping[str, Any] | None = None,
    *,
    actor: str | None = None,
) -> ScenarioFile:
    """The file with these keys of the driver of its planner's car, and of its recorded actors.

    Of several cars with planners `actor` is the one that is meant; by default the first.
    A scenario whose cars have other drivers gets a planner for its first car: the first that it
    names, or else the first of its first population of cars, which then is an actor called `ego`.
    A car with a model of its own gets the controller `tracker`, which drives that model.
    """
    settings = _driver_settings(file, driver, actor)
    for name, population in file.spec.populations.items():
        if isinstance(population, Tracks):
            settings += _below(f"populations.{name}", traffic or {})
    return with_settings(file, settings)


def _driver_settings(file: ScenarioFile, driver: Mapping[str, Any], actor: str | None) -> list[str]:
    cars = {name: each for name, each in file.spec.actors.items() if isinstance(each, Car)}
    for name, car in cars.items():
        if isinstance(car.driver, PlannerDriver) and actor in (None, name):
            is_other = driver.get("planner", car.driver.planner) != car.driver.planner
            # The options of the file are those of its own planner.
            keys = {"options": {}, **driver} if is_other else driver
            return _below(f"actors.{name}.driver", keys)
    first = next(iter(cars.values()), None)
    # A car with a model of its own keeps it, unless the caller wants another controller.
    has_model = first is not None and first.model.kind != "kinematic"
    own = {"controller": "tracker"} if has_model else {}
    return _settings_of(file, [{"kind": "planner", **own, **driver}], (), "a planner")


def driven_file(
    file: ScenarioFile,
    drivers: Sequence[Mapping[str, Any]],
    actors: Sequence[str] = (),
    *,
    who: str = "it",
) -> ScenarioFile:
    """The file with these drivers of some of its cars, of `actors` or of the first ones.

    The first cars are those that it names, in their order; or, if there are none, the first of its
    first population of cars, which then are actors called `ego`, or `ego1`, `ego2` and so on.
    `who` is to drive them, in errors.
    """
    return with_settings(file, _settings_of(file, drivers, actors, who))


def _settings_of(
    file: ScenarioFile, drivers: Sequence[Mapping[str, Any]], actors: Sequence[str], who: str
) -> list[str]:
    cars = [name for name, each in file.spec.actors.items() if isinstance(each, Car)]
    unknown = [name for name in actors if name not in cars]
    if unknown and cars:
        raise InputError(
            f"the scenario {file.name} has no car {unknown[0]!r}{did_you_mean(unknown[0], cars)}",
            file.document.file,
            f"one of {', '.join(cars)}",
            "correct the name",
        )
    if cars:
        chosen = list(actors) or cars[: len(drivers)]
        if len(chosen) < len(drivers):
            raise InputError(
                f"the scenario {file.name} names {len(cars)} cars",
                file.document.file,
                f"{len(drivers)} cars for {who} to drive",
                "add cars, or ask for fewer",
            )
        return [
            f"actors.{name}.driver={json.dumps(driver)}"
            for name, driver in zip(chosen, drivers, strict=True)
        ]
    for name, population in file.spec.populations.items():
        if isinstance(population, Cars) and population.count >= len(drivers):
            names = list(actors) or _names(len(drivers))
            return _first_of(file, name, population, dict(zip(names, drivers, strict=True)))
    raise InputError(
        f"the scenario {file.name} has no car",
        file.document.file,
        f"a scenario with a car that {who} can drive",
        "give another scenario, or add a car",
    )


def _names(count: int) -> list[str]:
    return [EGO] if count == 1 else [f"{EGO}{number}" for number in range(1, count + 1)]


def _first_of(
    file: ScenarioFile, name: str, population: Cars, drivers: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    """Make the first cars of a population actors, where they are, on the way that they have."""
    for actor in drivers:
        if actor in file.spec.actors:
            raise InputError(
                f"the scenario {file.name} has an actor {actor!r} that is no car",
                file.document.file,
                "a car with `driver: {kind: planner, ...}`",
                "add one",
            )
    assembly = assemble(file)
    engine = Engine(assembly.graph, file.seed, execution=Execution.INTERPRETED)
    engine.run(0)
    settings = [f"populations.{name}.count={population.count - len(drivers)}"]
    rows = engine.array(f"{name}.bodies").tolist()
    for row, (actor, driver) in zip(rows, drivers.items(), strict=False):
        route = population.routes[int(row[ROUTE])].model_dump(mode="json", exclude_defaults=True)
        ego = {
            "kind": "car",
            "start": {
                "x_m": row[X],
                "y_m": row[Y],
                "yaw_deg": row[YAW] * _DEGREES_PER_RAD,
                "speed_mps": sqrt(row[VX] * row[VX] + row[VY] * row[VY]),
            },
            "speed_mps": population.speed_mps,
            "size": population.size.model_dump(mode="json"),
            "route": route,
            "driver": driver,
        }
        settings.append(f"actors.{actor}={json.dumps(ego)}")
    return settings


def _below(key: str, values: Mapping[str, Any]) -> list[str]:
    return [f"{key}.{name}={json.dumps(value)}" for name, value in values.items()]
