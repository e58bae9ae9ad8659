"""Goal: the filter's estimate is accurate, and its covariance consistent.

Tested as estimators are: against another implementation, by its consistency over many seeds,
from wrong beginnings, through the loss of a sensor; and as every component is: the same bits
interpreted, compiled and restored.
"""

from typing import Any

import numpy as np
import pytest

from project_ghost.analysis.belief._chi_square import chi_square_quantile
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.engine import Engine, run_paranoid
from project_ghost.estimation import ErrorStateFilter
from project_ghost.estimation._arrays import Nominal
from project_ghost.estimation._attitude import rotation_of
from project_ghost.estimation._motion import propagate_state
from project_ghost.models.rigid_body import product
from project_ghost.state import transforms
from tests.estimation.dense import DenseFilter
from tests.estimation.rig import Path, error_of, nees_of, rig

IMU: dict[str, Any] = {"accel_bias_spread_mps2": 0.05, "gyro_bias_spread_rps": 0.002}
WHEELS: dict[str, Any] = {
    "speed_noise_mps": 0.02 / 2**0.5,
    "yaw_rate_noise_rps": 0.02 * 2**0.5 / 1.5,
}
ALL: dict[str, Any] = {"gnss": {}, "compass": {}, "odometry": {}}
DEVIATIONS = np.array([1.0, 0.1, 0.02, 0.05, 0.002])
TICK = 10_000_000
SLOW = 100_000_000


def interpreted(seed: int = 1, **values: Any) -> Engine:
    return Engine(rig(**values), seed, execution="interpreted")


def deviations(engine: Engine) -> np.ndarray:
    return np.sqrt(np.diag(engine.array("filter.covariance")))


@pytest.mark.slow
def test_it_is_the_textbooks_filter() -> None:
    """Every state and every entry of the covariance, with all sensors, at every sample."""
    engine = interpreted(imu=IMU, **ALL, **WHEELS)
    position, q, velocity, _, _ = Path.output(0)
    dense = DenseFilter(
        np.array(position),
        np.array(velocity),
        transforms.R_body_to_world(np.array(q)),
        DEVIATIONS,
    )
    densities = np.array([2.0e-3, 1.6968e-4, 3.0e-3, 1.9393e-5])
    get = engine.array
    for sample in range(301):
        engine.run(0 if sample == 0 else TICK)
        dense.predict(get("imu.gyro"), get("imu.accel"), densities, 0.01)
        if sample % 10 == 0:
            noise = np.array([0.8, 0.8, 1.5, 0.05, 0.05, 0.1])
            dense.fix(get("gnss.fix"), get("gnss.fix_velocity"), noise)
            dense.heading(float(get("compass.heading")), 0.02)
            dense.wheels(
                float(get("odometry.speed")),
                float(get("odometry.yaw_rate")),
                np.array([*WHEELS.values()]),
            )
        assert np.allclose(get("filter.believed_position"), dense.p, atol=1e-9)
        assert np.allclose(get("filter.believed_velocity"), dense.v, atol=1e-9)
        attitude = transforms.R_body_to_world(get("filter.believed_attitude"))
        assert np.allclose(attitude, dense.r, atol=1e-9)
        assert np.allclose(get("filter.accel_bias"), dense.ba, atol=1e-9)
        assert np.allclose(get("filter.gyro_bias"), dense.bg, atol=1e-9)
        # In units of the deviations: the smallest entries are 1e-8.
        size = np.sqrt(np.diag(dense.cov))
        result = (get("filter.covariance") - dense.cov) / size / size[:, None]
        assert np.abs(result).max() < 1e-8


# ------------------------------------------------------------------ compiled, and many seeds


@pytest.fixture(scope="module")
def compiled() -> Engine:
    """All sensors, made for late ones; tests set how late."""
    late = {"gnss": {"latency": 2}, "compass": {"latency": 1}, "odometry": {"latency": 1}}
    samples: dict[str, Any] = {"gnss_latency": 20, "compass_latency": 10, "odometry_latency": 10}
    noisy = {"position_noise_m": 1.0, "orientation_noise_rad": 0.1}
    graph = rig(imu=IMU, noisy=noisy, **late, **samples, **WHEELS)
    return Engine(graph, execution="compiled")


def set_latency(engine: Engine, gnss: int, others: int) -> None:
    for sensor, samples in (("gnss", gnss), ("compass", others), ("odometry", others)):
        engine.set_parameter(f"{sensor}.latency", float(samples))
        engine.set_parameter(f"filter.{sensor}_latency", 10.0 * samples)


@pytest.mark.slow
def test_interpreted_and_compiled_are_the_same_bits(compiled: Engine) -> None:
    late = {"gnss": {"latency": 2}, "compass": {"latency": 1}, "odometry": {"latency": 1}}
    samples: dict[str, Any] = {"gnss_latency": 20, "compass_latency": 10, "odometry_latency": 10}
    noisy = {"position_noise_m": 1.0, "orientation_noise_rad": 0.1}
    slow = interpreted(5, imu=IMU, noisy=noisy, **late, **samples, **WHEELS)
    slow.run("2s")
    compiled.reset(5)
    compiled.run("2s")
    assert slow.digest == compiled.digest
    assert (
        slow.array("filter.covariance").tobytes() == compiled.array("filter.covariance").tobytes()
    )


def wrong_at_first(engine: Engine, seed: int) -> None:
    """Let the filter begin with an error of the spread that it believes to have."""
    position, q, velocity, _, _ = Path.output(0)
    w = RandomSource(seed).child("the beginning").normals(0, 1, 9)[0]
    engine.set_parameter("filter.position_m", tuple(np.array(position) + 1.0 * w[:3]))
    engine.set_parameter("filter.velocity_mps", tuple(np.array(velocity) + 0.1 * w[3:6]))
    engine.set_parameter("filter.attitude_q", product(rotation_of(*(0.02 * w[6:])), q))


@pytest.mark.slow
@pytest.mark.parametrize(("gnss", "others"), [(0, 0), (2, 1)], ids=["in time", "late"])
def test_it_is_consistent_over_a_hundred_seeds(compiled: Engine, gnss: int, others: int) -> None:
    """The mean NEES of 100 independent flights lies within its 95 % bounds, at each time.

    The biases are drawn by the IMU, the beginning by us, both with the standard deviations that the
    filter assumes.
    """
    runs, times_s = 100, (0, 1, 2, 4, 8)
    result = np.zeros((runs, len(times_s)))
    for seed in range(runs):
        compiled.reset(seed)
        set_latency(compiled, gnss, others)
        wrong_at_first(compiled, seed)
        for i, time_s in enumerate(times_s):
            compiled.run(time_s * 1_000_000_000 - compiled.now_ns)
            result[seed, i] = nees_of(compiled)
    low, high = (chi_square_quantile(p, runs * 15) / runs for p in (0.025, 0.975))
    means = result.mean(axis=0)
    assert (low < means).all(), means
    assert (means < high).all(), means
    # And it is no use to be consistent by knowing nothing.
    assert deviations(compiled)[:3].max() < 0.4


@pytest.mark.slow
def test_latency_that_the_filter_does_not_know_of_makes_it_wrong(compiled: Engine) -> None:
    """So that the test above tests something."""
    result = []
    for seed in range(10):
        compiled.reset(seed)
        set_latency(compiled, 2, 1)
        for sensor in ("gnss", "compass", "odometry"):
            compiled.set_parameter(f"filter.{sensor}_latency", 0.0)
        wrong_at_first(compiled, seed)
        compiled.run("8s")
        result.append(nees_of(compiled))
    assert np.mean(result) > 50.0


# ------------------------------------------------------------------------- how it behaves


@pytest.mark.slow
def test_it_finds_biases_that_it_knows_nothing_of() -> None:
    engine = interpreted(
        imu={"accel_bias_mps2": (0.4, -0.3, 0.2), "gyro_bias_rps": (0.02, -0.01, 0.03)},
        **ALL,
        **WHEELS,
        accel_bias_std_mps2=0.5,
        gyro_bias_std_rps=0.03,
    )
    engine.run(0)
    before = np.abs(error_of(engine)[9:])
    engine.run("30s")
    after = np.abs(error_of(engine)[9:])
    assert (after[:3] < 0.1 * before[:3] + 0.02).all()
    assert (after[3:] < 0.05 * before[3:] + 0.0005).all()
    assert (after < 4.0 * deviations(engine)[9:]).all()


@pytest.mark.slow
def test_without_fixes_it_grows_unsure_and_with_them_sure_again() -> None:
    engine = interpreted(2, imu=IMU, gnss={}, compass={})
    engine.run("10s")
    sure = deviations(engine)[:3]
    engine.set_parameter("gnss.dropout", 1.0)
    spreads = []
    for _ in range(8):
        engine.run("1s")
        spreads.append(deviations(engine)[:3])
        assert (np.abs(error_of(engine)[:3]) < 4.0 * spreads[-1]).all()
    assert (np.diff(np.array(spreads), axis=0) > 0.0).all()
    assert (spreads[-1] > 1.5 * sure).all()
    engine.set_parameter("gnss.dropout", 0.0)
    engine.run("5s")
    assert (deviations(engine)[:3] < 0.7 * spreads[-1]).all()
    assert (np.abs(error_of(engine)[:3]) < 4.0 * deviations(engine)[:3]).all()


@pytest.mark.slow
def test_it_bridges_lost_samples_of_the_imu() -> None:
    engine = interpreted(3, imu={**IMU, "dropout": 0.05}, **ALL, **WHEELS)
    engine.run("5s")
    assert np.linalg.norm(error_of(engine)[:3]) < 1.5


def test_before_the_imu_says_anything_nothing_moves() -> None:
    engine = interpreted(3, imu={"dropout": 1.0})
    engine.run("1s")
    assert engine.value("filter.believed_position") == Path.output(0)[0]


def test_a_measurement_is_used_once() -> None:
    """Its `valid` stays 1 until the sensor's next sample, ten of the filter's."""
    engine = interpreted(4, gnss={})
    spreads = []
    for sample in range(21):
        engine.run(0 if sample == 0 else TICK)
        spreads.append(deviations(engine)[0])
    shrunk = [i for i in range(1, 21) if spreads[i] < spreads[i - 1]]
    assert shrunk == [10, 20]


def test_an_averaged_measurement_is_treated_as_one() -> None:
    """A car's truth tells the mean acceleration since the last sample, not that of now."""
    position, velocity = np.zeros(3), np.zeros(3)
    flown = [Path.output(k * TICK) for k in range(301)]
    component = ErrorStateFilter(accel_mean_s=0.01)
    assert component.parameters["accel_mean_s"] == 0.01

    # Level and not turning: the world's axes are the body's.
    def run(newest: float) -> np.ndarray:
        p, v = position.copy(), velocity.copy()
        q, zero = np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(3)
        before = np.zeros(6)
        for k in range(1, 301):
            mean = (np.array(flown[k][2]) - np.array(flown[k - 1][2])) / 0.01
            now = np.concatenate([zero, mean + np.array([0.0, 0.0, 9.80665])])
            if k == 1:
                before = now
            propagate_state(Nominal(p, v, q, zero, zero), before, now, newest, 9.80665, 0.01)
            before = now
        off: np.ndarray = np.abs(v - (np.array(flown[300][2]) - np.array(flown[0][2])))
        return off

    assert run(1.0).max() < 1e-9
    assert run(0.5).max() > 1e-3


@pytest.mark.slow
def test_it_goes_through_snapshots() -> None:
    graph = rig(imu=IMU, gnss={"latency": 1}, compass={}, gnss_latency=10)
    engine = Engine(graph, 6, execution="interpreted")
    engine.run(0)
    run_paranoid(graph, engine, 25)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"gnss_position_noise_m": 0.0}, "gnss_position_noise_m"),
        ({"compass_noise_rad": -1.0}, "compass_noise_rad"),
        ({"accel_noise": -1.0}, "accel_noise"),
        ({"position_std_m": (1.0, -1.0, 1.0)}, "position_std_m"),
        ({"attitude_q": (1.0, 1.0, 0.0, 0.0)}, "attitude_q"),
        ({"gnss_latency": 1.5}, "gnss_latency"),
        ({"odometry_latency": -1}, "odometry_latency"),
    ],
)
def test_what_cannot_be_is_refused(values: Any, named: str) -> None:
    with pytest.raises(InputError, match=named):
        ErrorStateFilter(**values)
