"""Goal: the gains are the optimal ones: known answers, and the equation itself."""

import math

import mpmath
import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.controllers import lqr_gain, riccati_solution, tracking_gain


def test_the_golden_ratio():
    """a = b = q = r = 1: p^2 = p + 1."""
    golden = 0.5 * (1.0 + math.sqrt(5.0))
    assert riccati_solution([[1.0]], [[1.0]], [[1.0]], [[1.0]])[0][0] == pytest.approx(
        golden, rel=1e-15
    )
    assert lqr_gain([[1.0]], [[1.0]], [[1.0]], [[1.0]])[0][0] == pytest.approx(
        1.0 / golden, rel=1e-15
    )


SYSTEMS = [
    (((1.0, 0.1), (0.0, 1.0)), ((0.005,), (0.1,)), ((1.0, 0.0), (0.0, 1.0)), ((1.0,),)),
    (((1.1, 0.3), (0.0, 0.7)), ((0.0,), (1.0,)), ((2.0, 0.5), (0.5, 1.0)), ((0.3,),)),
    (
        ((1.0, 0.1, 0.0), (0.0, 1.0, 0.1), (0.2, 0.0, 0.9)),
        ((0.0, 1.0), (0.1, 0.0), (1.0, 0.3)),
        ((1.0, 0.0, 0.0), (0.0, 3.0, 0.0), (0.0, 0.0, 0.5)),
        ((1.0, 0.1), (0.1, 2.0)),
    ),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_solution_solves_the_equation(system):
    """P = Q + A'PA - A'PB (R + B'PB)^-1 B'PA, in mpmath's 40 digits."""
    with mpmath.workdps(40):
        a, b, q, r = (mpmath.matrix([list(row) for row in m]) for m in system)
        p = mpmath.matrix(riccati_solution(*system))
        inner = (r + b.T * p * b) ** -1
        rest = q + a.T * p * a - a.T * p * b * inner * b.T * p * a - p
        assert mpmath.mnorm(rest) < 1e-12 * mpmath.mnorm(p)
        gain = mpmath.matrix(lqr_gain(*system))
        assert mpmath.mnorm(gain - inner * b.T * p * a) < 1e-12 * mpmath.mnorm(gain)
        poles = mpmath.eig(a - b * gain)[0]
        assert max(abs(pole) for pole in poles) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS[:2])
def test_the_plain_iteration_ends_at_the_same_gain(system):
    """Backwards in time from nothing, a thousand times, in floats of 30 digits."""
    with mpmath.workdps(30):
        a, b, q, r = (mpmath.matrix([list(row) for row in m]) for m in system)
        p = q
        for _ in range(1000):
            k = (r + b.T * p * b) ** -1 * b.T * p * a
            p = q + a.T * p * (a - b * k)
        wanted = [float(x) for x in k]
    assert lqr_gain(*system)[0] == pytest.approx(wanted, rel=1e-12)


def test_gains_for_driving_fall_with_the_weight_of_steering():
    eager, calm = (tracking_gain(10.0, 0.05, 2.6, (1.0, 1.0, r)) for r in (10.0, 1000.0))
    assert eager[0] > calm[0] > 0.0
    assert eager[1] > calm[1] > 0.0
    # With time steps that vanish the distance's gain is sqrt(q / r).
    assert tracking_gain(10.0, 1e-4, 2.6, (1.0, 1.0, 100.0))[0] == pytest.approx(0.1, rel=1e-2)


def test_what_cannot_be_steered_is_refused():
    with pytest.raises(InputError, match="no inverse"):
        lqr_gain([[1.0]], [[1.0]], [[1.0]], [[0.0]])
    with pytest.raises(InputError, match="does not converge"):
        riccati_solution([[2.0]], [[0.0]], [[1.0]], [[1.0]])
