"""A scenario as a graph of components."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import final

from project_ghost.engine import Graph
from project_ghost.world.maps import RoadMap, read_map

from .._load import ScenarioFile
from ..spec import Car, Pedestrian, ScenarioSpec
from ._build import EVERY_STEP, RECORDING, Build, Outline
from ._cars import add_cars
from ._map import builtin_maps, map_path, obstacles_of
from ._scene import add_contacts, add_end, add_events, add_poses, add_scene, connect_tables
from ._starts import require_room
from ._tables import Table, lay_out_tables
from ._walkers import add_walkers
from ._way import WayPoint

__all__ = ["Assembly", "assemble"]


@final
@dataclass(frozen=True)
class Assembly:
    """A scenario ready for an engine, and what its numbers mean."""

    spec: ScenarioSpec
    graph: Graph
    tables: tuple[Table, ...]
    road_map: RoadMap | None
    map_file: Path | None  # where the map is not one of the package
    obstacles: Mapping[str, Outline]
    ways: Mapping[str, Sequence[WayPoint]]

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
    map_file = map_path(file)
    road_map = None if map_file is None else read_map(map_file)
    graph = Graph(spec.step)
    graph.group(EVERY_STEP, period=spec.step)
    graph.group(RECORDING, period=spec.recording.pose)
    build = Build(file, graph, lay_out_tables(spec), road_map)
    build.obstacles.update(obstacles_of(spec, road_map))
    add_scene(build)
    for table in build.tables:
        _add_table(build, table)
    require_room(build)
    connect_tables(build)
    add_contacts(build)
    add_events(build)
    add_end(build)
    add_poses(build)
    return Assembly(
        spec,
        graph,
        build.tables,
        road_map,
        None if map_file in builtin_maps().values() else map_file,
        build.obstacles,
        build.ways,
    )


def _add_table(build: Build, table: Table) -> None:
    actor = build.spec.actors.get(table.names[0]) if table.names else None
    if isinstance(actor, Car):
        add_cars(build, table)
    elif isinstance(actor, Pedestrian):
        add_walkers(build, table)
