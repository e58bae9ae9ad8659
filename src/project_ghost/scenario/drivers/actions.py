"""Actions: cars that are driven from outside, an action at every period, for learning."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from project_ghost.core.dmath import sincos
from project_ghost.engine import AbstractComponent
from project_ghost.models.actions import (
    MANOEUVRES,
    CarTotals,
    CarView,
    ControlAction,
    ManoeuvreAction,
    RoutePlace,
    TrajectoryAction,
    packed_ground,
)
from project_ghost.models.ego_control import RearAxle, TrajectoryTracker
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.controlled import ControlledActor
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.file.ranges import Acceleration, Length, Sight, Speed, Within
from project_ghost.scenario.file.section import (
    CheckContext,
    KeyPath,
    PeriodNs,
    Problem,
    Sampled,
    Section,
)
from project_ghost.scenario.paths import Path, straight_on
from project_ghost.scenario.vehicles import CAR_ACTUATORS

from ._abstract import AbstractCarDriver, Fleet
from ._stops import stops_on

__all__ = ["ActionsDriver", "View"]

# How far the way ahead goes that a car without a route is given.
_AHEAD_M = 2000.0
# The bounds of a trajectory's states: no car is faster.
_SPEED_MAX_MPS = 60.0


class View(Section):
    """What the car sees."""

    neighbours: Annotated[int, Within(0, 64)] = Field(
        default=8, description="how many other actors, the nearest first"
    )
    sight_m: Sight = Field(default=100.0, description="up to which distance")
    points: Annotated[int, Within(0, 200)] = Field(
        default=8, description="how many points of its route ahead"
    )
    spacing_m: Length = Field(default=5.0, description="distance of these points")


class ActionsDriver(AbstractCarDriver):
    """Actions from outside: an agent that learns, or a recording of what it did."""

    shares_table: ClassVar[bool] = False
    is_external: ClassVar[bool] = True

    kind: Literal["actions"]
    action: Literal["control", "manoeuvre", "trajectory"] = Field(
        default="control",
        description="what an action is: acceleration and steering; one of five manoeuvres; or the "
        "states to drive through",
    )
    period: PeriodNs = Field(default=200_000_000, description="time between two actions")
    view: View = Field(default=View(), description="what the car sees")
    acceleration_mps2: Acceleration = Field(default=3.0, description="largest acceleration")
    braking_mps2: Acceleration = Field(default=8.0, description="largest braking")
    steering_rad: Annotated[float, Within(0.01, 1.0, "rad")] = Field(
        default=0.5, description="largest steering angle"
    )
    lane_m: Length = Field(default=3.5, description="manoeuvre: the distance of two lanes")
    lanes: Annotated[int, Within(0, 20)] = Field(
        default=3, description="manoeuvre: how many lanes it may go beside its route"
    )
    speed_step_mps: Speed = Field(default=5.0, description="manoeuvre: faster and slower by this")
    states: Annotated[int, Within(1, 100)] = Field(
        default=6, description="trajectory: the number of states"
    )
    spacing: PeriodNs = Field(default=500_000_000, description="trajectory: time between states")
    arrival_m: Length = Field(
        default=2.0, description="it has arrived this far before the end of its route"
    )
    file: str | None = Field(
        default=None, description="recorded actions, a CSV file beside the scenario"
    )

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a period that is not whole steps."""
        yield from super().problems(context, keys)
        yield from context.step_problems((*keys, "period"), self.period)

    def bounds(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The least and the greatest numbers of an action."""
        if self.action == "control":
            return (-1.0, -1.0), (1.0, 1.0)
        if self.action == "manoeuvre":
            return (0.0,), (len(MANOEUVRES) - 1.0,)
        high: list[float] = []
        for state in range(self.states):
            far_m = _SPEED_MAX_MPS * 1e-9 * self.spacing * (state + 1)
            high += (far_m, far_m)
        return tuple(-each for each in high), tuple(high)

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add what the car sees, what it has done, and what turns its actions into commands."""
        graph, table = draft.graph, fleet.table
        (actor,) = table.names
        keys, row = table.keys("driver"), table.first_row
        path, is_loop = self._path(draft, fleet), bool(fleet.loops[0])
        place, totals, view = f"{actor}/place", f"{actor}/totals", f"{actor}/view"
        scene: dict[str, Any] = {"rows": draft.rows, "row": row}
        lines = _stops(draft, path)
        draft.add(keys, place, RoutePlace(path.points, closed=is_loop, **scene), EVERY_STEP)
        draft.add(keys, totals, self._totals(draft, fleet, scene | lines, is_loop), EVERY_STEP)
        seen = CarView(
            path.points,
            closed=is_loop,
            **scene,
            **lines,
            **self.view.model_dump(),
        )
        draft.add(keys, view, seen, self._group(draft))
        for name in (place, totals, view):
            graph.connect("Scene.bodies", f"{name}.bodies")
        for name in (totals, view):
            graph.connect(f"{table.name}.motion", f"{name}.motion")
            graph.connect(f"{place}.place", f"{name}.place")
            if draft.lights:
                graph.connect("Lights.colour", f"{name}.lights")
        draft.wire(keys, "Contacts.touching", f"{totals}.touching")
        low, high = self.bounds()
        draft.controlled[actor] = ControlledActor(
            actor,
            len(draft.controlled),
            row,
            self,
            keys,
            low,
            high,
            f"{view}.seen",
            f"{totals}.totals",
            seen.shape_of("seen")[0],
        )
        command = self._add_command(draft, fleet, path, is_loop)
        draft.commands.append(
            Commands(
                table.name,
                command,
                f"{table.name}.command",
                table.names,
                CAR_ACTUATORS,
                COMMAND_FIELDS,
            )
        )

    def _group(self, draft: GraphDraft) -> str:
        return draft.group_of(Sampled(period=self.period))

    def _path(self, draft: GraphDraft, fleet: Fleet) -> Path:
        """The route; where there is none the lanes ahead, or a straight line."""
        if fleet.paths[0].points:
            return fleet.paths[0]
        x_m, y_m, yaw_rad, speed_mps = fleet.starts[0][:4]
        speed_mps = max(speed_mps, 1.0)
        if draft.road_map is not None:
            found = straight_on(draft.road_map, (x_m, y_m, yaw_rad), speed_mps, _AHEAD_M)
            if found is not None:
                return found
        sine, cosine = sincos(yaw_rad)
        end = (x_m + _AHEAD_M * cosine, y_m + _AHEAD_M * sine, speed_mps)
        return Path([(x_m, y_m, speed_mps), end])

    def _totals(
        self,
        draft: GraphDraft,
        fleet: Fleet,
        scene: Mapping[str, Any],
        is_loop: bool,  # noqa: FBT001
    ) -> AbstractComponent:
        pieces: list[Sequence[Sequence[float]]] = []
        if draft.road_map is not None:
            for lane in draft.road_map.lanes:
                pieces += lane.pieces if lane.is_paved else ()
            pieces += [area.outline for area in draft.road_map.areas if area.kind == "parking"]
        return CarTotals(
            **scene,
            **packed_ground(pieces),
            half_length_m=0.5 * fleet.chassis.length_m,
            half_width_m=0.5 * fleet.chassis.width_m,
            arrival_m=self.arrival_m,
            is_loop=float(is_loop),
        )

    def _add_command(self, draft: GraphDraft, fleet: Fleet, path: Path, is_loop: bool) -> str:  # noqa: FBT001
        """Add what turns actions into commands; returns the signal of the commands."""
        table, keys = fleet.table, fleet.table.keys("driver")
        (actor,) = table.names
        action = f"{actor}/action"
        own = draft.controlled[actor]
        known = [getattr(each, "driver", None) for each in draft.spec.actors.values()]
        drivers = [driver for driver in known if isinstance(driver, ActionsDriver)]
        width = max(len(driver.bounds()[0]) for driver in drivers)
        common = {"car": float(own.index), "cars": len(drivers), "width": width}
        limits = {
            "acceleration_max": self.acceleration_mps2,
            "braking_max": self.braking_mps2,
            "steering_max_rad": self.steering_rad,
        }
        if self.action == "control":
            draft.add(keys, action, ControlAction(**common, **limits), self._group(draft))
            return f"{action}.command"
        axles = fleet.chassis.for_driver()
        if self.action == "manoeuvre":
            carried_out = ManoeuvreAction(
                path.points,
                draft.rows,
                table.first_row,
                closed=is_loop,
                every=float(self.period // draft.spec.step),
                lane_m=self.lane_m,
                lanes_max=float(self.lanes),
                speed_step_mps=self.speed_step_mps,
                **axles,
                **common,
                **limits,
            )
            draft.add(keys, action, carried_out, EVERY_STEP)
            draft.graph.connect("Scene.bodies", f"{action}.bodies")
            draft.graph.connect(f"{table.name}.motion", f"{action}.motion")
            draft.graph.connect(f"{actor}/place.place", f"{action}.place")
            return f"{action}.command"
        ego, tracker = f"{actor}/ego", f"{actor}/tracker"
        plan = TrajectoryAction(many=float(self.states), spacing_ns=float(self.spacing), **common)
        draft.add(keys, ego, RearAxle(rear_axle_m=axles["rear_axle_m"]), EVERY_STEP)
        draft.add(keys, action, plan, self._group(draft))
        law = {"wheelbase_m": axles["wheelbase_m"], "steering_max_rad": self.steering_rad}
        draft.add(keys, tracker, TrajectoryTracker(**law), self._group(draft))
        draft.graph.connect(f"{table.name}.bodies", f"{ego}.bodies")
        draft.graph.connect(f"{table.name}.motion", f"{ego}.motion")
        draft.graph.connect(f"{ego}.ego", f"{action}.ego")
        draft.graph.connect(f"{ego}.ego", f"{tracker}.ego")
        for signal in ("plan", "count"):
            draft.graph.connect(f"{action}.{signal}", f"{tracker}.{signal}")
        return f"{tracker}.command"


def _stops(draft: GraphDraft, path: Path) -> dict[str, Any]:
    """The stop lines with lights on a path, and the number of lights."""
    if not draft.lights:
        return {}
    assert draft.road_map is not None, "lights are those of a map"
    stops = [(at, float(light)) for at, light in stops_on(draft.road_map, draft.lights, path)]
    return {"light_count": len(draft.lights), "stops": stops}
