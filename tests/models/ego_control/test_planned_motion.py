"""Goal: under perfect tracking the vehicle is where its plan says, and nowhere else.

Method: plans by formula, and those of the planner oracle, read at their rows and between them.
"""

import numpy as np
import pytest

from project_ghost.models.ego_control import LogPlayback, PerceivedScene, PlannedMotion, ego_at
from project_ghost.models.ego_control._reading import read_plan
from project_ghost.models.ego_control._rows import write_ego
from project_ghost.models.plans import (
    EGO_AX,
    EGO_STEERING,
    EGO_VX,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_RATE,
    PLAN_ROWS,
    PLAN_TIME,
    PLAN_VX,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_YAW,
)
from project_ghost.models.tracks import Recording, packed_tracks
from project_ghost.testing import check_component
from project_ghost.world.bodies import BODY_WIDTH, VX, VY, X, Y
from project_ghost.world.objects import ObjectKind, RecordedTrack
from tests.models.ego_control.oracle import cases, needs_oracle
from tests.models.ego_control.oracle import plan_of as oracle_plan


def plan_of(*rows: dict[int, float]) -> np.ndarray:
    plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
    for i, row in enumerate(rows):
        for column, value in row.items():
            plan[i, column] = value
    return plan


STRAIGHT = plan_of(
    {PLAN_TIME: 1e8, PLAN_X: 5.0, PLAN_VX: 2.0, PLAN_YAW: 3.0},
    {PLAN_TIME: 2e8, PLAN_X: 7.0, PLAN_VX: 4.0, PLAN_YAW: -3.0},
)


@pytest.mark.parametrize(("time_ns", "x_m"), [(0, 5), (1e8, 5), (1.5e8, 6), (2e8, 7), (9e8, 7)])
def test_a_plan_is_read_between_its_rows_and_held_beyond_them(time_ns, x_m) -> None:
    ego = np.zeros(EGO_WIDTH)
    read_plan(STRAIGHT, 2, time_ns, ego)
    assert ego[EGO_X] == x_m
    assert abs(ego[EGO_YAW]) >= 3.0 - 1e-12, "it turns the short way, through half a turn"
    assert ego[EGO_YAW_RATE] == pytest.approx((2 * np.pi - 6.0) / 0.1)


def test_a_vehicle_without_a_plan_stays() -> None:
    state = np.arange(float(EGO_WIDTH))
    PlannedMotion.update(STRAIGHT, 1.0, state, 0, 0.1)
    assert state.tolist() == list(range(EGO_WIDTH))


def test_the_centre_is_ahead_of_the_rear_axle_and_swings_out() -> None:
    state = np.array(ego_at(10.0, 5.0, np.pi / 2, 3.0, 1.5))
    assert state[[EGO_X, EGO_Y, EGO_VX]] == pytest.approx([10.0, 3.5, 3.0])
    state[EGO_YAW_RATE] = 2.0
    ego, bodies = np.zeros(EGO_WIDTH), np.zeros((1, BODY_WIDTH))
    write_ego(state, 1.5, ego, bodies)
    assert bodies[0, [X, Y]] == pytest.approx([10.0, 5.0])
    assert bodies[0, [VX, VY]] == pytest.approx([-3.0, 3.0])


@needs_oracle
def test_plans_are_read_as_nuplan_reads_them() -> None:
    for case in cases("lqr_tracker"):
        plan, count = oracle_plan(case)
        ego, expected = np.zeros(EGO_WIDTH), case["plan_after_130_ms"]
        read_plan(plan, count, (case["time_us"] + 130_000) * 1e3, ego)
        wrapped = (ego[EGO_YAW] - expected["heading"] + np.pi) % (2 * np.pi) - np.pi
        assert abs(wrapped) < 1e-9
        assert ego[[EGO_X, EGO_Y]] == pytest.approx([expected["x"], expected["y"]], abs=1e-9)
        assert ego[EGO_VX] == pytest.approx(expected["speed"], abs=1e-9)


DRIVE = RecordedTrack(
    "ego",
    ObjectKind.EGO,
    5.0,
    2.0,
    np.array([0, 100_000_000, 200_000_000]),
    np.array([[0, 0, 0, 5, 0], [0.5, 0, 0, 6, 0], [1.1, 0.1, 0.2, 6, 0]]),
)


def played(time_ns: int) -> np.ndarray:
    packed = packed_tracks([DRIVE], 1)
    recording = Recording(packed["spans"], packed["stamps_ns"], packed["track_states"])
    ego, bodies = np.zeros(EGO_WIDTH), np.zeros((1, BODY_WIDTH))
    LogPlayback.output(recording, 1.5, 3.0, time_ns, ego, bodies)
    assert bodies[0, [X, Y]] == pytest.approx(
        [ego[EGO_X] + 1.5 * np.cos(ego[EGO_YAW]), ego[EGO_Y] + 1.5 * np.sin(ego[EGO_YAW])]
    )
    return ego


def test_a_log_gives_the_motion_of_the_rear_axle_and_stands_after_its_end() -> None:
    assert played(50_000_000)[[EGO_X, EGO_VX, EGO_AX]] == pytest.approx([-1.25, 5.5, 10.0])
    turning = played(100_000_000)
    assert turning[EGO_YAW_RATE] == pytest.approx(2.0)
    assert turning[EGO_STEERING] == pytest.approx(np.arctan(3.0 * 2.0 / 6.0))
    assert played(900_000_000)[[EGO_VX, EGO_YAW_RATE]].tolist() == [0.0, 0.0]


@pytest.mark.slow
def test_interpreted_and_compiled_agree() -> None:
    check_component(PlannedMotion(state=ego_at(0.0, 0.0, 1.0, 3.0, 1.4)))
    check_component(LogPlayback(DRIVE))
    check_component(PerceivedScene(rows=3, max_objects=2, own_row=1.0))
