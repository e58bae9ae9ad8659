"""A scenario as a graph of components."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.scenario.file._load import ScenarioFile
from project_ghost.scenario.spec import Car, Pedestrian, ScenarioSpec
from project_ghost.world.maps import RoadMap, read_map

from ._build import EVERY_STEP, RECORDING, Build, Footprint, Outline, StateChannel
from ._cars import add_cars
from ._crowds import add_population
from ._estimators import add_estimators
from ._faults import add_faults
from ._flying import add_quadrotor
from ._lights import add_lights, connect_lights
from ._map import MapFile, map_file, obstacles_of, tops_of
from ._scene import (
    add_contacts,
    add_end,
    add_events,
    add_poses,
    add_recorded,
    add_scene,
    connect_tables,
)
from ._sensors import add_sensors
from ._starts import require_room
from ._tables import Table, lay_out_tables
from ._walkers import add_walkers
from ._way import WayPoint
from ._weather import add_weather

__all__ = ["Assembly", "assemble"]


@final
@dataclass(frozen=True)
class Assembly:
    """A scenario ready for an engine, and what its numbers mean."""

    spec: ScenarioSpec
    graph: Graph
    tables: tuple[Table, ...]
    road_map: RoadMap | None
    map_file: MapFile | None  # where the map is not one of the package
    obstacles: Mapping[str, Outline]
    ways: Mapping[str, Sequence[WayPoint]]
    lights: tuple[str, ...]
    # Channels that hold the state of a vehicle, true or believed.
    states: Mapping[str, StateChannel]
    footprints: tuple[Footprint, ...]

    @property
    def rows(self) -> int:
        """How many rows the scene has."""
        return sum(table.capacity for table in self.tables)

    def name_of(self, row: int, serial: int) -> str:
        """What people call an actor, by its row in the scene and its serial."""
        table = next(table for table in self.tables if row in table.rows)
        return table.name_of(serial)

    def contact_names(self, record: Mapping[str, float]) -> tuple[str, str]:
        """Whom a message on /contacts is about; scenery has a negative number."""
        first = self.name_of(int(record["first"]), int(record["first_serial"]))
        second = int(record["second"])
        if second < 0:
            return first, [*self.obstacles][-1 - second]
        return first, self.name_of(second, int(record["second_serial"]))


def assemble(file: ScenarioFile) -> Assembly:
    """Build the graph of a scenario; each mistake names its place in the file."""
    spec = file.spec
    source = map_file(file)
    road_map = None if source is None else read_map(source.path, source.data)
    graph = Graph(spec.step)
    graph.group(EVERY_STEP, period=spec.step)
    graph.group(RECORDING, period=spec.recording.pose)
    build = Build(file, graph, lay_out_tables(spec), road_map)
    build.obstacles.update(obstacles_of(file, road_map))
    build.tops.update(tops_of(file, road_map))
    _require_somebody(build)
    add_scene(build)
    add_lights(build)
    for table in build.tables:
        _add_table(build, table)
    require_room(build)
    connect_tables(build)
    connect_lights(build)
    add_contacts(build)
    add_weather(build)
    add_sensors(build)
    add_estimators(build)
    add_faults(build)
    add_events(build)
    add_end(build)
    add_poses(build)
    add_recorded(build)
    return Assembly(
        spec,
        graph,
        build.tables,
        road_map,
        None if source is None or source.is_builtin else source,
        build.obstacles,
        build.ways,
        build.lights,
        build.states,
        tuple(build.footprints),
    )


def _add_table(build: Build, table: Table) -> None:
    if table.population is not None:
        add_population(build, table)
        return
    actor = build.spec.actors[table.names[0]]
    if isinstance(actor, Car):
        add_cars(build, table)
    elif isinstance(actor, Pedestrian):
        add_walkers(build, table)
    else:
        add_quadrotor(build, table)


def _require_somebody(build: Build) -> None:
    if not build.tables:
        raise build.refused(
            ("actors",),
            InputError(
                "nobody takes part",
                expected="at least one actor, or a population",
                fix="add `actors:` with somebody in it",
            ),
        )
