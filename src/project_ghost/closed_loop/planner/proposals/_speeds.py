"""How far and how fast each proposal goes: the IDM behind whoever is on its way."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.models.traffic import idm_step

from ._objects import STRIDE, OnLine
from ._track import STANDOFF_M

__all__ = ["Driving", "Way", "advance"]

# A vehicle keeps this much more room at its sides than it is wide, metres.
_BESIDE_M = 0.25


class Driving(NamedTuple):
    """The parameters of the IDM, and the vehicle."""

    gap_min_m: float
    acceleration: float
    braking: float
    hard_braking: float
    jerk: float
    half_length_m: float
    half_width_m: float
    step_s: float


class Way(NamedTuple):
    """A line: the distances of its points, the speed at each, and where lights stop vehicles."""

    progress: Floats
    speeds: Floats
    stops: Floats


def advance(
    start: Floats,
    manners: Floats,
    offsets: Floats,
    way: Way,
    seen: OnLine,
    driving: Driving,
    progress: Floats,
    speeds: Floats,
) -> None:
    """Write progress and speed of each proposal at each step.

    `start` is progress, speed, offset and acceleration now. A manner is a fraction of the speed
    that the line allows and a headway in seconds; a fraction of 0 is to brake hard. The others
    change their acceleration no faster than `jerk`. Objects are given every `STRIDE` steps.
    """
    count, steps = progress.shape
    end = way.progress[way.progress.shape[0] - 1] - STANDOFF_M + driving.half_length_m
    for p in range(count):
        at, speed, acceleration = start[0], start[1], start[3]
        low = min(start[2], offsets[p]) - driving.half_width_m - _BESIDE_M
        high = max(start[2], offsets[p]) + driving.half_width_m + _BESIDE_M
        k = 0
        for t in range(steps):
            progress[p, t] = at
            speeds[p, t] = speed
            if manners[p, 0] <= 0.0:
                at += driving.step_s * speed
                speed = max(0.0, speed - driving.step_s * driving.hard_braking)
                continue
            while k < way.progress.shape[0] - 2 and way.progress[k + 1] <= at:
                k += 1
            front = at + driving.half_length_m
            gap, leader_speed = end - front, 0.0
            for i in range(way.stops.shape[0]):
                if way.stops[i] >= front and way.stops[i] - front < gap:
                    gap = way.stops[i] - front
            k_seen = t // STRIDE
            for i in range(seen.along.shape[1]):
                # Who is leaving the way may stop: it stays on it until it is seen elsewhere.
                leftmost = max(seen.left[0, i], seen.left[k_seen, i]) + seen.half_left[k_seen, i]
                rightmost = min(seen.left[0, i], seen.left[k_seen, i]) - seen.half_left[k_seen, i]
                if seen.along[k_seen, i] > at and leftmost > low and rightmost < high:
                    room = seen.along[k_seen, i] - seen.half_along[k_seen, i] - front
                    if room < gap:
                        gap, leader_speed = room, seen.speeds[k_seen, i]
            at, wanted = idm_step(
                at,
                speed,
                leader_speed,
                gap,
                driving.step_s,
                max(0.5, manners[p, 0] * way.speeds[k]),
                driving.gap_min_m,
                manners[p, 1],
                driving.acceleration,
                driving.braking,
            )
            change = driving.step_s * driving.jerk
            wanted = (wanted - speed) / driving.step_s
            acceleration = min(max(wanted, acceleration - change), acceleration + change)
            speed = max(0.0, speed + driving.step_s * acceleration)
