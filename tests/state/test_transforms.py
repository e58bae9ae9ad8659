"""Goal: frames and rotations are converted in one place, correctly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.state import transforms as t

NUMBERS = st.floats(-1e3, 1e3)
VECTORS = st.lists(NUMBERS, min_size=3, max_size=3).map(np.array)
QUATERNIONS = (
    st.lists(st.floats(-1, 1), min_size=4, max_size=4)
    .map(np.array)
    .filter(lambda q: q @ q > 1e-3)
    .map(lambda q: q / np.linalg.norm(q))
)


@given(VECTORS)
def test_frames_go_there_and_back(vector) -> None:
    for there, back in ((t.enu_to_ned, t.ned_to_enu), (t.flu_to_frd, t.frd_to_flu)):
        assert (back(there(vector)) == vector).all()
        assert np.linalg.norm(there(vector)) == pytest.approx(np.linalg.norm(vector))


def test_known_directions() -> None:
    assert t.enu_to_ned(np.array([1.0, 2.0, 3.0])).tolist() == [2.0, 1.0, -3.0]
    assert t.flu_to_frd(np.array([1.0, 2.0, 3.0])).tolist() == [1.0, -2.0, -3.0]
    w, x, y, z = 0.1, 0.3, 0.5, 0.65**0.5
    assert t.quat_hamilton_to_scipy(np.array([w, x, y, z])).tolist() == [x, y, z, w]
    assert t.quat_scipy_to_hamilton(np.array([x, y, z, w])).tolist() == [w, x, y, z]


@given(QUATERNIONS, VECTORS)
def test_the_matrix_is_the_quaternion_product(q, vector) -> None:
    """Against q v q* / |q|**2, multiplied out by numpy here."""
    square = float(q @ q)
    w, u = q[0], q[1:]
    expected = (
        (w * w - u @ u) * vector + 2.0 * (u @ vector) * u + 2.0 * w * np.cross(u, vector)
    ) / square
    matrix = t.R_body_to_world(q)
    np.testing.assert_allclose(t.rotated(matrix, vector), expected, atol=1e-9)
    np.testing.assert_allclose(matrix @ t.R_world_to_body(q), np.eye(3), atol=1e-12)
    assert np.linalg.det(matrix) == pytest.approx(1.0)


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(TypeError, match="vector"):
        t.enu_to_ned(np.zeros(4))
    with pytest.raises(TypeError, match="q is"):
        t.R_body_to_world([1.0, 0.0, 0.0, 0.0])  # type: ignore[arg-type]


OF_QUATERNIONS = (
    t.quat_hamilton_to_scipy,
    t.quat_scipy_to_hamilton,
    t.R_body_to_world,
    t.R_world_to_body,
)
OF_VECTORS = (t.enu_to_ned, t.ned_to_enu, t.flu_to_frd, t.frd_to_flu)


@pytest.mark.parametrize("convert", OF_QUATERNIONS)
@pytest.mark.parametrize("norm", [0.0, 0.998, 1.002, 2.0])
def test_a_quaternion_that_is_not_unit_is_refused(convert, norm) -> None:
    convert(np.array([0.6, 0.0, 0.8, 0.0]) * 1.0009)
    with pytest.raises(InputError, match="q has the norm") as refused:
        convert(np.array([0.6, 0.0, 0.8, 0.0]) * norm)
    assert isinstance(refused.value, ValueError)
    assert refused.value.where == convert.__name__


def test_returned_arrays_are_read_only() -> None:
    q, vector = np.array([1.0, 0.0, 0.0, 0.0]), np.array([1.0, 2.0, 3.0])
    result = [convert(q) for convert in OF_QUATERNIONS]
    result += [convert(vector) for convert in OF_VECTORS]
    result.append(t.rotated(t.R_body_to_world(q), vector))
    for each in result:
        with pytest.raises(ValueError, match="read-only"):
            each[0] = 9.0
