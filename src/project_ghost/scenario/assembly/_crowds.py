"""Populations: many cars or people that are alike, and who comes and goes."""

from collections.abc import Sequence
from math import ceil

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.models.pedestrians import Walkers as WalkerTable
from project_ghost.models.traffic import Spawner as SpawnerTable
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.scenario.spec import Cars, Walkers
from project_ghost.world.geometry import reach
from project_ghost.world.navigation import WalkableGrid

from ._build import EVERY_STEP, Build, Footprint, Starter
from ._cars import connect_driver
from ._chassis import Chassis
from ._idm import idm_drivers, lengths_of
from ._map import DEGREE
from ._routes import free_ground, free_way, is_clear, way_of
from ._tables import Table
from ._way import WayPoint, heading_along, length_of, place_on, planned

__all__ = ["add_population"]

# x, y, yaw, speed, route
Begin = tuple[float, float, float, float, float]

_TRIES = 200
_CELL_M = 0.5
# One in so many may go around something; a search takes a hundred times as long as a look.
_AROUND = 8


def add_population(build: Build, table: Table) -> None:
    """Add a table of cars with drivers, or of people, and its spawner if it has one."""
    name = table.name
    build.claim(("populations", name), name, f"{name}_driver", f"{name}_spawner")
    if isinstance(table.population, Cars):
        _add_cars(build, table, table.population)
    else:
        assert table.population is not None
        _add_walkers(build, table, table.population)


# ------------------------------------------------------------------------ cars


def _add_cars(build: Build, table: Table, cars: Cars) -> None:
    chassis = Chassis(cars.size.length_m, cars.size.width_m)
    path = ("populations", table.name)
    ways = [
        way_of(build, (*path, "routes", i), route, cars.speed_mps, None, 0.5 * cars.size.width_m)
        for i, route in enumerate(cars.routes)
    ]
    begin = _spread(build, table, cars, [way.points for way in ways], cars.size.length_m + 3.0)
    _begin(build, table, begin, chassis.footprint(cars.mass_kg, cars.size.height_m))
    graph = build.graph
    plant = KinematicBicycles(
        table.capacity,
        actors=begin,
        scene=build.rows,
        first_row=table.first_row,
        slots=_slots(cars, ways),
        **chassis.for_plant([cars.mass_kg] * table.capacity),
    )
    graph.add(table.name, plant, EVERY_STEP)
    driver = f"{table.name}_driver"
    loops = [route.loop for route in cars.routes]
    if cars.driver.plan_speeds:
        ways = [planned(way, loop=loop) for way, loop in zip(ways, loops, strict=True)]
    graph.add(driver, idm_drivers(build, table, cars.driver, chassis, ways, loops), EVERY_STEP)
    connect_driver(build, table, driver)
    _add_spawner(build, table, cars, [way.points for way in ways])


# ---------------------------------------------------------------------- people


def _add_walkers(build: Build, table: Table, people: Walkers) -> None:
    # ghost: allow[dynamic-label] a population's name is fixed with the scenario
    chance = RandomSource(people.layout_seed).child(table.name)
    low, high = people.speed_mps if isinstance(people.speed_mps, tuple) else (people.speed_mps,) * 2
    drawn = chance.child("speed").uniforms(0, table.capacity, 1)[:, 0].tolist()
    speeds = [low + (high - low) * share for share in drawn]
    if people.area is not None:
        ways, begin = _wander(build, table, people, high)
        loops = [True] * len(ways)
    else:
        path = ("populations", table.name)
        ways = [
            way_of(build, (*path, "routes", i), route, high, None, people.radius_m).points
            for i, route in enumerate(people.routes)
        ]
        loops = [route.loop for route in people.routes]
        begin = _spread(build, table, people, ways, 3.0 * people.radius_m)
    radius = people.radius_m
    inertia = 0.5 * people.mass_kg * radius * radius
    footprint = Footprint(
        radius_m=radius,
        mass_kg=people.mass_kg,
        yaw_inertia_kgm2=inertia,
        above_m=people.height_m,
    )
    _begin(build, table, begin, footprint)
    walkers = WalkerTable(
        ways,
        table.capacity,
        actors=begin,
        closed=loops,
        scene=build.rows,
        first_row=table.first_row,
        slots=_slots(people, ways),
        mass_kg=people.mass_kg,
        speed_max_mps=speeds,
        radius_m=[0.5 * length for length in lengths_of(build)],
    )
    build.graph.add(table.name, walkers, EVERY_STEP)
    if people.avoid:
        build.graph.connect("Scene.bodies", f"{table.name}.others")
    build.arrivals[table.name] = f"{table.name}.arrived"
    _add_spawner(build, table, people, ways)


def _wander(
    build: Build, table: Table, people: Walkers, speed_mps: float
) -> tuple[list[list[WayPoint]], list[Begin]]:
    """A place and a goal in the area for each, and a way there and back again."""
    assert people.area is not None
    (west, south), (east, north) = people.area.low, people.area.high
    # A cell is free by its centre; anywhere in it is within 0.71 of its width from there.
    margin_m = people.radius_m + 0.71 * _CELL_M
    key = ("populations", table.name, "area")
    ground = free_ground(build, key, [(west, south), (east, north)], margin_m, _CELL_M)
    # ghost: allow[dynamic-label] a population's name is fixed with the scenario
    chance = RandomSource(people.layout_seed).child(table.name).child("area")
    drawn = chance.uniforms(0, _TRIES * table.capacity, 4).tolist()
    starts: list[tuple[float, float]] = []
    ways: list[list[WayPoint]] = []
    begin: list[Begin] = []
    for a, b, c, d in drawn:
        if len(ways) == table.capacity:
            return ways, begin[: people.count]
        start = (west + a * (east - west), south + b * (north - south))
        goal = (west + c * (east - west), south + d * (north - south))
        if not (_is_free(ground, start) and _is_free(ground, goal)):
            continue
        room = 3.0 * people.radius_m
        if any(_away(*start, (*other, 0.0, 0.0, 0.0)) < room for other in starts):
            continue
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        if dx * dx + dy * dy < 25.0:
            continue
        if len(ways) % _AROUND and not is_clear(ground, start, goal):
            continue
        there = free_way(ground, start, goal)
        way = [(x, y, speed_mps) for x, y in [*there, *reversed(there[1:-1])]]
        starts.append(start)
        begin.append((*start, heading_along(way), people.start_speed_mps, float(len(ways))))
        ways.append(way)
    raise build.refused(
        ("populations", table.name, "count"),
        InputError(
            f"the area has room for {len(ways)} of {table.capacity} only",
            expected="as many as the area has room for",
            fix="lower the count, or widen the area",
        ),
    )


def _is_free(ground: WalkableGrid, place: tuple[float, float]) -> bool:
    cell = ground.cell_at(*place)
    return cell is not None and bool(ground.free[cell])


# ------------------------------------------------------------------- for both


def _spread(
    build: Build,
    table: Table,
    population: Cars | Walkers,
    ways: Sequence[Sequence[WayPoint]],
    room_m: float,
) -> list[Begin]:
    """Places along the routes, roughly even, none of them too near to another."""
    # ghost: allow[dynamic-label] a population's name is fixed with the scenario
    chance = RandomSource(population.layout_seed).child(table.name).child("place")
    lengths = [length_of(way) for way in ways]
    each = ceil(population.count / len(ways))
    found: list[Begin] = []
    for number in range(population.count):
        route, turn = number % len(ways), number // len(ways)
        first = lengths[route] / each * (turn + 0.25 + 0.5 * chance.at(number).uniform())
        for attempt in range(_TRIES):
            station = first + 1.0 * attempt
            station -= int(station / lengths[route]) * lengths[route]
            x, y, yaw = place_on(ways[route], station)
            if all(_away(x, y, other) >= room_m for other in found) and not any(
                _is_near(build, x, y, other, room_m) for other in build.starters
            ):
                found.append((x, y, yaw, population.start_speed_mps, float(route)))
                break
        else:
            raise build.refused(
                ("populations", table.name, "count"),
                InputError(
                    f"there is no room for {population.count} at the start, only for {len(found)}",
                    expected="as many as the routes have room for",
                    fix="lower the count, or add routes",
                ),
            )
    return found


def _is_near(build: Build, x: float, y: float, other: Starter, room_m: float) -> bool:
    """Whether somebody who is there already leaves less room than this."""
    print_of = build.footprints[other.row]
    size = reach(print_of.half_length_m, print_of.half_width_m, print_of.radius_m)
    return _away(x, y, (other.x_m, other.y_m, 0.0, 0.0, 0.0)) < room_m + size


def _away(x: float, y: float, other: Begin) -> float:
    dx, dy = x - other[0], y - other[1]
    return sqrt(dx * dx + dy * dy)


def _begin(build: Build, table: Table, begin: Sequence[Begin], footprint: Footprint) -> None:
    """Note where those are who are there at the start, and what every row is to others."""
    for row in range(table.capacity):
        if row < len(begin):
            name = table.name_of(row)
            path = ("populations", table.name)
            build.begin(name, path, table.first_row + row, begin[row], footprint)
        else:
            build.footprints.append(footprint)


def _slots(population: Cars | Walkers, ways: Sequence[object]) -> int:
    return len(ways) if population.spawner is not None else 1


def _add_spawner(
    build: Build, table: Table, population: Cars | Walkers, ways: Sequence[Sequence[WayPoint]]
) -> None:
    """Let more come at the beginning of each way, and go at its end."""
    spawner = population.spawner
    if spawner is None:
        return
    entries = [
        (way[0][0], way[0][1], heading_along(way), population.start_speed_mps, float(route))
        for route, way in enumerate(ways)
    ]
    graph, name = build.graph, f"{table.name}_spawner"
    component = SpawnerTable(
        entries,
        table.capacity,
        scene=build.rows,
        first_row=table.first_row,
        rate_hz=spawner.rate_hz / len(entries),
        leaving_hz=spawner.leaving_hz,
        clear_m=spawner.clear_m,
        jitter=(
            spawner.jitter_along_m,
            spawner.jitter_across_m,
            spawner.jitter_yaw_deg * DEGREE,
            spawner.jitter_speed_mps,
        ),
    )
    graph.add(name, component, EVERY_STEP)
    graph.connect("Scene.bodies", f"{name}.bodies")
    graph.connect(build.arrivals[table.name], f"{name}.arrived")
    graph.connect(f"{name}.spawns", f"{table.name}.spawns")
    graph.connect(f"{name}.despawn", f"{table.name}.despawn")
    build.despawns.append(table.name)
