"""A block that could not work is refused when it is made, with a message that helps."""

from collections.abc import Callable
from math import inf, nan

import pytest

from project_ghost.core.errors import GhostError
from project_ghost.engine.blocks import (
    PID,
    Constant,
    Delay,
    Demux,
    FirstOrderLag,
    Gain,
    Integrator,
    LookupTable,
    Mux,
    NoiseSource,
    RandomWalk,
    SampleAndHold,
    Saturation,
    Sum,
)

Make = Callable[[], object]

BAD: list[tuple[Make, str, str, str]] = [
    (lambda: Constant("1"), "Constant", "'value' is '1'", "a number"),  # type: ignore[arg-type]
    (lambda: Constant(()), "Constant", "'value' is empty", "at least one"),
    (lambda: Gain(nan), "Gain", "'gain' is nan", "a number"),
    (lambda: Gain(None), "Gain", "'gain' is missing", "a value"),  # type: ignore[arg-type]
    (lambda: Sum(""), "Sum", "the signs are ''", "one + or -"),
    (lambda: Sum("+x"), "Sum", "the signs are '+x'", "one + or -"),
    (lambda: Saturation(2.0, 1.0), "Saturation", "'low' is 2.0 and 'high' is 1.0", "not above"),
    (lambda: Integrator(low=1.0, high=0.0), "Integrator", "'low' is 1.0", "not above"),
    (lambda: Integrator(5.0, high=1.0), "Integrator", "'initial' is 5.0", "from -inf to 1.0"),
    (lambda: Delay(0), "Delay", "'samples' is 0", "a positive whole number"),
    (lambda: Delay(1.5), "Delay", "'samples' is 1.5", "a positive whole number"),  # type: ignore[arg-type]
    (lambda: FirstOrderLag(0.0), "FirstOrderLag", "'tau_s' is 0.0", "a positive, finite number"),
    (lambda: FirstOrderLag(inf), "FirstOrderLag", "'tau_s' is inf", "a positive, finite number"),
    (lambda: PID(1.0, filter_s=-1.0), "PID", "'filter_s' is -1.0", "zero or a positive"),
    (lambda: PID(1.0, low=1.0, high=0.0), "PID", "'low' is 1.0", "not above"),
    (lambda: LookupTable([], []), "LookupTable", "0 xs and 0 ys", "at least one"),
    (lambda: LookupTable([1.0], [1.0, 2.0]), "LookupTable", "1 xs and 2 ys", "as many"),
    (lambda: LookupTable([0.0, 0.0], [1.0, 2.0]), "LookupTable", "xs[1] is 0.0", "increase"),
    (lambda: LookupTable([0.0, nan], [1.0, 2.0]), "LookupTable", "'xs' is (0.0, nan)", "numbers"),
    (lambda: NoiseSource(0.0, -1.0), "NoiseSource", "'standard_deviation' is -1.0", "positive"),
    (lambda: RandomWalk(-1.0), "RandomWalk", "'density' is -1.0", "zero or a positive"),
    (lambda: Mux(0), "Mux", "'count' is 0", "at least 1"),
    (lambda: Mux(2.0), "Mux", "'count' is 2.0", "a whole number"),  # type: ignore[arg-type]
    (lambda: Demux(1), "Demux", "'count' is 1", "at least 2"),
    (lambda: SampleAndHold(initial=nan), "SampleAndHold", "'held' is nan", "a number"),
]


@pytest.mark.parametrize(("make", "where", "what", "expected"), BAD)
def test_bad_construction_says_what_where_expected_and_fix(make, where, what, expected) -> None:
    with pytest.raises(GhostError) as got:
        make()
    assert what in got.value.what
    assert got.value.where == where
    assert expected in got.value.expected
    assert got.value.fix
