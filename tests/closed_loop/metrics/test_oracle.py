"""Metrics give the numbers that nuPlan's own code gave."""

import json
from pathlib import Path

import numpy as np
import pytest

from project_ghost.closed_loop.metrics import RunArrays
from project_ghost.closed_loop.metrics.common import motion
from project_ghost.closed_loop.metrics.common.collisions import (
    collision_type,
    collisions_of,
    delta_speed_mps,
    sightings,
)
from project_ghost.closed_loop.metrics.common.smoothing import savitzky_golay
from project_ghost.closed_loop.metrics.common.time_to_collision import (
    first_meeting_s,
    time_to_collision_s,
)
from tests.closed_loop.metrics.scenes import SHAPE, drive

ORACLE = Path(__file__).parents[4] / "shared" / "data" / "planner_oracle"
pytestmark = pytest.mark.skipif(
    not ORACLE.is_dir(), reason="the numbers of nuPlan's code are not beside the checkout"
)

SERIES = {
    "acceleration": motion.acceleration,
    "acceleration_x": motion.longitudinal_acceleration,
    "acceleration_y": motion.lateral_acceleration,
    "jerk": motion.jerk,
    "jerk_x": motion.longitudinal_jerk,
    "yaw_rate": motion.yaw_rate,
    "yaw_acceleration": motion.yaw_acceleration,
}


def cases(name):
    path = ORACLE / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))["cases"] if path.is_file() else []


def comfort_run(case) -> RunArrays:
    count = len(case["time_us"])
    ego = np.zeros((count, 11))
    for column, key in (
        (2, "heading"),
        (3, "vx"),
        (5, "ax"),
        (6, "ay"),
        (7, "angular_velocity"),
        (8, "angular_acceleration"),
    ):
        ego[:, column] = case[key]
    bodies = np.zeros((count, 1, 11))
    sizes = (np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros(1))
    return RunArrays(1000 * np.array(case["time_us"]), ego, bodies, *sizes, 0, SHAPE)


@pytest.mark.parametrize("series", SERIES)
def test_comfort_series_are_those_of_nuplan(series):
    """Both round to 8 decimals; where the value is a tie, either way is right."""
    compared = 0
    for case in cases("comfort_series"):
        found = SERIES[series](comfort_run(case))
        expected = np.array(case["found"][series])
        differs = np.abs(found - expected) > 1e-9
        if differs.any():
            assert series == "jerk"  # a derivative of numbers with 8 decimals
            run = comfort_run(case)
            exact = savitzky_golay(motion.acceleration(run), 15, 2, 1, run.mean_step_s) * 1e8
            ties = np.abs(np.abs(exact - np.trunc(exact)) - 0.5) < 1e-6
            assert (ties | ~differs).all()
            assert np.abs(found - expected).max() < 1.1e-8
        compared += len(found)
    assert compared == 232


def scene_of(case) -> RunArrays:
    ego, tracks = case["ego"], case["tracks"]
    others = [(t["x"], t["y"], t["heading"], t["speed"]) for t in tracks]
    return drive(
        [ego["x"]],
        ego["y"],
        ego["heading"],
        ego["speed"],
        others=others,
        lengths_m=np.array([0.0] + [track["length"] for track in tracks]),
        widths_m=np.array([0.0] + [track["width"] for track in tracks]),
    )


@pytest.mark.parametrize("number", range(134))
def test_collisions_are_those_of_nuplan(number):
    case = cases("boxes")[number]
    run = scene_of(case)
    seen = sightings(run, 0, run.others(0))
    hit = {collision.row - 1 for collision in collisions_of(run)}
    for index, (overlaps, kind, delta) in enumerate(case["collisions"]):
        assert (index in hit) == overlaps
        assert collision_type(run, 0, seen, index).name == kind
        assert abs(delta_speed_mps(run, 0, seen, index) - delta) < 1e-9


def test_times_to_collision_are_those_of_nuplan():
    """The oracle took every track as relevant, those behind the ego too."""
    met = 0
    for case in cases("boxes"):
        run = scene_of(case)
        seen = sightings(run, 0, run.others(0))
        found = first_meeting_s(run, 0, seen, np.arange(len(seen.rows)))
        expected = case["time_to_collision"]
        if run.speed_mps[0] <= 0.005:
            assert time_to_collision_s(run, 0, sees_sides=True) == float("inf")
        else:
            assert found == pytest.approx(float("inf") if expected is None else expected, abs=1e-9)
            met += expected is not None
    assert met == 15
