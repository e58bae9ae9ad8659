"""How far from the true value, against mpmath. `make accuracy` does it with a million each."""

import pytest
from mpmath import mp, mpf

from project_ghost.core import dmath
from tools import dmath_accuracy, dmath_constants


@pytest.mark.parametrize("subject", dmath_accuracy.SUBJECTS, ids=lambda subject: subject.name)
def test_every_function_keeps_to_its_limit(subject: dmath_accuracy.Subject) -> None:
    worst = dmath_accuracy.measure(subject, chunk=10**9, count=1800)
    assert worst.error_ulp <= dmath_accuracy.LIMITS_ULP[subject.name] < 1.0, worst


@pytest.mark.parametrize("x", [-51.01698867746294, 5.274273143765765e252, -0.7548067443866627])
def test_the_tangent_where_a_quotient_of_rounded_values_fails(x: float) -> None:
    """Without the rounding error of the square these are 0.92 ulp off and more."""
    with mp.workprec(1400):
        assert dmath_accuracy.error_in_ulp(dmath.tan(x), mp.tan(mpf(x))) < 0.87


def test_the_measurement_sees_an_error() -> None:
    """A ruler that reads zero everywhere would pass the test above."""
    assert dmath_accuracy.error_in_ulp(1.0, mpf(1) + 2**-52) == 1.0
    assert dmath_accuracy.error_in_ulp(0.0, mpf(2) ** -1074) == 1.0
    assert dmath_accuracy.error_in_ulp(float("inf"), mpf(10) ** 300) == float("inf")


@pytest.mark.parametrize(
    ("name", "make"),
    [("_polynomials.py", dmath_constants.polynomials), ("_tables.py", dmath_constants.tables)],
)
def test_the_constants_agree_with_their_definitions(name, make) -> None:
    assert (dmath_constants.DMATH / name).read_text(encoding="utf-8") == make()
