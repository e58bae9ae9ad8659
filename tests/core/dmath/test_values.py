"""Values that are known exactly, the ends of the number line, and where there is no value."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core import dmath
from project_ghost.core.errors import DomainError

INF = math.inf
NAN = math.nan
TINY = 5e-324
LARGEST = 1.7976931348623157e308
QUARTER, HALF, PI = 0.7853981633974483, 1.5707963267948966, 3.141592653589793

LINEAR_AT_ZERO = ("sin", "tan", "asin", "atan", "sinh", "tanh", "expm1", "log1p", "wrap_angle")
OF_ANGLES = ("sin", "cos", "tan", "sincos", "wrap_angle")

finite = st.floats(allow_nan=False, allow_infinity=False)


def bits(x: float) -> bytes:
    return struct.pack("<d", x)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        # Exact cases come out exactly.
        ("exp(0.0)", 1.0),
        ("expm1(0.0)", 0.0),
        ("log(1.0)", 0.0),
        ("log1p(0.0)", 0.0),
        ("pow(2.0, 10.0)", 1024.0),
        ("pow(3.0, 20.0)", 3486784401.0),
        ("pow(7.0, -1.0)", 1.0 / 7.0),
        ("pow(2.25, 0.5)", 1.5),
        ("pow(2.0, -1074.0)", TINY),
        ("pow(2.0, 1023.0)", 2.0**1023),
        ("pow(-2.0, 3.0)", -8.0),
        ("pow(-2.0, 4.0)", 16.0),
        ("cbrt(27.0)", 3.0),
        ("cbrt(-1e-3)", -0.1),
        ("sqrt(2.0)", math.sqrt(2.0)),
        ("hypot(3.0, 4.0)", 5.0),
        ("hypot(3e300, 4e300)", 5e300),
        ("hypot(3e-320, 4e-320)", 5e-320),
        ("asin(1.0)", HALF),
        ("acos(1.0)", 0.0),
        ("acos(-1.0)", PI),
        ("acos(0.0)", HALF),
        ("atan(1.0)", QUARTER),
        ("atan2(1.0, 1.0)", QUARTER),
        ("atan2(-1.0, -1.0)", -3.0 * QUARTER),
        ("cos(0.0)", 1.0),
        ("cosh(0.0)", 1.0),
        ("sin(3.141592653589793)", 1.2246467991473532e-16),
        ("wrap_angle(-3.141592653589793)", -PI),
        # Zeros keep their sign.
        *((f"{name}(-0.0)", -0.0) for name in (*LINEAR_AT_ZERO, "cbrt", "sqrt")),
        ("atan2(0.0, 1.0)", 0.0),
        ("atan2(-0.0, 1.0)", -0.0),
        ("atan2(0.0, -0.0)", PI),
        ("atan2(-0.0, -1.0)", -PI),
        ("atan2(1.0, -0.0)", HALF),
        ("pow(-0.0, 3.0)", -0.0),
        ("pow(-0.0, 2.0)", 0.0),
        # Subnormals go through.
        *((f"{name}(5e-324)", TINY) for name in LINEAR_AT_ZERO),
        ("atan2(5e-324, 1.0)", TINY),
        ("hypot(5e-324, 0.0)", TINY),
        ("log(5e-324)", -744.4400719213812),
        # Overflow gives infinity, underflow zero.
        ("exp(710.0)", INF),
        ("exp(-746.0)", 0.0),
        ("expm1(800.0)", INF),
        ("expm1(-800.0)", -1.0),
        ("sinh(-711.0)", -INF),
        ("cosh(711.0)", INF),
        ("pow(10.0, 309.0)", INF),
        ("pow(10.0, -400.0)", 0.0),
        ("pow(-10.0, 309.0)", -INF),
        ("pow(2.0, 1e300)", INF),
        ("hypot(1.7976931348623157e308, 1.7976931348623157e308)", INF),
        # Infinities where the limit exists.
        ("exp(INF)", INF),
        ("exp(-INF)", 0.0),
        ("log(INF)", INF),
        ("log1p(INF)", INF),
        ("tanh(-INF)", -1.0),
        ("atan(INF)", HALF),
        ("atan2(INF, INF)", QUARTER),
        ("atan2(INF, -INF)", 3.0 * QUARTER),
        ("atan2(-1.0, -INF)", -PI),
        ("atan2(-1.0, INF)", -0.0),
        ("pow(INF, -1.0)", 0.0),
        ("pow(0.5, -INF)", INF),
        ("pow(-INF, 3.0)", -INF),
        ("pow(-1.0, INF)", 1.0),
        ("hypot(-INF, 1.0)", INF),
        ("cbrt(-INF)", -INF),
        ("sqrt(INF)", INF),
        ("pow(1.0, 1e9)", 1.0),
        ("pow(0.0, 0.0)", 1.0),
    ],
)  # fmt: skip
def test_known_values(call: str, expected: float) -> None:
    value = eval(call, {**vars(dmath), "INF": INF})  # noqa: S307 - the table above
    assert bits(value) == bits(expected), value


@pytest.mark.parametrize(
    "call",
    [
        *(f"{name}(NAN)" for name in dmath.__all__ if name not in ("atan2", "hypot", "pow")),
        *(f"{name}({a})" for name in ("atan2", "hypot", "pow") for a in ("NAN, 1.0", "1.0, NAN")),
        *(f"{name}({a})" for name in OF_ANGLES for a in ("INF", "-INF")),
        "asin(1.0000000000000002)",
        "acos(-1.0000000000000002)",
        "log(0.0)",
        "log(-0.0)",
        "log(-1.0)",
        "log1p(-1.0)",
        "log1p(-2.0)",
        "sqrt(-5e-324)",
        "pow(-8.0, 0.3333333333333333)",
        "pow(0.0, -1.0)",
        "pow(-0.0, -3.0)",
        "pow(NAN, 0.0)",
    ],
)  # fmt: skip
def test_where_there_is_no_value_the_error_names_call_and_domain(call: str) -> None:
    with pytest.raises(DomainError) as caught:
        eval(call, {**vars(dmath), "INF": INF, "NAN": NAN})  # noqa: S307 - the table above
    error = caught.value
    assert error.what.startswith(call.split("(")[0])
    assert error.what.endswith("has no value")
    assert error.where == f"dmath.{call.split('(')[0]}"
    assert str(error.at("line 3")).splitlines()[1] == "  where: line 3"
    assert error.expected
    assert error.fix


@given(finite)
def test_odd_and_even_functions(x: float) -> None:
    for name in ("sin", "tan", "atan", "sinh", "tanh", "cbrt", "wrap_angle"):
        function = getattr(dmath, name)
        assert bits(function(-x)) == bits(-function(x)), name
    for name in ("cos", "cosh"):
        function = getattr(dmath, name)
        assert bits(function(-x)) == bits(function(x)), name


@given(finite)
def test_sincos_is_sin_and_cos(x: float) -> None:
    sine, cosine = dmath.sincos(x)
    assert (bits(sine), bits(cosine)) == (bits(dmath.sin(x)), bits(dmath.cos(x)))


@given(finite)
def test_a_wrapped_angle_is_in_range_and_stays(x: float) -> None:
    wrapped = dmath.wrap_angle(x)
    assert -PI <= wrapped <= PI
    assert bits(dmath.wrap_angle(wrapped)) == bits(wrapped)
    # The same direction, up to the rounding of the wrapped angle itself.
    assert abs(dmath.sin(wrapped) - dmath.sin(x)) <= 5e-16
    assert abs(dmath.cos(wrapped) - dmath.cos(x)) <= 5e-16


@given(finite, finite)
def test_hypot_does_not_care_for_order_or_signs(x: float, y: float) -> None:
    assert bits(dmath.hypot(x, y)) == bits(dmath.hypot(-y, x))


@given(st.integers(-208000, 208000))
def test_roots_of_perfect_powers_are_exact(n: int) -> None:
    assert dmath.cbrt(float(n**3)) == float(n)
    assert dmath.sqrt(float(n**2)) == float(abs(n))


@given(st.floats(1e-300, 1e300), st.floats(1e-300, 1e300))
def test_log_and_exp_never_turn_the_order(x: float, y: float) -> None:
    low, high = sorted((x, y))
    assert dmath.log(low) <= dmath.log(high)
    assert dmath.atan(low) <= dmath.atan(high)
    low, high = sorted((dmath.log(x), dmath.log(y)))
    assert dmath.exp(low) <= dmath.exp(high)


@pytest.mark.parametrize(
    "kind", [int, np.float16, np.float32, np.float64, np.longdouble, np.int32, np.uint8, bool]
)
@pytest.mark.parametrize("name", dmath.__all__)
def test_every_kind_of_number_means_its_float(name: str, kind) -> None:
    """A computation in the argument's own precision would be another function."""
    function = getattr(dmath, name)
    arguments = (kind(1),) * (2 if name in ("atan2", "hypot", "pow") else 1)
    values, expected = function(*arguments), function(*(1.0 for _ in arguments))
    for value, true in zip(np.atleast_1d(values), np.atleast_1d(expected), strict=True):
        assert bits(value) == bits(true)
    assert type(values) is type(expected)
