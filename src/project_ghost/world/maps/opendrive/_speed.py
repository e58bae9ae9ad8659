"""Speed limits along a road, in metres per second."""

from bisect import bisect_right
from typing import NamedTuple

from project_ghost.world.maps._xml import Element

__all__ = ["SpeedStep", "limit_steps", "read_lane_speeds", "read_road_speeds"]

# A mile is 1609.344 m by definition.
_MPS = {"m/s": 1.0, "km/h": 1.0 / 3.6, "mph": 0.44704}


class SpeedStep(NamedTuple):
    """The limit from a station on; None if there is no limit or none is known."""

    start_m: float
    limit_mps: float | None


def read_road_speeds(road: Element) -> tuple[SpeedStep, ...]:
    """The limits of a road's types; a type without a limit ends the previous one."""
    steps = []
    for kind in road.children("type"):
        speed = kind.child("speed")
        steps.append(SpeedStep(kind.number("s", 0.0), None if speed is None else _limit(speed)))
    return tuple(sorted(steps, key=lambda step: step.start_m))


def read_lane_speeds(lane: Element, start_m: float) -> tuple[SpeedStep, ...]:
    """The limits of one lane, which override the road's."""
    steps = [
        SpeedStep(start_m + speed.number("sOffset", 0.0), _limit(speed))
        for speed in lane.children("speed")
    ]
    return tuple(sorted(steps, key=lambda step: step.start_m))


def _limit(speed: Element) -> float | None:
    unit = speed.get("unit", "m/s") or "m/s"
    if speed.get("max") in ("no limit", "undefined"):
        return None
    if unit not in _MPS:
        raise speed.refused(f"unit is {unit!r}", "m/s, km/h or mph")
    value = speed.number("max")
    # Divide by 3.6, so that 50 km/h is the double nearest to 50 / 3.6.
    limit = value / 3.6 if unit == "km/h" else value * _MPS[unit]
    return limit if limit > 0.0 else None


def limit_steps(
    road: tuple[SpeedStep, ...], lane: tuple[SpeedStep, ...], start_m: float, end_m: float
) -> list[SpeedStep]:
    """The limits from `start_m` to `end_m`; the first one begins at `start_m`."""
    starts = sorted(
        {start_m}.union(step.start_m for step in (*road, *lane) if start_m < step.start_m < end_m)
    )
    steps: list[SpeedStep] = []
    for start in starts:
        limit = _last(lane, start)
        if limit is None:
            limit = _last(road, start)
        if not steps or limit != steps[-1].limit_mps:
            steps.append(SpeedStep(start, limit))
    return steps


def _last(steps: tuple[SpeedStep, ...], station_m: float) -> float | None:
    index = bisect_right(steps, station_m, key=_start_m)
    return steps[index - 1].limit_mps if index else None


def _start_m(step: SpeedStep) -> float:
    return step.start_m
