"""The truth with declared noise: component and object are one, and the noise is what it says."""

from typing import Any

import numpy as np
import pytest

from project_ghost.core.randomness import RandomSource
from project_ghost.engine import Engine
from project_ghost.estimation import (
    BELIEF_SIGNALS,
    NoisyGroundTruthConfig,
    NoisyGroundTruthEstimator,
    belief_state,
)
from project_ghost.hal.messages import GroundTruth, SensorHealth
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    VehicleState,
    transforms,
)
from tests.estimation.rig import TRUTH, rig

STATUS: dict[str, Any] = {
    "sensors_health": SensorHealthMap({"imu": SensorHealth.OK}),
    "flight": FlightStatus(armed=True, flight_mode=FlightMode.OFFBOARD),
    "mission": MissionStatus(MissionMode.NAVIGATE),
}
COVARIANCE = np.diag(np.arange(1.0, 16.0))


def config(**values: Any) -> NoisyGroundTruthConfig:
    return NoisyGroundTruthConfig(
        **{
            "position_noise_std_m": 0.5,
            "orientation_noise_std_rad": 0.02,
            "linear_velocity_noise_std_mps": 0.1,
            "angular_velocity_noise_std_rps": 0.01,
            "accel_body_noise_std_mps2": 0.2,
            "declared_covariance_15x15": COVARIANCE,
            **values,
        }
    )


def truth(stamp_ns: int = 0, **values: Any) -> GroundTruth:
    return GroundTruth(
        stamp_ns,
        **{
            "position_enu_m": np.array([1.0, 2.0, 3.0]),
            "orientation_q": np.array([0.5, 0.5, -0.5, 0.5]),
            "linear_velocity_world_mps": np.array([4.0, 5.0, 6.0]),
            "angular_velocity_body_rps": np.array([0.1, 0.2, 0.3]),
            "accel_body_mps2": np.array([0.0, 1.0, 9.8]),
            **values,
        },
    )


def test_the_object_gives_the_bits_of_the_component_with_its_label() -> None:
    engine = Engine(
        rig(
            noisy={
                "position_noise_m": 0.5,
                "orientation_noise_rad": 0.02,
                "velocity_noise_mps": 0.1,
                "rate_noise_rps": 0.01,
                "acceleration_noise_mps2": 0.2,
                "declared": COVARIANCE,
            }
        ),
        seed=11,
        execution="interpreted",
    )
    estimator = NoisyGroundTruthEstimator(
        config=config(random_source_label="noisy"), random_source=RandomSource(11)
    )
    for sample in range(5):
        engine.run(0 if sample == 0 else 100_000_000)
        true = [engine.array(f"path.{port}") for port in TRUTH]
        result = estimator.estimate(
            gt=GroundTruth(engine.now_ns, *true), stamp_wall_ns=engine.now_ns, **STATUS
        )
        believed = tuple(engine.array(f"noisy.{name}") for name in BELIEF_SIGNALS)
        expected = belief_state(
            stamp_sim_ns=engine.now_ns, stamp_wall_ns=engine.now_ns, believed=believed, **STATUS
        )
        assert result == expected  # arrays by their exact values
        assert result.nav.pose.position_enu_m.tobytes() == believed[0].tobytes()
        assert result.nav.pose.orientation_q.tobytes() == believed[1].tobytes()


def estimates(count: int, **values: Any) -> list[VehicleState]:
    estimator = NoisyGroundTruthEstimator(config=config(**values), random_source=RandomSource(1))
    return [estimator.estimate(gt=truth(), stamp_wall_ns=7, **STATUS) for _ in range(count)]


@pytest.mark.slow
def test_the_noise_has_the_deviations_that_were_asked_for() -> None:
    result = [state.nav for state in estimates(2000)]
    true = truth()
    for values, centre, deviation in (
        ([n.pose.position_enu_m for n in result], true.position_enu_m, 0.5),
        ([n.twist_world.linear_mps for n in result], true.linear_velocity_world_mps, 0.1),
        ([n.twist_body.angular_rps for n in result], true.angular_velocity_body_rps, 0.01),
        ([n.accel_body_mps2 for n in result], true.accel_body_mps2, 0.2),
    ):
        table = np.array(values) - centre
        assert np.abs(table.mean(axis=0)).max() < 4.0 * deviation / np.sqrt(2000)
        assert np.allclose(table.std(axis=0), deviation, rtol=0.06)


def test_the_attitude_is_turned_on_the_left_and_stays_unit() -> None:
    """By another way: rotation matrices, and the draws read from the stream itself."""
    draws = RandomSource(1).child("/estimation/noisy_gt").normals(0, 20, 15)
    true = transforms.R_body_to_world(truth().orientation_q)
    for state, drawn in zip(estimates(20), draws, strict=True):
        x, y, z = 0.02 * drawn[3:6]
        skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        small = np.eye(3) + skew + skew @ skew / 2 + skew @ skew @ skew / 6
        result = transforms.R_body_to_world(state.nav.pose.orientation_q)
        assert np.allclose(result, small @ true, atol=1e-6)
        assert abs(np.linalg.norm(state.nav.pose.orientation_q) - 1.0) < 1e-15


def test_twists_follow_the_noisy_attitude_and_the_rest_is_as_given() -> None:
    (state,) = estimates(1)
    nav = state.nav
    to_world = transforms.R_body_to_world(nav.pose.orientation_q)
    assert np.allclose(to_world @ nav.twist_body.linear_mps, nav.twist_world.linear_mps)
    assert np.allclose(to_world @ nav.twist_body.angular_rps, nav.twist_world.angular_rps)
    assert not np.any(nav.imu_biases.accel_bias_mps2)
    assert not np.any(nav.imu_biases.gyro_bias_rps)
    assert nav.covariance_15x15 is not None
    assert np.array_equal(nav.covariance_15x15, COVARIANCE)
    assert (state.stamp_sim_ns, state.stamp_wall_ns) == (0, 7)


def test_without_noise_the_truth_comes_out() -> None:
    still = dict.fromkeys(
        (
            "position_noise_std_m",
            "orientation_noise_std_rad",
            "linear_velocity_noise_std_mps",
            "angular_velocity_noise_std_rps",
            "accel_body_noise_std_mps2",
        ),
        0.0,
    )
    (state,) = estimates(1, **still)
    assert np.array_equal(state.nav.pose.orientation_q, truth().orientation_q)
    assert np.array_equal(state.nav.pose.position_enu_m, truth().position_enu_m)


@pytest.mark.parametrize(
    ("values", "error", "named"),
    [
        ({"position_noise_std_m": -0.1}, ValueError, "position_noise_std_m"),
        ({"orientation_noise_std_rad": float("nan")}, ValueError, "orientation_noise_std_rad"),
        ({"accel_body_noise_std_mps2": "0.1"}, TypeError, "accel_body_noise_std_mps2"),
        ({"declared_covariance_15x15": None}, TypeError, "declared_covariance_15x15"),
        ({"declared_covariance_15x15": np.eye(9)}, TypeError, "declared_covariance_15x15"),
        ({"declared_covariance_15x15": -np.eye(15)}, ValueError, "declared_covariance_15x15"),
        ({"random_source_label": 3}, TypeError, "random_source_label"),
    ],
)
def test_a_config_that_cannot_be_is_refused(values: Any, error: Any, named: str) -> None:
    with pytest.raises(error, match=named):
        config(**values)


def test_two_estimators_of_one_label_are_refused() -> None:
    source = RandomSource(1)
    NoisyGroundTruthEstimator(config=config(), random_source=source)
    with pytest.raises(ValueError, match="taken twice"):
        NoisyGroundTruthEstimator(config=config(), random_source=source)
