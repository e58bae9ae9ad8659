"""dmath over arrays: elementwise, broadcast, with the scalar functions' bits."""

import numpy as np
import pytest

from project_ghost.core import dmath
from project_ghost.core.dmath import arrays
from project_ghost.core.errors import DomainError, InputTypeError
from project_ghost.core.randomness import RandomSource


def test_every_scalar_function_has_its_array_form() -> None:
    assert set(arrays.__all__) == set(dmath.__all__)


def test_shapes_and_broadcasting_follow_numpy() -> None:
    y = np.array([[1.0], [2.0]])
    x = np.array([3.0, 4.0, 5.0])
    angles = arrays.atan2(y, x)
    assert angles.shape == (2, 3)
    assert angles[1, 2] == dmath.atan2(2.0, 5.0)
    assert arrays.sin(0.5).shape == ()
    assert arrays.sin([]).shape == (0,)
    assert arrays.sqrt(np.array([4, 9]))[1] == 3.0
    assert arrays.cos(np.ones((4, 6))[::2, ::3]).shape == (2, 2)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1_000, 60_000])
def test_short_and_long_arrays_give_the_same_bits_as_scalars(size: int) -> None:
    """Below and above the length from which a compiled loop is used."""
    x = 20.0 * RandomSource(1).child("arguments").uniforms(0, size, 1)[:, 0] - 10.0
    assert arrays.sin(x).tobytes() == np.array([dmath.sin(v) for v in x.tolist()]).tobytes()
    sines, cosines = arrays.sincos(x)
    assert sines.tobytes() == arrays.sin(x).tobytes()
    assert cosines.tobytes() == arrays.cos(x).tobytes()


def test_sines_and_cosines_of_every_size_and_sign_have_the_scalars_bits() -> None:
    """Small, reduced and huge angles, both zeros, and the borders between the formulas."""
    turns = np.arange(-40, 41) * (np.pi / 4)
    borders = np.array([0.6168502750680849, 5.551115123125783e-17]) ** 0.5
    near = np.concatenate([turns, borders, -borders])
    spread = 10.0 ** RandomSource(2).child("sizes").uniforms(0, 2000, 1)[:, 0].repeat(2) * 6 - 3
    x = np.concatenate(
        [near, np.nextafter(near, 9.0), np.nextafter(near, -9.0), spread, -spread, [0.0, -0.0]]
    )
    for angles in (x, np.append(x, 1e22)):
        sines = np.array([dmath.sin(v) for v in angles.tolist()])
        cosines = np.array([dmath.cos(v) for v in angles.tolist()])
        assert arrays.sin(angles).tobytes() == sines.tobytes()
        assert arrays.cos(angles).tobytes() == cosines.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 60_000])
def test_the_element_without_a_value_is_named(size: int) -> None:
    x = np.ones((2, size))
    x[1, 7] = -3.0
    with pytest.raises(DomainError) as caught:
        arrays.log(x)
    assert caught.value.what == "log(-3.0) has no value"
    assert caught.value.where == "dmath.arrays.log, element [1, 7]"
    assert caught.value.expected == "x > 0"


def test_a_single_number_is_named_without_an_element() -> None:
    with pytest.raises(DomainError) as caught:
        arrays.sincos(np.inf)
    assert caught.value.where == "dmath.arrays.sincos"


@pytest.mark.parametrize(
    "argument",
    [
        1j,
        "1.5",
        np.array(["2026-01-01"], dtype="datetime64[D]"),
        np.ma.masked_array([1.0, 2.0], [False, True]),
    ],
)
def test_values_other_than_real_numbers_are_refused(argument) -> None:
    with pytest.raises(InputTypeError) as caught:
        arrays.sin(argument)
    assert caught.value.where == "dmath.arrays.sin"
    assert "real numbers" in caught.value.expected
