"""The intelligent driver model."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models.traffic import IdmDrivers
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import (
    Acceleration,
    BodySize,
    Factor,
    Length,
    Point,
    Sight,
    Time,
)
from project_ghost.scenario.file.section import CheckContext, KeyPath, Section
from project_ghost.scenario.paths import Path, nearest_on

from ._abstract import AbstractTableDriver, Fleet
from ._stops import stops_on

__all__ = ["IDMDriver", "YieldLine"]

# The largest distance from a yield line to the path that it is on: about half a lane.
_ON_PATH_M = 2.0

# The parameters of the component for keys that are called differently.
_PARAMETERS = {"accel_mps2": "acceleration", "brake_mps2": "braking"}


class YieldLine(Section):
    """A line at which cars wait while an actor of another route is in a circle."""

    line_m: Point = Field(description="[x, y] of the line, on the path of those that wait")
    clear_m: Point = Field(description="[x, y] of the centre of the circle that must be clear")
    radius_m: Length = Field(default=10.0, description="radius of that circle")


class IDMDriver(AbstractTableDriver):
    """The intelligent driver model: keeps a gap, stops at red lights, follows its route."""

    kind: Literal["idm"]
    headway_s: Time = Field(
        default=default_of(IdmDrivers, "headway_s"), description="gap in time to the car ahead"
    )
    gap_min_m: Length = Field(
        default=default_of(IdmDrivers, "gap_min_m"), description="gap at rest"
    )
    accel_mps2: Acceleration = Field(
        default=default_of(IdmDrivers, "acceleration"), description="acceleration"
    )
    brake_mps2: Acceleration = Field(
        default=default_of(IdmDrivers, "braking"), description="comfortable braking"
    )
    sight_m: Sight = Field(
        default=default_of(IdmDrivers, "sight_m"), description="distance up to which it sees others"
    )
    corridor_m: BodySize = Field(
        default=default_of(IdmDrivers, "corridor_m"),
        description="half the width of the corridor in which it sees others",
    )
    variation: Factor = Field(
        default=default_of(IdmDrivers, "variation"),
        description="variation of speed and headway between drivers; drawn from the run's seed",
    )
    at_end: Literal["stop", "go_on"] | None = Field(
        default=None,
        description="at the end of its route; default: stop, unless a spawner removes it there",
    )
    yields: tuple[YieldLine, ...] = Field(default=(), description="lines at which it gives way")

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:
        """Stop at the end of the route, unless a spawner removes the car there."""
        name = str(keys[1])
        is_removed = keys[0] == "populations" and context.spec.populations[name].has_spawner
        return {"at_end": "go_on" if is_removed else "stop"}

    def make(self, draft: GraphDraft, fleet: Fleet) -> AbstractComponent:
        """The drivers of a table, with the stop lines and yield lines on their paths."""
        table, paths = fleet.table, fleet.paths
        given = self.model_dump(exclude={"kind", "yields", "plan_speeds", "at_end"})
        values: dict[str, Any] = {_PARAMETERS.get(key, key): v for key, v in given.items()}
        if self.at_end == "stop":
            values["stopping"] = 1.0
        if draft.lights:
            assert draft.road_map is not None, "lights are those of a map"
            values["light_count"] = len(draft.lights)
            values["stops"] = [
                (route, station, light)
                for route, path in enumerate(paths)
                for station, light in stops_on(draft.road_map, draft.lights, path)
            ]
        if self.yields:
            values["yields"] = self._yields(draft, table.keys("driver"), paths)
        return IdmDrivers(
            [path.points for path in paths],
            table.capacity,
            closed=fleet.loops,
            scene=draft.rows,
            first_row=table.first_row,
            body_length_m=draft.lengths_m(),
            **fleet.chassis.for_driver(),
            **values,
        )

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the drivers, and let them see the traffic lights."""
        super().add(draft, fleet)
        if draft.lights:
            draft.graph.connect("Lights.colour", f"{fleet.table.name}/driver.lights")

    def _yields(
        self, draft: GraphDraft, keys: KeyPath, paths: Sequence[Path]
    ) -> list[tuple[float, ...]]:
        """The yield lines of each path; a line that is on no path is refused."""
        rows: list[tuple[float, ...]] = []
        for number, line in enumerate(self.yields):
            near = [(route, *nearest_on(p.points, line.line_m)) for route, p in enumerate(paths)]
            on = [(route, station) for route, station, away in near if away <= _ON_PATH_M]
            if not on:
                nearest_m = min(away for *_, away in near)
                raise draft.refused(
                    (*keys, "yields", number, "line_m"),
                    InputError(
                        f"the line is {nearest_m:.3g} m away from every path",
                        expected=f"a place on a path, within {_ON_PATH_M:g} m",
                        fix="move the line onto a route",
                    ),
                )
            rows += [(float(r), s, *line.clear_m, line.radius_m) for r, s in on]
        return rows
