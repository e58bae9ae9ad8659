"""Goal: a check of many values says yes only where the check of each takes them all."""

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.hal.fields import (
    are_covariances,
    are_unit_quaternions,
    require_covariance,
    require_unit_quaternion,
)


def is_taken(require, value) -> bool:
    try:
        require(value, "value", "test")
    except InputError:
        return False
    return True


@pytest.mark.parametrize("scale", [1.0, 1.0009, 1.0011, 0.998, 0.0])
def test_quaternions(scale: float) -> None:
    random = np.random.default_rng(0)
    q = random.normal(size=(50, 4))
    q /= np.sqrt((q * q).sum(axis=1))[:, None]
    q[17] *= scale
    assert are_unit_quaternions(q) == all(is_taken(require_unit_quaternion, each) for each in q)


@pytest.mark.parametrize("smallest", [1.0, 0.0, -1e-12, -1e-3])
def test_covariances(smallest: float) -> None:
    values = np.tile(np.diag(np.arange(1.0, 16.0)), (20, 1, 1))
    values[3, 0, 0] = smallest
    assert are_covariances(values) == all(is_taken(require_covariance, each) for each in values)


def test_covariances_that_are_not_symmetric_are_left_to_the_single_check() -> None:
    values = np.tile(np.eye(15), (3, 1, 1))
    values[1, 0, 1] = 1e-300
    assert not are_covariances(values)
    assert is_taken(require_covariance, values[1])
