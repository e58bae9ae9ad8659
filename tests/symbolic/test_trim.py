"""Goal: a trim is a state that the model keeps, and a failure names what does not balance."""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.engine import Kind
from project_ghost.symbolic import SymbolicModel, TrimError, trim
from project_ghost.symbolic.analysis._trim_advice import TrimAdvice, trim_advice

from .models import bicycle, flyer, model_of

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


def _chain(follower_rate: float, jump: float = 0.0) -> SymbolicModel:
    """A plant that a follower measures; `jump` is what the follower's own counter adds."""
    model = model_of(
        lambda x, u, _p, _w: ca.vertcat(u[0] - 1.0 - x[0], follower_rate * (x[0] - x[1]) + jump),
        [("Plant.speed", 1, "m/s", Kind.PLAIN), ("Filter.belief", 1, "m/s", Kind.PLAIN)],
        [("Plant.throttle", 1, "", Kind.PLAIN)],
        x0=[2.0, 0.0],
    )
    return replace(model, continuous=None, continuous_states=())


def test_what_only_follows_settles_by_its_own_motion() -> None:
    model = _chain(follower_rate=10.0)
    found = trim(model, fixed={})
    assert found.residual < 1e-8
    assert found.x[1] == pytest.approx(found.x[0], abs=1e-9)
    assert found.u[0] == pytest.approx(1.0 + found.x[0])
    # the plant stays as near to its own values as it can; the follower has no say
    assert found.x[0] == pytest.approx(trim(_chain(follower_rate=5.0), fixed={}).x[0])


def test_too_many_slopes_are_refused_before_any_is_computed() -> None:
    with pytest.raises(TrimError, match=r"the 4 equations have .* slopes, those of Car") as caught:
        trim(bicycle(), fixed={}, most_slopes=3)
    assert caught.value.key == "Car"
    assert "at most 3 slopes" in str(caught.value)


def test_a_limit_at_the_start_does_not_hide_the_trim() -> None:
    """At a speed of 10 the force is at its limit, and no slope says that 3 would balance."""
    model = model_of(
        lambda x, _u, _p, _w: ca.fmax(-1.0, ca.fmin(1.0, 3.0 - x[0])),
        [("Plant.speed", 1, "m/s", Kind.PLAIN)],
        [],
        x0=[10.0],
    )
    found = trim(replace(model, continuous=None, continuous_states=()), fixed={})
    assert found.x[0] == pytest.approx(3.0)


def test_a_state_that_no_value_stops_is_named() -> None:
    with pytest.raises(TrimError, match=r"d/dt Filter\.belief_state is 7") as caught:
        trim(_chain(follower_rate=0.0, jump=7.0), fixed={})
    assert caught.value.unbalanced == ("Filter.belief_state",)


def test_advice_cuts_followers_and_lets_leading_states_move() -> None:
    model = _chain(follower_rate=0.0, jump=7.0)
    with pytest.raises(TrimError) as caught:
        trim(model, fixed={})
    asked = []

    def without(cut: Sequence[str]) -> SymbolicModel:
        asked.append(tuple(cut))
        return only_plant

    only_plant = model_of(
        lambda x, u, _p, _w: u[0] - 1.0 - x[0],
        [("Plant.speed", 1, "m/s", Kind.PLAIN)],
        [("Plant.throttle", 1, "", Kind.PLAIN)],
        x0=[2.0],
    )
    advice = trim_advice(model, caught.value, without, fixed={}, moving=())
    assert advice == TrimAdvice(("Filter",), ())
    assert asked == [("Filter",)]
    with pytest.raises(TrimError) as caught:
        trim(bicycle(), fixed={"Car.speed_state": 5.0, "Car.yaw_state": 0.0})
    fixed = {"Car.speed_state": 5.0, "Car.yaw_state": 0.0}
    advice = trim_advice(bicycle(), caught.value, lambda _cut: bicycle(), fixed=fixed, moving=())
    assert advice == TrimAdvice((), ("Car.x_state",))


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
