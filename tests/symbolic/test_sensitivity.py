"""Goal: slopes carried along a run are those of the run. Method: central differences."""

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

from project_ghost.core.errors import InputError
from project_ghost.symbolic import SymbolicModel, sensitivity

from .models import bicycle

STEER = np.stack([0.2 * np.sin(0.05 * np.arange(100)), np.full(100, 0.3)], axis=1)


def _end(model: SymbolicModel, x: np.ndarray, p: np.ndarray) -> np.ndarray:
    for k in range(100):
        x = model.step(x, STEER[k], p, 0, [0.0])[0].full().ravel()
    return x


def test_a_hundred_periods_agree_with_central_differences() -> None:
    model = bicycle()
    found = sensitivity(model, 100, u=STEER)
    assert found.states[-1] == pytest.approx(_end(model, model.x0, model.p0), abs=1e-12)
    h = 1e-5
    for column, axis in enumerate(h * np.eye(4)):
        ahead, behind = (_end(model, model.x0 + sign * axis, model.p0) for sign in (1, -1))
        assert found.to_initial[-1, :, column] == pytest.approx(
            (ahead - behind) / (2 * h), abs=1e-6
        )
    ahead, behind = (_end(model, model.x0, model.p0 + sign * h) for sign in (1, -1))
    slopes = (ahead - behind) / (2 * h)
    assert found.to_parameters[-1, :, 0] == pytest.approx(slopes, abs=1e-6)
    assert found.of("Car.yaw_state", "Car.wheelbase")[-1] == pytest.approx(slopes[2], abs=1e-6)
    assert found.of("Car.x_state", "Car.speed_state")[0] == 0.0
    assert found.stamps_ns[-1] == 1_000_000_000


def test_wrong_names_and_shapes_are_refused() -> None:
    found = sensitivity(bicycle(), 2)
    with pytest.raises(InputError, match=r"there is no 'Car\.wheels'"):
        found.of("Car.x_state", "Car.wheels")
    with pytest.raises(InputError, match=r"u has the shape \(3, 2\)"):
        sensitivity(bicycle(), 2, u=np.zeros((3, 2)))
