"""Goal: the filter's derivatives are those of its own motion, by differences of the motion."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from project_ghost.core.dmath import wrap_angle
from project_ghost.estimation._arrays import Assumptions, Compass, Gnss, Imu, Nominal, Wheels
from project_ghost.estimation._attitude import matrix_of, rotation_of
from project_ghost.estimation._correction import absorb, inject
from project_ghost.estimation._history import Since
from project_ghost.estimation._measurements import (
    correct_by_fix,
    correct_by_heading,
    correct_by_wheels,
)
from project_ghost.estimation._motion import _move_error, propagate_covariance, propagate_state
from project_ghost.models.rigid_body import conjugate, heading_of, product, to_world, unit

Floats = NDArray[np.float64]
State = list[Floats]

DT_S = 0.001
GRAVITY = 9.80665
DELTA = 1e-6
# So much noise that a gain is the row itself, over the variance.
VAGUE = 1e8


def a_state(seed: int = 0) -> State:
    draw = np.random.default_rng(seed)
    q = np.array(unit(tuple(draw.normal(size=4))))
    return [draw.normal(size=3), draw.normal(size=3), q, *(0.1 * draw.normal(size=(2, 3)))]


def imu(seed: int, count: int) -> Floats:
    draw = np.random.default_rng(seed)
    result: Floats = draw.normal(size=(count, 6))
    result[:, 5] += GRAVITY
    return result


def moved(state: State, before: Floats, now: Floats, newest: float = 0.5) -> tuple[State, Any]:
    copy = [each.copy() for each in state]
    return copy, propagate_state(Nominal(*copy), before, now, newest, GRAVITY, DT_S)


def shifted(state: State, error: Floats) -> State:
    copy = [each.copy() for each in state]
    inject(error.copy(), Nominal(*copy))
    return copy


def difference(true: State, believed: State) -> Floats:
    """The error that leads from what is believed to what is true, attitude on the left."""
    w, *v = product(tuple(true[2]), conjugate(tuple(believed[2])))
    sign = 1.0 if w >= 0.0 else -1.0
    parts = [true[0] - believed[0], true[1] - believed[1], 2.0 * sign * np.array(v)]
    return np.concatenate([*parts, true[3] - believed[3], true[4] - believed[4]])


@pytest.mark.parametrize("newest", [0.5, 1.0])
def test_the_error_moves_as_the_state_does(newest: float) -> None:
    state, (before, now) = a_state(1), imu(2, 2)
    after, (force, rotation) = moved(state, before, now, newest)
    for i in range(15):
        error = np.zeros(15)
        error[i] = DELTA
        other, _ = moved(shifted(state, error), before, now, newest)
        result = difference(other, after) / DELTA
        expected = np.zeros(15)
        expected[i] = 1.0
        _move_error(expected, force, rotation, DT_S)
        # What is left out is of the order of the square of dt, times the specific force.
        assert np.allclose(result, expected, atol=2e-5), i
        # In everything but the gyroscope's bias much less is.
        if i < 12:
            assert np.allclose(result, expected, atol=5e-7), i


def test_the_covariance_moves_by_the_matrix_of_the_error() -> None:
    """F P F^T + Q with plain matrices."""
    state, (before, now) = a_state(3), imu(4, 2)
    _, (force, rotation) = moved(state, before, now)
    matrix = np.eye(15)
    for i in range(15):
        _move_error(matrix[:, i], force, rotation, DT_S)
    root = np.random.default_rng(5).normal(size=(15, 15))
    covariance = root @ root.T
    noise = np.zeros((15, 15))
    noise[:3, :3] = 0.25 * DT_S**3 * 4.0 * np.eye(3)
    noise[:3, 3:6] = noise[3:6, :3] = 0.5 * DT_S**2 * 4.0 * np.eye(3)
    for at, density in ((3, 2.0), (6, 3.0), (9, 4.0), (12, 5.0)):
        noise[at : at + 3, at : at + 3] = density**2 * DT_S * np.eye(3)
    expected = matrix @ covariance @ matrix.T + noise
    propagate_covariance(covariance, force, rotation, noise_of(2.0, 3.0, 4.0, 5.0), DT_S)
    assert np.allclose(covariance, expected, rtol=1e-12, atol=1e-12)


def test_rotations_are_those_of_the_quaternion() -> None:
    q = tuple(a_state(6)[2])
    for axis in np.eye(3):
        assert np.allclose(np.array(matrix_of(q)).reshape(3, 3) @ axis, to_world(q, tuple(axis)))
    assert np.allclose(rotation_of(1e-9, 0.0, 0.0), rotation_of(1.0000001e-8, 0.0, 0.0), atol=1e-8)


ASSUMED = Assumptions()._replace(gravity_mps2=GRAVITY, gate_sigma=0.0)


def noise_of(accel: float, gyro: float, accel_walk: float, gyro_walk: float) -> Imu:
    return Imu()._replace(
        accel_noise=accel, gyro_noise=gyro, accel_walk=accel_walk, gyro_walk=gyro_walk
    )


def compass_of(heading: float, noise_rad: float) -> Compass:
    return Compass()._replace(heading=heading, compass_noise_rad=noise_rad)


def row_of(take: Any, sensed: int, numbers: int) -> Floats:
    """The row of one number: with little to learn from it, the error found is along it."""
    error = np.zeros(15)
    covariance = np.eye(15)
    residuals = np.zeros(numbers)
    residuals[sensed] = 1.0
    take(covariance, error, residuals)
    return error * VAGUE**2


def test_a_heading_depends_on_the_attitude_as_its_row_says() -> None:
    state = a_state(7)
    heading = heading_of(tuple(state[2]))
    q = tuple(state[2])
    row = row_of(
        lambda p, e, r: correct_by_heading(p, e, q, compass_of(heading + r[0], VAGUE), 0.0), 0, 1
    )
    for i in range(15):
        error = np.zeros(15)
        error[i] = DELTA
        result = wrap_angle(heading_of(tuple(shifted(state, error)[2])) - heading) / DELTA
        assert np.isclose(result, row[i], atol=1e-5), i


def test_a_nose_that_points_up_has_no_heading() -> None:
    covariance, error = np.eye(15), np.zeros(15)
    up = (0.5**0.5, 0.0, -(0.5**0.5), 0.0)
    correct_by_heading(covariance, error, up, compass_of(1.0, 0.01), 0.0)
    assert not error.any()
    assert np.array_equal(covariance, np.eye(15))


def test_wheels_depend_on_velocity_attitude_and_bias_as_their_rows_say() -> None:
    state, gyro_z = a_state(8), 0.7
    nose = to_world(tuple(state[2]), (1.0, 0.0, 0.0))
    speed = float(np.array(nose) @ state[1])
    none = (0.0, 0.0, 0.0)

    def take(covariance: Floats, error: Floats, r: Floats) -> None:
        wheels = Wheels()._replace(
            speed=speed + r[0],
            yaw_rate=gyro_z - state[4][2] + r[1],
            speed_noise_mps=VAGUE,
            yaw_rate_noise_rps=VAGUE,
        )
        q, still = tuple(state[2]), Since(none, none, 0.0)
        correct_by_wheels(covariance, error, q, Nominal(*state), gyro_z, wheels, still, ASSUMED)

    rows = [row_of(take, number, 2) for number in range(2)]
    for i in range(15):
        error = np.zeros(15)
        error[i] = DELTA
        other = shifted(state, error)
        ahead = np.array(to_world(tuple(other[2]), (1.0, 0.0, 0.0)))
        assert np.isclose((ahead @ other[1] - speed) / DELTA, rows[0][i], atol=1e-5), i
        assert np.isclose((state[4][2] - other[4][2]) / DELTA, rows[1][i], atol=1e-5), i


@pytest.mark.parametrize("lag", [0, 50])
def test_a_late_fix_depends_on_the_error_of_now_as_its_rows_say(lag: int) -> None:
    """Move two states from then to now: what they differed by then, from what they do now."""
    begin, measured = a_state(9), imu(10, lag + 1)
    measured[:] = measured[0]  # one force, so that the mean rotation is nearly that of now
    measured[:, :3] = 0.0
    begin[4][:] = 0.0

    def run(state: State) -> State:
        for before, now in pairwise(measured):
            state, _ = moved(state, before, now)
        return state

    end = run(begin)
    far, gained = tuple(end[0] - begin[0]), tuple(end[1] - begin[1])

    def take(covariance: Floats, error: Floats, r: Floats) -> None:
        gnss = Gnss()._replace(
            fix=begin[0] + r[:3],
            fix_velocity=begin[1] + r[3:],
            gnss_position_noise_m=np.full(3, VAGUE),
            gnss_velocity_noise_mps=np.full(3, VAGUE),
        )
        correct_by_fix(
            covariance, error, Nominal(*end), gnss, Since(far, gained, lag * DT_S), ASSUMED
        )

    rows = np.array([row_of(take, number, 6) for number in range(6)])
    for i in range(12):  # the gyroscope's bias is left out
        error = np.zeros(15)
        error[i] = DELTA
        other = shifted(begin, error)
        now = difference(run(other), end)
        then = np.concatenate([other[0] - begin[0], other[1] - begin[1]])
        assert np.allclose(rows @ now / DELTA, then / DELTA, atol=1e-5), i


# ---------------------------------------------------------------- the covariance stays one


@pytest.mark.slow
@given(seed=st.integers(0, 2**32 - 1), variance=st.sampled_from([1e-6, 1e-3, 1.0, 1e6]))
def test_a_covariance_stays_symmetric_and_positive(seed: int, variance: float) -> None:
    """From spreads of a tenth of a millimetre to a hundred metres, with good and bad sensors."""
    draw = np.random.default_rng(seed)
    scales = 10.0 ** draw.uniform(-4.0, 2.0, size=15)
    root = draw.normal(size=(15, 15)) * scales[:, None]
    covariance = root @ root.T
    error = np.zeros(15)
    force, rotation = (0.3, -0.2, 9.9), matrix_of(unit(tuple(draw.normal(size=4))))
    for _ in range(8):
        row = draw.normal(size=15) * (draw.uniform(size=15) < 0.4)
        absorb(covariance, error, row, float(draw.normal()), variance, 0.0)
        propagate_covariance(covariance, force, rotation, noise_of(1e-3, 1e-4, 1e-3, 1e-5), 0.01)
        assert np.array_equal(covariance, covariance.T)
        assert np.diag(covariance).min() > 0.0
        # In units of each deviation, so that small ones count as much as large ones.
        size = np.sqrt(np.diag(covariance))
        assert np.linalg.eigvalsh(covariance / size / size[:, None]).min() > -1e-9


def test_one_number_at_a_time_is_all_of_them_at_once() -> None:
    draw = np.random.default_rng(12)
    root = draw.normal(size=(15, 15))
    covariance, error = root @ root.T, np.zeros(15)
    rows, residuals, variances = draw.normal(size=(4, 15)), draw.normal(size=4), np.arange(1.0, 5.0)
    total = rows @ covariance @ rows.T + np.diag(variances)
    gain = covariance @ rows.T @ np.linalg.inv(total)
    expected = covariance - gain @ total @ gain.T
    for row, residual, variance in zip(rows, residuals, variances, strict=True):
        absorb(covariance, error, row, residual, variance, 0.0)
    assert np.allclose(covariance, expected, atol=1e-11)
    assert np.allclose(error, gain @ residuals, atol=1e-11)


def test_a_gate_ignores_outliers() -> None:
    row = np.zeros(15)
    row[0] = 1.0
    for residual, taken in ((4.1, True), (4.3, False)):
        covariance, error = np.eye(15), np.zeros(15)
        absorb(covariance, error, row, residual, 1.0, 3.0)  # a deviation of sqrt(2)
        assert error.any() == taken
        assert (covariance[0, 0] < 1.0) == taken
