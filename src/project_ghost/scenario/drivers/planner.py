"""Planners: cars that drive the plans of a Python class."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from project_ghost.engine import AbstractComponent
from project_ghost.models.ego_control import PlannedMotion, PlannerPort, ego_at
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.file.ranges import Point, Within
from project_ghost.scenario.file.section import (
    CheckContext,
    DurationNs,
    KeyPath,
    PeriodNs,
    Problem,
    Sampled,
    Section,
)
from project_ghost.scenario.planned import PlannedActor

from ._abstract import AbstractCarDriver, Fleet

__all__ = ["GoalState", "PlannerDriver"]

# Wide enough for intervals of recorded problems: headings of more than half a turn, reversing.
_Heading = Annotated[float, Within(-7.0, 7.0, "rad")]
_Velocity = Annotated[float, Within(-100.0, 200.0, "m/s")]


class GoalState(Section):
    """A state that the car is to reach; what is left out may be anything."""

    time: tuple[DurationNs, DurationNs] | None = Field(
        default=None, description="[from, to], times of the run"
    )
    region: tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...] = Field(
        default=(), description="polygons; the car's centre is to be in one of them"
    )
    lanes: tuple[str, ...] = Field(
        default=(), description="lanes of the map; the car's centre is to be on one of them"
    )
    yaw_rad: tuple[_Heading, _Heading] | None = Field(
        default=None, description="[from, to], heading from east, anticlockwise"
    )
    speed_mps: tuple[_Velocity, _Velocity] | None = Field(default=None, description="[from, to]")


def _is_option(value: object) -> bool:
    """Whether a value is the same after it was written down and read again."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_option(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(_is_option(each) for each in value)
    return isinstance(value, str | int | float | bool)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    for key, value in given.items():
        if not _is_option(value):
            raise PydanticCustomError(
                "clash",
                f"the option {key} is {value!r}",
                {
                    "key": key,
                    "expected": "a number, a text, true or false, or lists and mappings of them",
                    "fix": "leave the option out, or give it a value",
                },
            )
    return given


class PlannerDriver(AbstractCarDriver):
    """A planner: a Python class that is asked for a plan at every period."""

    shares_table: ClassVar[bool] = False
    is_planner: ClassVar[bool] = True

    kind: Literal["planner"]
    planner: str = Field(
        description="the planner: its short name, package.module:Class, or file.py:Class"
    )
    options: Annotated[dict[str, Any], AfterValidator(_options)] = Field(
        default={}, description="the arguments of its class, by name"
    )
    period: PeriodNs = Field(default=100_000_000, description="time between two plans")
    controller: Literal["perfect"] = Field(
        default="perfect", description="how the car drives a plan: perfect: it is where it says"
    )
    goal: tuple[GoalState, ...] = Field(
        default=(), description="states to reach, one of them is enough; default: the route's end"
    )

    @property
    def moves_cars(self) -> bool:
        """Whether the controller has a model of its own."""
        return True

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a period that is not a whole number of steps."""
        yield from super().problems(context, keys)
        yield from context.step_problems((*keys, "period"), self.period)

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the port of the planner, and the vehicle that drives its plans."""
        graph, table = draft.graph, fleet.table
        (actor,), (start,) = table.names, fleet.starts
        keys, port, group = table.keys("driver"), f"{actor}/planner", self._group(draft)
        draft.add(keys, table.name, self._vehicle(fleet, start), EVERY_STEP)
        draft.add(keys, port, PlannerPort(draft.rows, len(draft.lights)), group)
        graph.connect("Scene.bodies", f"{port}.bodies")
        graph.connect(f"{table.name}.ego", f"{port}.ego")
        if draft.lights:
            graph.connect("Lights.colour", f"{port}.lights")
        for signal in ("plan", "count"):
            graph.connect(f"{port}.{signal}", f"{table.name}.{signal}")
        graph.sample(f"/planners/{actor}", (f"{port}.count", f"{port}.plan"), group)
        axles, size = fleet.chassis.for_driver(), fleet.chassis
        draft.planners[actor] = PlannedActor(
            actor,
            port,
            table.first_row,
            self.period,
            self.planner,
            self.options,
            self.controller,
            self.goal,
            keys,
            size.length_m,
            size.width_m,
            axles["rear_axle_m"],
            axles["wheelbase_m"],
        )

    def _group(self, draft: GraphDraft) -> str:
        return draft.group_of(Sampled(period=self.period))

    def _vehicle(self, fleet: Fleet, start: Any) -> AbstractComponent:  # noqa: ANN401
        x_m, y_m, yaw_rad, speed_mps = start[:4]
        rear_axle_m = fleet.chassis.for_driver()["rear_axle_m"]
        state = ego_at(x_m, y_m, yaw_rad, speed_mps, rear_axle_m)
        return PlannedMotion(rear_axle_m=rear_axle_m, state=state)
