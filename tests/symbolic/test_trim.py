"""Goal: a trim is a state that the model keeps, and a failure names what does not balance."""

from dataclasses import replace
from math import atan2

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

from project_ghost.core.errors import InputError
from project_ghost.symbolic import trim

from .models import bicycle, flyer

LEVEL = {"Drone.attitude_state[3]": 0.0, "Drone.attitude_state[1]": 0.0}


@pytest.mark.parametrize("speed", [0.0, 5.0])
@pytest.mark.parametrize("has_derivative", [True, False])
def test_a_flyer_leans_against_its_drag(speed: float, has_derivative: bool) -> None:
    model = flyer() if has_derivative else replace(flyer(), continuous=None)
    found = trim(model, fixed={"Drone.velocity_state": (speed, 0.0, 0.0), **LEVEL})
    w, _, y, _ = found.x[3:7]
    assert 2.0 * atan2(y, w) == pytest.approx(atan2(0.3 * speed, 9.80665), abs=1e-9)
    assert found.u[0] == pytest.approx(np.hypot(0.3 * speed, 9.80665))
    assert found.residual < 1e-8
    after = model.step(found.x, found.u, model.p0, 0, np.zeros(3))[0].full().ravel()
    assert after == pytest.approx(found.x, abs=1e-9)


def test_residuals_are_named() -> None:
    found = trim(flyer(), fixed={"Drone.velocity_state": 0.0, **LEVEL})
    assert "d/dt Drone.velocity_state[2]" in found.residuals
    assert "d/dt Drone.attitude_state.error[0]" in found.residuals
    assert "|Drone.attitude_state| = 1" in found.residuals


def test_states_that_move_and_outputs_that_are_given() -> None:
    position = ["Car.x_state", "Car.y_state"]
    found = trim(bicycle(), fixed={"Car.speed": 7.0, "Car.yaw": 0.0}, moving=position)
    assert found.x[3] == pytest.approx(7.0)
    assert found.u == pytest.approx([0.0, 0.0], abs=1e-8)
    assert "Car.speed = 7" in found.residuals


def test_bounds_are_kept() -> None:
    free = ["Car.x_state", "Car.y_state", "Car.yaw_state"]
    found = trim(bicycle(), fixed={}, moving=free, bounds={"Car.steer": (0.05, 0.1)})
    assert 0.05 <= found.u[0] <= 0.1


def test_what_does_not_balance_is_named() -> None:
    with pytest.raises(InputError, match=r"no trim was found: d/dt Car\.x_state is") as caught:
        trim(bicycle(), fixed={"Car.speed_state": 5.0, "Car.yaw_state": 0.0})
    assert caught.value.key == "d/dt Car.x_state"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fixed": {"Car.sped": 1.0}}, r"there is no 'Car\.sped'.*did you mean 'Car\.speed'"),
        ({"fixed": {}, "moving": ["Car.steer"]}, r"Car\.steer is not a state"),
        ({"fixed": {}, "bounds": {"Car.steer": (1.0, 0.0)}}, "has the bounds 1 and 0"),
        ({"fixed": {}, "bounds": {"Car.speed": (0.0, 1.0)}}, r"Car\.speed has the bounds"),
    ],
)
def test_wrong_names_and_bounds_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        trim(bicycle(), **options)  # type: ignore[arg-type]
