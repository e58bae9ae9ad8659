"""Drivers who keep their distance and obey lights."""

from collections.abc import Sequence

from project_ghost.core.errors import InputError
from project_ghost.models.traffic import IdmDrivers
from project_ghost.scenario.spec import Car, Cars, IDMDriver

from ._build import Build
from ._chassis import Chassis
from ._tables import Table
from ._way import Way, nearest_on

__all__ = ["idm_drivers", "lengths_of"]

# As near as this a yield line is on a way: about half a lane.
_ON_THE_WAY_M = 2.0

_NAMES = {"accel_mps2": "acceleration", "brake_mps2": "braking"}


def idm_drivers(
    build: Build,
    table: Table,
    driver: IDMDriver,
    chassis: Chassis,
    ways: Sequence[Way],
    loops: Sequence[bool],
) -> IdmDrivers:
    """The drivers of a table, who stop where their ways meet stop lines and yield lines."""
    given = driver.model_dump(
        exclude={"kind", "yields", "plan_speeds", "at_end"}, exclude_none=True
    )
    values = {_NAMES.get(key, key): value for key, value in given.items()}
    is_taken_away = table.population is not None and table.population.spawner is not None
    if driver.at_end == "stop" or (driver.at_end is None and not is_taken_away):
        values["stopping"] = 1.0
    if build.lights:
        name = f"{table.name}_driver"
        build.light_readers.append(name)
        values["light_count"] = len(build.lights)
        values["stops"] = [
            (route, station, light)
            for route, way in enumerate(ways)
            for station, light in _stops(build, way)
        ]
    if driver.yields:
        values["yields"] = _yields(build, table, driver, ways)
    return IdmDrivers(
        [way.points for way in ways],
        table.capacity,
        closed=loops,
        scene=build.rows,
        first_row=table.first_row,
        body_length_m=lengths_of(build),
        **chassis.for_driver(),
        **values,
    )


def _stops(build: Build, way: Way) -> list[tuple[float, int]]:
    """Where on a way there is a stop line with a light, and the number of that light."""
    assert build.road_map is not None, "lights are those of a map"
    found = []
    for stretch in way.stretches:
        for line in build.road_map.stop_lines:
            is_on = line.lane == stretch.lane and stretch.start_m <= line.at_m <= stretch.end_m
            if is_on and line.light in build.lights:
                station = stretch.station_m + line.at_m - stretch.start_m
                found.append((station, build.lights.index(line.light)))
    return found


def _yields(
    build: Build, table: Table, driver: IDMDriver, ways: Sequence[Way]
) -> list[tuple[float, ...]]:
    """The yield lines on each way; a line that is on none is refused."""
    found: list[tuple[float, ...]] = []
    for number, line in enumerate(driver.yields):
        near = [(route, *nearest_on(way.points, line.line_m)) for route, way in enumerate(ways)]
        on = [(route, station) for route, station, away in near if away <= _ON_THE_WAY_M]
        if not on:
            owner = ("actors", table.names[0]) if table.names else ("populations", table.name)
            raise build.refused(
                (*owner, "driver", "yields", number, "line_m"),
                InputError(
                    f"the line is {min(away for *_, away in near):.3g} m away from every way",
                    expected=f"a place on the way of who is to wait, within {_ON_THE_WAY_M:g} m",
                    fix="move the line onto a route",
                ),
            )
        found += [(float(r), s, *line.clear_m, line.radius_m) for r, s in on]
    return found


def lengths_of(build: Build) -> list[float]:
    """The length of every row of the scene, as others have to know who keep away from it."""
    lengths: list[float] = []
    for table in build.tables:
        one = table.population
        for i in range(table.capacity):
            who = one if one is not None else build.spec.actors[table.names[i]]
            lengths.append(who.size.length_m if isinstance(who, Car | Cars) else 2.0 * who.radius_m)
    return lengths
