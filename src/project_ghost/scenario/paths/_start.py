"""The start of an actor, as a file has it: a place, or a place on a lane of the map."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.core.dmath import cos, sin
from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import (
    RAD_PER_DEGREE,
    Coordinate,
    Degrees,
    Distance,
    Offset,
    Speed,
)
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Section

from ._path import PathPoint, initial_heading

__all__ = ["Start", "StartPlace", "start_place", "start_pose"]


class Start(Section):
    """The pose and speed at time 0: a place, or a place on a lane of the map.

    Default: at rest at the first waypoint, facing the second.
    """

    x_m: Coordinate | None = Field(default=None, description="east, of the centre")
    y_m: Coordinate | None = Field(default=None, description="north, of the centre")
    lane: str | None = Field(
        default=None, description="a lane, by its name in the map, instead of x_m and y_m"
    )
    at_m: Distance = Field(default=0.0, description="of a lane: the distance from its beginning")
    offset_m: Offset = Field(
        default=0.0, description="of a lane: the distance from its centre line, to the left"
    )
    yaw_deg: Degrees | None = Field(
        default=None,
        description="heading from east, anticlockwise; default: along the lane, or the route",
    )
    speed_mps: Speed = Field(default=0.0, description="forward speed")

    @model_validator(mode="after")
    def _is_one_place(self) -> "Start":
        on_ground = {"x_m": self.x_m, "y_m": self.y_m}
        given = [key for key, value in on_ground.items() if value is not None]
        of_lane = [key for key in ("at_m", "offset_m") if getattr(self, key)]
        if self.lane is not None and given:
            raise _clash(given[0], "the start has both a lane and a place", "keep one of the two")
        if self.lane is None and of_lane:
            fix = "add `lane: ...`, or remove it"
            raise _clash(of_lane[0], f"{of_lane[0]} is given without a lane", fix)
        if self.lane is None and len(given) != len(on_ground):
            missing = next(key for key in on_ground if key not in given)
            fix = f"add `{missing}: ...`" if given else "write `{x_m: ..., y_m: ...}`"
            raise _clash("", f"the key {missing!r} is missing", fix)
        return self

    @property
    def place(self) -> tuple[float, float] | None:
        """x and y; None for a lane, whose place is known with the map."""
        return None if self.x_m is None or self.y_m is None else (self.x_m, self.y_m)

    @property
    def has_heading(self) -> bool:
        """Whether its heading is known without a route."""
        return self.yaw_deg is not None or self.lane is not None

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a lane without a map."""
        yield from super().problems(context, keys)
        if self.lane is not None and context.spec.map is None:
            yield (
                (*keys, "lane"),
                InputError(
                    "the start is on a lane, and the scenario has no map",
                    expected="a map with lanes",
                    fix="add a line `map: ...`, or write x_m and y_m",
                ),
            )


def _clash(key: str, what: str, fix: str) -> PydanticCustomError:
    expected = "either x_m and y_m, or a lane"
    return PydanticCustomError("clash", what, {"key": key, "expected": expected, "fix": fix})


class StartPlace(NamedTuple):
    """A start on the ground; the heading is None where it is that of the route."""

    x_m: float
    y_m: float
    yaw_rad: float | None
    speed_mps: float
    lane: str = ""
    at_m: float = 0.0


def start_place(draft: GraphDraft, keys: KeyPath, start: Start | None) -> StartPlace | None:
    """The place of a start, by the map where it is on a lane; `keys` lead to the start."""
    if start is None:
        return None
    yaw_rad = None if start.yaw_deg is None else start.yaw_deg * RAD_PER_DEGREE
    if start.place is not None:
        return StartPlace(*start.place, yaw_rad, start.speed_mps)
    assert start.lane is not None, "a start has a place or a lane"
    assert draft.road_map is not None, "the rules ask for a map"
    try:
        lane = draft.road_map.lane(start.lane)
    except GhostError as error:
        raise draft.refused((*keys, "lane"), error) from None
    if start.at_m > lane.length_m:
        raise draft.refused(
            (*keys, "at_m"),
            InputError(
                f"at_m is {start.at_m:g} m, beyond the end of lane {lane.id!r}",
                expected=f"from 0 to {lane.length_m:.3f} m, the length of the lane",
                fix="choose a smaller distance, or a lane further on",
            ),
        )
    x, y, _ = lane.point_at(start.at_m)
    along = lane.heading_at(start.at_m)
    x, y = x - start.offset_m * sin(along), y + start.offset_m * cos(along)
    heading = along if yaw_rad is None else yaw_rad
    return StartPlace(x, y, heading, start.speed_mps, lane.id, start.at_m)


def start_pose(
    start: StartPlace | None, points: Sequence[PathPoint]
) -> tuple[float, float, float, float]:
    """x, y, yaw and speed at time 0 of an actor on a path."""
    if start is None:
        return points[0][0], points[0][1], initial_heading(points), 0.0
    yaw = initial_heading(points) if start.yaw_rad is None else start.yaw_rad
    return start.x_m, start.y_m, yaw, start.speed_mps
