"""Assemble a scenario: make the graph of its components."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.world.maps import Outline, RoadMap

from .components import add_components
from .controlled import ControlledActor, add_actions
from .draft import EVERY_STEP, RECORDING, Footprint, GraphDraft, StateChannel
from .events import add_arrivals, add_commands, add_monitor, add_poses, add_spawn_events
from .faults import add_faults
from .file._load import ScenarioFile
from .file._resolved import resolved
from .paths import PathPoint
from .planned import PlannedActor
from .recording import add_recorded
from .spec import ScenarioSpec
from .surroundings import (
    MapFile,
    add_contacts,
    add_lights,
    add_scene,
    add_weather,
    connect_tables,
    map_file,
    obstacles_of,
    require_room,
)
from .tables import SceneObject, Table, lay_out_tables

__all__ = ["Assembly", "assemble"]


@final
@dataclass(frozen=True)
class Assembly:
    """The graph of a scenario, and the meaning of its numbers."""

    spec: ScenarioSpec
    graph: Graph
    tables: tuple[Table, ...]
    road_map: RoadMap | None
    map_file: MapFile | None  # None for a built-in map
    obstacles: Mapping[str, Outline]
    # By actor.
    paths: Mapping[str, Sequence[PathPoint]]
    lights: tuple[str, ...]
    # By channel: those with the state of an actor, true or believed.
    states: Mapping[str, StateChannel]
    # By row of the scene.
    footprints: tuple[Footprint, ...]
    # By actor: those that a planner drives.
    planners: Mapping[str, PlannedActor]
    # By actor: those that actions from outside drive.
    controlled: Mapping[str, ControlledActor]
    # By name: the files that the scenario names, without built-in ones.
    files: Mapping[str, bytes]

    @property
    def rows(self) -> int:
        """The number of rows of the scene."""
        return len(self.footprints)

    @cached_property
    def objects(self) -> tuple[SceneObject, ...]:
        """What each row of the scene stands for."""
        return tuple(
            SceneObject(
                kind,
                2.0 * max(footprint.half_length_m, footprint.radius_m),
                2.0 * max(footprint.half_width_m, footprint.radius_m),
                table.name_of(place),
                table.replays,
            )
            for table in self.tables
            for place, (kind, footprint) in enumerate(
                zip(table.kinds, self.footprints[table.first_row :], strict=False)
            )
        )

    @property
    def has_own_code(self) -> bool:
        """Whether some components are of classes from elsewhere."""
        package = __name__.partition(".")[0]
        classes = {type(component) for component in self.graph.components.values()}
        return any(cls.__module__.partition(".")[0] != package for cls in classes)

    @property
    def actors(self) -> tuple[str, ...]:
        """The names of the actors that the scenario names, in the order of the scene."""
        return tuple(name for table in self.tables for name in table.names)

    def table_of(self, actor: str) -> Table:
        """The table that an actor belongs to."""
        return next(table for table in self.tables if table.has(actor))

    def footprint_of(self, actor: str) -> Footprint:
        """The footprint of an actor; the actors of a population are all alike."""
        table = self.table_of(actor)
        known = table.names or table.recorded_names
        place = known.index(actor) if known else 0
        return self.footprints[table.first_row + place]


def assemble(file: ScenarioFile) -> Assembly:
    """Make the graph of a scenario; each mistake names its place in the file."""
    given = file.spec
    file = replace(file, spec=resolved(given))
    spec = file.spec
    source = map_file(file)
    road_map = None if source is None else source.read()
    graph = Graph(spec.step)
    graph.group(EVERY_STEP, period=spec.step)
    graph.group(RECORDING, period=spec.recording.pose)
    draft = GraphDraft(
        file, graph, lay_out_tables(file, road_map), road_map, obstacles_of(file, road_map)
    )
    _require_actors(draft)
    add_scene(draft)
    add_lights(draft)
    for table in draft.tables:
        _add_table(draft, table)
    require_room(draft)
    connect_tables(draft)
    add_contacts(draft)
    add_actions(draft)
    add_weather(draft)
    for name, actor in spec.actors.items():
        actor.add_sensors(draft, name)
    for name, actor in spec.actors.items():
        actor.add_estimators(draft, name)
    add_components(draft)
    draft.connect_wires()
    add_faults(draft)
    add_arrivals(draft)
    add_spawn_events(draft)
    add_monitor(draft)
    add_poses(draft)
    add_commands(draft)
    add_recorded(draft)
    own_map = {} if source is None or source.is_builtin else {source.name: source.data}
    return Assembly(
        given,
        graph,
        draft.tables,
        road_map,
        None if source is None or source.is_builtin else source,
        {name: obstacle.outline for name, obstacle in draft.obstacles.items()},
        draft.paths,
        draft.lights,
        draft.states,
        tuple(draft.footprints),
        draft.planners,
        draft.controlled,
        {**own_map, **draft.files},
    )


def _add_table(draft: GraphDraft, table: Table) -> None:
    if table.population is not None:
        table.population.add(draft, table)
    else:
        first = next(iter(table.actors.values()))
        first.add_table(draft, table)


def _require_actors(draft: GraphDraft) -> None:
    if not draft.tables:
        raise draft.refused(
            ("actors",),
            InputError(
                "the scenario has no actors",
                expected="at least one actor, or a population",
                fix="add `actors:` with an actor",
            ),
        )
