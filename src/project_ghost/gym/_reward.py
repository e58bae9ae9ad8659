"""The terms of a reward, and the default reward.

The terms follow the metrics of `closed_loop.metrics`, one step at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.models.actions import EGO_FIELDS, TOTALS

__all__ = ["Reward", "Terms", "default_reward", "terms_of"]


@final
@dataclass(frozen=True)
class Terms:
    """What a step has brought, a number for each copy of the environment.

    The first eight are the increase in this step: metres along the route, contacts that began,
    seconds with a corner outside the drivable area, seconds beyond the bounds of comfort, metres in
    excess of the route's speed, stop lines crossed at red, 1 in the step in which the car arrives,
    metres driven. The others are as they are now: speed, the route's speed, metres to the left of
    the route, heading to the left of it. `period_s` is the time of a step.
    """

    progress_m: Floats
    collisions: Floats
    offroad_s: Floats
    discomfort_s: Floats
    speeding_m: Floats
    red_lights: Floats
    arrived: Floats
    distance_m: Floats
    speed_mps: Floats
    limit_mps: Floats
    left_m: Floats
    heading_rad: Floats
    period_s: float


Reward: TypeAlias = Callable[[Terms], Floats]

_NOW = [EGO_FIELDS.index(each) for each in ("speed_mps", "limit_mps", "left_m", "heading_rad")]


def terms_of(increase: Floats, seen: Floats, period_s: float) -> Terms:
    """The terms of some copies, from the increase of a car's totals and what it sees."""
    added = {name: increase[:, column] for column, name in enumerate(TOTALS)}
    now = {EGO_FIELDS[column]: seen[:, column] for column in _NOW}
    return Terms(**added, **now, period_s=period_s)


def default_reward(terms: Terms) -> Floats:
    """About 1 for a step at the route's speed; less for what metrics count against a driver.

    10 for arriving and -10 for a collision, -2 for a red light, and for each second in a step -1
    off the road, -0.2 beyond the bounds of comfort; half of what is driven too fast is lost again.
    """
    full_m = np.maximum(terms.limit_mps, 1.0) * terms.period_s
    return (
        (terms.progress_m - 1.5 * terms.speeding_m) / full_m
        - 10.0 * terms.collisions
        - 2.0 * terms.red_lights
        - terms.offroad_s / terms.period_s
        - 0.2 * terms.discomfort_s / terms.period_s
        + 10.0 * terms.arrived
    )
