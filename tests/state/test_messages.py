"""Goal: a message is valid when it is made, and immutable afterwards."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import GhostError
from project_ghost.hal.messages import GroundTruth, SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    Goal,
    IMUBiases,
    MissionMode,
    MissionStatus,
    NavigationState,
    Pose,
    SensorHealthMap,
    Twist,
    VehicleState,
    vehicle_state_from_ground_truth,
)
from tests.telemetry.samples import truth, vehicle_state

# What is given wrongly on purpose is given through these, past the type checker.
AnyPose: Any = Pose
AnyTwist: Any = Twist
AnyHealth: Any = SensorHealthMap
AnyFlight: Any = FlightStatus
AnyGoal: Any = Goal
AnyMission: Any = MissionStatus
AnyNav: Any = NavigationState

ZERO = np.zeros(3)
UNIT = np.array([1.0, 0.0, 0.0, 0.0])
POSE = Pose(ZERO, UNIT)
WORLD = Twist(ZERO, ZERO, "world")
BODY = Twist(ZERO, ZERO, "body")
BIASES = IMUBiases(ZERO, ZERO)


def nav(**changes):
    values = {
        "pose": POSE,
        "twist_world": WORLD,
        "twist_body": BODY,
        "accel_body_mps2": ZERO,
        "imu_biases": BIASES,
        "covariance_15x15": np.eye(15),
    }
    return AnyNav(**(values | changes))


def asymmetric():
    covariance = np.eye(15)
    covariance[0, 1] = 1e-6
    return covariance


@pytest.mark.parametrize(
    ("make", "error", "field"),
    [
        (lambda: AnyPose([0.0, 0.0, 0.0], UNIT), TypeError, "position_enu_m"),
        (lambda: AnyPose(np.zeros(4), UNIT), TypeError, "position_enu_m"),
        (lambda: AnyPose(np.zeros(3, dtype=np.float32), UNIT), TypeError, "position_enu_m"),
        (lambda: AnyPose(np.array([0.0, np.nan, 0.0]), UNIT), ValueError, "position_enu_m"),
        (lambda: AnyPose(ZERO, 1.002 * UNIT), ValueError, "orientation_q"),
        (lambda: AnyTwist(ZERO, np.full(3, np.inf), "world"), ValueError, "angular_rps"),
        (lambda: AnyTwist(ZERO, ZERO, "map"), ValueError, "frame"),
        (lambda: AnyTwist(ZERO, ZERO, None), TypeError, "frame"),
        (lambda: IMUBiases(ZERO, np.zeros((3, 1))), TypeError, "gyro_bias_rps"),
        (lambda: nav(pose=BODY), TypeError, "pose"),
        (lambda: nav(twist_world=BODY), ValueError, "twist_world"),
        (lambda: nav(twist_body=WORLD), ValueError, "twist_body"),
        (lambda: nav(covariance_15x15=np.eye(14)), TypeError, "covariance_15x15"),
        (lambda: nav(covariance_15x15=asymmetric()), ValueError, "covariance_15x15"),
        (lambda: nav(covariance_15x15=np.eye(15) * -1e-11), ValueError, "covariance_15x15"),
        (lambda: AnyHealth({"imu": 0}), TypeError, "by_id"),
        (lambda: AnyHealth({1: SensorHealth.OK}), TypeError, "by_id"),
        (lambda: AnyHealth(["imu"]), TypeError, "by_id"),
        (lambda: AnyFlight(1, FlightMode.INIT), TypeError, "armed"),
        (lambda: AnyFlight(True, "init"), TypeError, "flight_mode"),
        (lambda: AnyFlight(True, FlightMode.INIT, float("nan")), ValueError, "battery_v"),
        (lambda: AnyFlight(True, FlightMode.INIT, "12"), TypeError, "battery_v"),
        (lambda: AnyFlight(True, FlightMode.INIT, None, 1.01), ValueError, "battery_pct"),
        (lambda: AnyFlight(True, FlightMode.INIT, None, None, -1), ValueError, "error_flags"),
        (lambda: AnyFlight(True, FlightMode.INIT, None, None, 1.0), TypeError, "error_flags"),
        (lambda: AnyGoal(np.zeros(2)), TypeError, "position_enu_m"),
        (lambda: AnyGoal(None, True), TypeError, "yaw_rad"),
        (lambda: AnyGoal(None, None, {1: 2}), TypeError, "metadata"),
        (lambda: AnyMission("idle"), TypeError, "mode"),
        (lambda: AnyMission(MissionMode.IDLE, POSE), TypeError, "current_goal"),
        (lambda: AnyMission(MissionMode.IDLE, None, -0.1), ValueError, "progress"),
        (lambda: AnyMission(MissionMode.IDLE, None, 0.0, 1.5), TypeError, "started_sim_ns"),
        (lambda: truth(stamp_sim_ns=1.0), TypeError, "stamp_sim_ns"),
        (lambda: truth(stamp_sim_ns=-1), ValueError, "stamp_sim_ns"),
        (lambda: truth(stamp_sim_ns=2**64), ValueError, "stamp_sim_ns"),
        (lambda: truth(accel_body_mps2=np.zeros(2)), TypeError, "accel_body_mps2"),
        (lambda: truth(orientation_q=np.zeros(4)), ValueError, "orientation_q"),
    ],
)
def test_a_wrong_field_is_refused_by_name(make, error, field) -> None:
    with pytest.raises(error, match=field) as caught:
        make()
    assert isinstance(caught.value, GhostError)


def test_values_at_the_limits_are_accepted() -> None:
    Pose(ZERO, 1.0009 * UNIT)
    nav(covariance_15x15=np.eye(15) * -9e-13)
    nav(covariance_15x15=None)
    FlightStatus(True, FlightMode.KILL, 11, 1)
    MissionStatus(MissionMode.DONE, Goal(), 1.0, 0)


def test_arrays_and_mappings_inside_are_read_only_copies() -> None:
    position, health = np.zeros(3), {"imu": SensorHealth.OK}
    pose, sensors = Pose(position, UNIT), SensorHealthMap(health)
    position[0], health["gnss"] = 9.0, SensorHealth.FAULTY
    assert pose.position_enu_m[0] == 0.0
    assert set(sensors.by_id) == {"imu"}
    with pytest.raises(ValueError, match="read-only"):
        pose.position_enu_m[0] = 1.0
    with pytest.raises(TypeError, match="read-only"):
        sensors.by_id["imu"] = SensorHealth.OK  # type: ignore[index]


def test_a_copy_is_equal_and_as_read_only() -> None:
    """Messages travel between processes, where pickling would drop the flag."""
    state = vehicle_state()
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301
        assert other == state
        assert not other.nav.pose.position_enu_m.flags.writeable
    assert state != vehicle_state(stamp_sim_ns=8)


def test_enums_have_their_stored_values() -> None:
    assert [mode.value for mode in FlightMode] == (
        ["init", "manual", "stabilize", "offboard", "rtl", "land", "kill"]
    )
    assert [mode.value for mode in MissionMode] == (
        ["idle", "explore", "navigate", "return", "done", "abort"]
    )
    assert [int(health) for health in SensorHealth] == [0, 1, 2, 3]


def test_truth_as_a_state_has_consistent_twists_and_no_covariance() -> None:
    """A quarter turn to the left: what is east in the world is to the right of the body."""
    half = np.sqrt(0.5)
    gt = truth(
        orientation_q=np.array([half, 0.0, 0.0, half]),
        linear_velocity_world_mps=np.array([2.0, 0.0, 0.0]),
        angular_velocity_body_rps=np.array([1.0, 0.0, 0.0]),
    )
    state = vehicle_state_from_ground_truth(
        gt=gt,
        sensors_health=SensorHealthMap({}),
        flight=FlightStatus(False, FlightMode.INIT),
        mission=MissionStatus(MissionMode.IDLE),
        stamp_wall_ns=11,
    )
    assert isinstance(state, VehicleState)
    assert (state.stamp_sim_ns, state.stamp_wall_ns, state.schema_version) == (7, 11, 1)
    assert state.nav.covariance_15x15 is None
    assert not state.nav.imu_biases.gyro_bias_rps.any()
    np.testing.assert_allclose(state.nav.twist_body.linear_mps, [0.0, -2.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(state.nav.twist_world.angular_rps, [0.0, 1.0, 0.0], atol=1e-15)
    assert isinstance(gt, GroundTruth)
