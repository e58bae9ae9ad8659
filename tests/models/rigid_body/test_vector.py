"""Goal: quaternions turn vectors as rotation matrices do, and as the frames page says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.models.rigid_body import (
    conjugate,
    cross,
    heading_of,
    product,
    to_body,
    to_world,
    unit,
)

numbers = st.floats(-10.0, 10.0)
vectors = st.tuples(numbers, numbers, numbers)
quaternions = (
    st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(x * x for x in q) > 1e-3).map(unit)
)


def matrix(q):
    w, x, y, z = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def test_a_quarter_turn_about_the_vertical_puts_forward_to_north() -> None:
    half = math.sqrt(0.5)
    q = (half, 0.0, 0.0, half)
    assert to_world(q, (1.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0, 0.0), abs=1e-15)
    assert to_body(q, (1.0, 0.0, 0.0)) == pytest.approx((0.0, -1.0, 0.0), abs=1e-15)
    assert heading_of(q) == pytest.approx(math.pi / 2, abs=1e-15)


@given(quaternions, vectors)
def test_turning_is_the_matrix_of_the_quaternion(q, v) -> None:
    wanted = tuple(sum(a * b for a, b in zip(row, v, strict=True)) for row in matrix(q))
    assert to_world(q, v) == pytest.approx(wanted, abs=1e-13)


@given(quaternions, vectors)
def test_there_and_back(q, v) -> None:
    assert to_body(q, to_world(q, v)) == pytest.approx(v, abs=1e-13)


@given(quaternions, quaternions, vectors)
def test_a_product_turns_by_its_right_factor_first(p, q, v) -> None:
    assert to_world(product(p, q), v) == pytest.approx(to_world(p, to_world(q, v)), abs=1e-12)


@given(quaternions)
def test_a_conjugate_undoes(q) -> None:
    assert product(q, conjugate(q)) == pytest.approx((1.0, 0.0, 0.0, 0.0), abs=1e-15)


@given(vectors, vectors)
def test_a_vector_product_stands_on_both(a, b) -> None:
    c = cross(a, b)
    assert sum(x * y for x, y in zip(a, c, strict=True)) == pytest.approx(0.0, abs=1e-11)
    assert sum(x * y for x, y in zip(b, c, strict=True)) == pytest.approx(0.0, abs=1e-11)
    assert cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)
