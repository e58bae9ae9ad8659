"""Actors that appear and disappear during a run."""

from collections.abc import Sequence

from pydantic import Field

from project_ghost.models.traffic import Spawner as SpawnerComponent
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.file.ranges import (
    RAD_PER_DEGREE,
    ArrivalRate,
    Capacity,
    Distance,
    LeavingRate,
    Length,
    Speed,
    Turn,
)
from project_ghost.scenario.file.section import Section
from project_ghost.scenario.paths import PathPoint, initial_heading
from project_ghost.scenario.tables import Table

__all__ = ["Spawner"]


class Spawner(Section):
    """Actors that appear at the start of a route and disappear at its end."""

    rate_hz: ArrivalRate = Field(description="mean number of new actors a second, in all")
    capacity: Capacity = Field(description="largest number of actors at once")
    leaving_hz: LeavingRate = Field(
        default=0.0, description="mean rate at which each actor disappears on its way"
    )
    clear_m: Length = Field(default=8.0, description="room that an entry must have")
    jitter_along_m: Distance = Field(
        default=0.0, description="largest distance from the entry, along the route"
    )
    jitter_across_m: Distance = Field(
        default=0.0, description="largest distance from the entry, across the route"
    )
    jitter_yaw_deg: Turn = Field(
        default=0.0, description="largest angle from the route's direction"
    )
    jitter_speed_mps: Speed = Field(
        default=0.0, description="largest difference from the start speed"
    )

    def add(
        self,
        draft: GraphDraft,
        table: Table,
        paths: Sequence[Sequence[PathPoint]],
        speed_mps: float,
    ) -> None:
        """Let actors appear at the start of each path and disappear at its end."""
        entries = [
            (path[0][0], path[0][1], initial_heading(path), speed_mps, float(route))
            for route, path in enumerate(paths)
        ]
        graph, name = draft.graph, f"{table.name}/spawner"
        component = SpawnerComponent(
            entries,
            table.capacity,
            scene=draft.rows,
            first_row=table.first_row,
            rate_hz=self.rate_hz / len(entries),
            leaving_hz=self.leaving_hz,
            clear_m=self.clear_m,
            jitter=(
                self.jitter_along_m,
                self.jitter_across_m,
                self.jitter_yaw_deg * RAD_PER_DEGREE,
                self.jitter_speed_mps,
            ),
        )
        graph.add(name, component, EVERY_STEP)
        graph.connect("Scene.bodies", f"{name}.bodies")
        graph.connect(draft.arrivals[table.name], f"{name}.arrived")
        graph.connect(f"{name}.spawns", f"{table.name}.spawns")
        graph.connect(f"{name}.despawn", f"{table.name}.despawn")
        draft.despawns.append(table.name)
