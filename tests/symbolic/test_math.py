"""Goal: portable functions have dmath's bits, and both kinds have derivatives one can trust.

Method: dmath itself for the bits, on ordinary arguments, over 600 decades, up to the largest
ordinary angle, and at special values; mpmath for derivatives.
"""

from itertools import product

import mpmath
import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core import dmath
from project_ghost.symbolic.math import SAFE_ARGUMENTS, functions
from project_ghost.symbolic.math._portable import kernel
from project_ghost.symbolic.math._selection import exact_building, select
from proofs.symbolic.dmath_bits import differing


@pytest.mark.parametrize("name", dmath.__all__)
def test_no_bit_differs_from_dmath(name: str) -> None:
    """`make proof-symbolic` takes ten times as many arguments."""
    assert differing(name, 3_000) == []


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_every_function_of_dmath_is_there(kind: str) -> None:
    assert sorted(functions(kind)) == dmath.__all__  # type: ignore[arg-type]


@pytest.mark.parametrize("name", dmath.__all__)
def test_native_values_agree_to_rounding(name: str) -> None:
    portable, native = kernel(name), functions("native")[name]
    arguments = [ca.SX.sym(f"a{k}") for k in range(portable.n_in())]
    value = native(*arguments)
    graph = ca.Function("f", arguments, list(value) if isinstance(value, tuple) else [value])
    points = [0.0, 0.3, 0.7, 1.0] if name in ("asin", "acos") else [0.25, 0.7, 1.0, 2.5, 40.0]
    for point in product(points, repeat=len(arguments)):
        for a, b in zip(portable.call(list(point)), graph.call(list(point)), strict=True):
            assert float(a) == pytest.approx(float(b), rel=1e-14, abs=1e-15)


def _cbrt(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.sign(x) * mpmath.cbrt(abs(x))


TRUTH = {
    "acos": mpmath.acos,
    "asin": mpmath.asin,
    "atan": mpmath.atan,
    "cbrt": _cbrt,
    "cos": mpmath.cos,
    "cosh": mpmath.cosh,
    "exp": mpmath.exp,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log1p": mpmath.log1p,
    "sin": mpmath.sin,
    "sinh": mpmath.sinh,
    "sqrt": mpmath.sqrt,
    "tan": mpmath.tan,
    "tanh": mpmath.tanh,
    "wrap_angle": lambda x: x - 2 * mpmath.pi * mpmath.nint(x / (2 * mpmath.pi)),
}
INTERVALS = {"acos": (-0.9, 0.9), "asin": (-0.9, 0.9), "log": (0.1, 1e4), "sqrt": (1e-3, 1e4)}
WIDE = ("sin", "cos", "tan", "wrap_angle")


@pytest.mark.parametrize("kind", ["native", "portable"])
@pytest.mark.parametrize("name", TRUTH)
def test_first_and_second_derivatives_are_right(name: str, kind: str) -> None:
    x = ca.SX.sym("x")
    slope = ca.jacobian(functions(kind)[name](x), x)  # type: ignore[arg-type]
    derivatives = ca.Function("d", [x], [slope, ca.jacobian(slope, x)])
    low, high = INTERVALS.get(name, (-0.9, 9.0))
    points = list(np.linspace(low, high, 11) + 1e-3)
    if name in WIDE:  # far beyond the first interval, and where dmath takes the digits of 2/pi
        points += [-400.3, 1.1e5, 3.3e6, 1.2e15]
    with mpmath.workdps(50):
        for point in points:
            got = [float(value) for value in derivatives(point)]
            true = [float(mpmath.diff(TRUTH[name], point, order)) for order in (1, 2)]
            assert got == pytest.approx(true, rel=1e-9, abs=1e-12), point


@pytest.mark.parametrize("kind", ["native", "portable"])
@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("sqrt", (0.0,)),
        ("hypot", (0.0, 0.0)),
        ("atan2", (0.0, 0.0)),
        ("asin", (1.0,)),
        ("acos", (-1.0,)),
        ("cbrt", (0.0,)),
        ("pow", (0.0, 0.5)),
    ],
)
def test_derivatives_are_zero_where_the_slope_is_infinite(
    name: str, point: tuple[float, ...], kind: str
) -> None:
    x = ca.SX.sym("x", len(point))
    value = functions(kind)[name](*ca.vertsplit(x))  # type: ignore[arg-type]
    hessian, gradient = ca.hessian(value, x)
    results = ca.Function("d", [x], [gradient, hessian])(ca.DM(point))
    assert all((result.full() == 0.0).all() for result in results)


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_powers_have_right_derivatives_at_zero_and_below(kind: str) -> None:
    x = ca.SX.sym("x", 2)
    hessian, gradient = ca.hessian(functions(kind)["pow"](x[0], x[1]), x)  # type: ignore[arg-type]
    both = ca.Function("d", [x], [gradient, hessian])
    assert np.array(both([0.0, 1.0])[0]).ravel().tolist() == [1.0, 0.0]
    assert np.array(both([0.0, 2.0])[1]).tolist() == [[2.0, 0.0], [0.0, 0.0]]
    assert np.array(both([-2.0, 3.0])[0]).ravel().tolist() == [12.0, 0.0]
    assert np.array(both([-2.0, 3.0])[1])[0, 0] == -12.0


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_safe_arguments_have_finite_derivatives(kind: str) -> None:
    for name, point in SAFE_ARGUMENTS.items():
        x = ca.SX.sym("x", len(point))
        value = functions(kind)[name](*ca.vertsplit(x))  # type: ignore[arg-type]
        results = ca.Function("d", [x], list(ca.hessian(value, x)))(ca.DM(point))
        assert all(np.isfinite(result.full()).all() for result in results), name


@pytest.mark.parametrize("then", [0.0, -0.0, 2.0, None])
@pytest.mark.parametrize("otherwise", [0.0, -0.0, 2.0, None])
def test_a_selection_keeps_the_sign_of_zero(then: float | None, otherwise: float | None) -> None:
    condition, a, b, factor = (ca.SX.sym(name) for name in "cabf")
    with exact_building():
        chosen = select(
            condition, a if then is None else then, b if otherwise is None else otherwise
        )
        graph = ca.Function("f", [condition, a, b, factor], [chosen, factor * chosen])
    for first, second, scale in product((0.0, -0.0, 3.0), (0.0, -0.0, 3.0), (-2.0, 2.0)):
        for holds in (0.0, 1.0):
            left = first if then is None else then
            right = second if otherwise is None else otherwise
            expected = left if holds else right
            got = [float(value) for value in graph(holds, first, second, scale)]
            assert np.array(got).tobytes() == np.array([expected, scale * expected]).tobytes()


def test_the_setting_of_simplification_is_restored_after_an_error() -> None:
    before = ca.GlobalOptions.getSimplificationOnTheFly()
    with exact_building():
        assert not ca.GlobalOptions.getSimplificationOnTheFly()
    with pytest.raises(ZeroDivisionError), exact_building():
        raise ZeroDivisionError
    assert ca.GlobalOptions.getSimplificationOnTheFly() == before
