"""Goal: the mixer gives what is asked for, and where it cannot, attitude before thrust."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.models.quadrotor import Mixer
from project_ghost.models.quadrotor._airframe import MOMENT_M, ROTOR_X_M, ROTOR_Y_M, SPIN
from project_ghost.models.quadrotor._mixer import inverted
from project_ghost.models.quadrotor._plant import rotor_thrusts, rotor_wrench
from project_ghost.testing import check_component

MIXER = Mixer()
MOST_N = 8.54858e-06 * 838.0 * 838.0


def mixed(thrust, torque):
    p: Any = MIXER.parameters
    motors = MIXER.output(thrust, torque, **{k: p[k] for k in p})
    assert all(0.0 <= speed <= 838.0 + 1e-9 for speed in motors)
    lift = rotor_thrusts(motors, p["thrust_newton_s2"])
    return rotor_wrench(lift, MOMENT_M, ROTOR_X_M, ROTOR_Y_M, SPIN)


def test_what_is_possible_is_done() -> None:
    thrust, torque = mixed(8.0, (0.1, -0.2, 0.02))
    assert thrust == pytest.approx(8.0)
    assert torque == pytest.approx((0.1, -0.2, 0.02))


@pytest.mark.parametrize("thrust", [0.0, 1.0, 23.0, 100.0, -5.0])
def test_roll_and_pitch_are_kept_where_the_thrust_is_at_a_limit(thrust) -> None:
    """Upwards the collective gives way, downwards it is raised."""
    got, torque = mixed(thrust, (0.3, -0.4, 0.0))
    assert torque == pytest.approx((0.3, -0.4, 0.0), abs=1e-12)
    assert 0.0 < got < 4 * MOST_N


def test_yaw_gives_way_to_roll_and_pitch() -> None:
    _, torque = mixed(12.0, (0.9, 0.4, 5.0))
    assert torque[:2] == pytest.approx((0.9, 0.4), abs=1e-12)
    assert 0.0 <= torque[2] < 0.2


def test_beyond_all_limits_the_axis_of_the_torque_stays() -> None:
    _, torque = mixed(12.0, (30.0, -60.0, 0.0))
    assert torque[1] / torque[0] == pytest.approx(-2.0)
    assert torque[0] > 0.4


@given(
    st.floats(-50.0, 150.0),
    st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0), st.floats(-2.0, 2.0)),
)
def test_no_torque_changes_its_sign_or_grows(thrust, wanted) -> None:
    _, torque = mixed(thrust, wanted)
    for got, asked in zip(torque, wanted, strict=True):
        assert got * asked >= -1e-9
        assert abs(got) <= abs(asked) + 1e-9


def test_the_inverse_is_one() -> None:
    matrix = [[2.0, 1.0, 0.0], [0.0, 0.0, 3.0], [1.0, -1.0, 0.5]]
    inverse = inverted(matrix)
    assert inverse is not None
    for i in range(3):
        row = [sum(matrix[i][k] * inverse[k][j] for k in range(3)) for j in range(3)]
        assert row == pytest.approx([float(i == j) for j in range(3)], abs=1e-15)
    assert inverted([[1.0, 2.0], [2.0, 4.0]]) is None


def test_rotors_that_cannot_turn_it_are_refused() -> None:
    with pytest.raises(InputError, match="cannot control thrust and torque"):
        Mixer(spin=(1.0, 1.0, 1.0, 1.0))
    with pytest.raises(InputError, match="cannot control thrust and torque"):
        Mixer(rotor_x_m=(0.1, 0.1, 0.1, 0.2))


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(MIXER, ranges={"thrust": (-5.0, 40.0)})
