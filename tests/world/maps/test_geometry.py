"""The pieces of a reference line against closed forms and against mpmath."""

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.world.maps.opendrive import Arc, Line, ParamPoly3, Poly3, Spiral
from project_ghost.world.maps.opendrive._quadrature import NODES, WEIGHTS

START = (0.0, 0.0, 0.0, 0.0)
PI = 3.141592653589793


def exact_clothoid(start, end, length, s):
    with mpmath.workdps(40):
        rate = (mpmath.mpf(end) - mpmath.mpf(start)) / mpmath.mpf(length)

        def heading(u):
            return mpmath.mpf(start) * u + rate * u * u / 2

        steps = max(2, int(abs(heading(s))) + int(abs(s) * max(abs(start), abs(end))) + 2)
        grid = mpmath.linspace(0, s, steps)
        x = mpmath.quad(lambda u: mpmath.cos(heading(u)), grid)
        y = mpmath.quad(lambda u: mpmath.sin(heading(u)), grid)
        return float(x), float(y), float(heading(s))


def test_the_nodes_are_those_of_gauss_and_legendre():
    with mpmath.workdps(40):
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            root = mpmath.findroot(lambda x: mpmath.legendre(10, x), node)
            slope = mpmath.diff(lambda x: mpmath.legendre(10, x), root)
            assert node == float(root)
            assert weight == float(2 / ((1 - root * root) * slope * slope))


def test_a_line_goes_where_it_looks():
    pose = Line(10.0, 1.0, 2.0, PI / 2, 50.0).at(30.0)
    assert pose == pytest.approx((1.0, 22.0, PI / 2), abs=1e-14)


def test_a_quarter_of_a_circle_ends_at_its_corner():
    pose = Arc(*START, 25.0 * PI, 1.0 / 50.0).at(25.0 * PI)
    assert pose == pytest.approx((50.0, 50.0, PI / 2), abs=1e-12)
    right = Arc(*START, 25.0 * PI, -1.0 / 50.0).at(25.0 * PI)
    assert right == pytest.approx((50.0, -50.0, -PI / 2), abs=1e-12)


@pytest.mark.parametrize("curvature", [0.0, 1e-300, 1e-12, 1e-7, 1.9e-6, 2.1e-6, 1e-3])
def test_an_arc_keeps_its_digits_where_it_is_almost_straight(curvature):
    pose = Arc(*START, 100.0, curvature).at(100.0)
    expected = exact_clothoid(curvature, curvature, 100.0, 100.0)
    assert pose == pytest.approx(expected, rel=1e-14, abs=1e-300)


@pytest.mark.slow
@given(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.floats(0.5, 150.0), st.floats(0.0, 1.0))
def test_a_spiral_is_the_integral_of_its_direction(start, end, length, share):
    s = share * length
    pose = Spiral(*START, length, start, end).local(s)
    x, y, heading = exact_clothoid(start, end, length, s)
    assert abs(pose.x_m - x) < 2e-13 * (1.0 + length)
    assert abs(pose.y_m - y) < 2e-13 * (1.0 + length)
    assert abs(pose.heading_rad - heading) < 1e-13 * (1.0 + length)


def test_a_spiral_is_a_fresnel_integral():
    """With A = 100 it ends at 100 sqrt(pi) (C, S)(L / (100 sqrt(pi)))."""
    length = 80.0
    pose = Spiral(*START, length, 0.0, length / 10_000.0).local(length)
    scale = mpmath.sqrt(mpmath.pi) * 100
    assert pose.x_m == pytest.approx(float(scale * mpmath.fresnelc(length / scale)), abs=1e-13)
    assert pose.y_m == pytest.approx(float(scale * mpmath.fresnels(length / scale)), abs=1e-13)


@pytest.mark.parametrize("coefficients", [(0.0, 0.3, 0.01, -2e-4), (1.0, -0.5, 0.0, 1e-3)])
def test_poly3_is_measured_along_the_curve(coefficients):
    a, b, c, d = coefficients
    pose = Poly3(*START, 40.0, a, b, c, d).local(40.0)
    length = mpmath.quad(
        lambda u: mpmath.sqrt(1 + (b + 2 * c * u + 3 * d * u * u) ** 2),
        mpmath.linspace(0, pose.x_m, 9),
    )
    assert float(length) == pytest.approx(40.0, abs=1e-10)
    u = pose.x_m
    assert pose.y_m == pytest.approx(a + b * u + c * u * u + d * u * u * u, abs=1e-12)
    slope = b + 2 * c * u + 3 * d * u * u
    assert pose.heading_rad == pytest.approx(float(mpmath.atan(slope)), abs=1e-14)


def test_both_ranges_of_param_poly3_are_the_same_curve():
    by_length = ParamPoly3(
        *START, 20.0, (0.0, 1.0, -0.001, 0.0), (0.0, 0.0, 0.02, -1e-4), is_normalized=False
    )
    by_share = ParamPoly3(
        *START, 20.0, (0.0, 20.0, -0.4, 0.0), (0.0, 0.0, 8.0, -0.8), is_normalized=True
    )
    for s in (0.0, 3.0, 11.7, 20.0):
        assert by_length.local(s) == pytest.approx(by_share.local(s), abs=1e-13)
    end = by_length.local(20.0)
    assert end[:2] == pytest.approx((19.6, 7.2), abs=1e-13)
    assert end.heading_rad == pytest.approx(float(mpmath.atan2(0.68, 0.96)), abs=1e-14)
