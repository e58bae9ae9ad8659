"""Planning problems: where the ego begins, and what it is to reach."""

from dataclasses import dataclass
from typing import final

from pydantic import ValidationError

from project_ghost.scenario.drivers.planner import GoalState
from project_ghost.world.maps import RoadMap
from project_ghost.world.maps.commonroad import (
    CommonRoadDocument,
    Element,
    reference,
    shape_outlines,
)

from ._states import read_state
from ._values import interval, time_window_ns

__all__ = ["PlanningProblem", "read_problems"]


@final
@dataclass(frozen=True)
class PlanningProblem:
    """The initial state of the ego, and its goals, one of which is enough.

    `start_ns` is the time of the file at which the problem begins; times of goals are from there.
    """

    id: str
    x_m: float
    y_m: float
    yaw_rad: float
    speed_mps: float
    yaw_rate_rps: float
    goal: tuple[GoalState, ...]
    start_ns: int = 0


def read_problems(document: CommonRoadDocument, road_map: RoadMap) -> tuple[PlanningProblem, ...]:
    """The planning problems in file order."""
    problems: dict[str, PlanningProblem] = {}
    for element in document.root.children("planningProblem"):
        name = element.required("id").strip()
        if name in problems:
            raise element.refused(f"there is a second planning problem {name!r}", "each id once")
        initial = element.required_child("initialState")
        start = read_state(document, initial)
        if start.yaw_rad is None or start.speed_mps is None:
            raise initial.refused(
                "the initial state has no orientation or no velocity", "both, as exact values"
            )
        goals = tuple(
            _goal(document, each, road_map, start.time_ns) for each in element.children("goalState")
        )
        if not goals:
            raise element.refused("the planning problem has no goal", "at least one <goalState>")
        problems[name] = PlanningProblem(
            name,
            start.x_m,
            start.y_m,
            start.yaw_rad,
            start.speed_mps,
            start.yaw_rate_rps,
            goals,
            start.time_ns,
        )
    return tuple(problems.values())


def _goal(
    document: CommonRoadDocument, element: Element, road_map: RoadMap, start_ns: int
) -> GoalState:
    time, position = element.child("time"), element.child("position")
    window = None
    if time is not None:
        begin_ns, end_ns = time_window_ns(document, time)
        window = max(0, begin_ns - start_ns), end_ns - start_ns
        if window[1] < 0:
            raise time.refused("the goal's time is before the initial state", "a time after it")
    lanes = [] if position is None else list(position.children("lanelet"))
    for each in lanes:
        if reference(each) not in road_map.lane_by_id:
            raise each.refused(
                f"the goal names the lanelet {reference(each)[:80]!r}", "a lanelet of this file"
            )
    if position is not None:
        for extra in position.children("point"):
            raise extra.refused("the goal is a point", "an area: a shape or lanelets")

    def limits(tag: str) -> tuple[float, float] | None:
        found = element.child(tag)
        return None if found is None else interval(found)

    try:
        return GoalState(
            time=window,
            region=() if position is None else shape_outlines(position),
            lanes=tuple(reference(each) for each in lanes),
            yaw_rad=limits("orientation"),
            speed_mps=limits("velocity"),
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise element.refused(
            f"the goal's {first['loc'][0]} has the value {str(first['input'])[:80]}",
            "a value within the range of that key, as docs/scenario-keys.md has it",
        ) from None
