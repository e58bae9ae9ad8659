"""What a vehicle makes of plans: each is tracked by LQR on nuPlan's bicycle."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import compile_source, is_available
from project_ghost.core.dmath import sincos
from project_ghost.models.ego_control import LqrLaw, tracking_command
from project_ghost.models.plans import EGO_WIDTH, EGO_X, EGO_Y, EGO_YAW
from project_ghost.models.vehicles import euler_bicycle

from ._speeds import advance

__all__ = ["BOX_WIDTH", "Leaves", "leaves", "lqr_law", "track"]

# Columns of `boxes`: the centre, and the direction of the vehicle.
BOX_WIDTH = 4

Leaves = tuple[Callable[..., Any], Callable[..., Any]]


def lqr_law() -> LqrLaw:
    """The tracker's weights as the controller has them by default."""
    declared: Any = LqrLaw()
    values: Any = [
        np.array(each.default) if each.shape else float(each.default) for each in declared
    ]
    return LqrLaw(*values)


def track(
    plans: Floats,
    ego: Floats,
    law: LqrLaw,
    wheelbase_m: float,
    rear_axle_to_center_m: float,
    step_ns: int,
    rows: Floats,
    boxes: Floats,
) -> None:
    """Write the rows `ego` and the boxes of a vehicle that tracks each plan from its first time."""
    count, steps = rows.shape[0], rows.shape[1]
    state = np.empty(EGO_WIDTH)
    for p in range(count):
        plan = plans[p]
        start_ns = int(plan[0, 0])
        for column in range(EGO_WIDTH):
            state[column] = ego[column]
        for t in range(steps):
            for column in range(EGO_WIDTH):
                rows[p, t, column] = state[column]
            sine, cosine = sincos(state[EGO_YAW])
            boxes[p, t, 0] = state[EGO_X] + rear_axle_to_center_m * cosine
            boxes[p, t, 1] = state[EGO_Y] + rear_axle_to_center_m * sine
            boxes[p, t, 2] = cosine
            boxes[p, t, 3] = sine
            acceleration, steering_rate = tracking_command(
                plan, plan.shape[0], start_ns + t * step_ns, state, law, wheelbase_m
            )
            euler_bicycle(state, acceleration, steering_rate, step_ns * 1e-9, wheelbase_m)


@cache
def leaves(*, compiled: bool) -> Leaves:
    """`advance` and `track`, as machine code where that is possible: the same bits, faster."""
    if not compiled or not is_available():
        return advance, track
    return (
        _machine_code(
            advance,
            "start, manners, offsets, way, seen, driving, progress, speeds",
        ),
        _machine_code(
            track, "plans, ego, law, wheelbase_m, rear_axle_to_center_m, step_ns, rows, boxes"
        ),
    )


def _machine_code(function: Callable[..., Any], arguments: str) -> Callable[..., Any]:
    source = f"def leaf({arguments}):\n    leaf_function({arguments})\n"
    return compile_source(source, "leaf", {"leaf_function": function})
