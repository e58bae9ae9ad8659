"""Goal: every Block and Kernel is as a graph what it is in the engine, or is refused with a reason.

Method: all that Ghost ships is found, so that none is forgotten. Each function is compared on
random inputs, in bits if portable; where it stops, the graph says so. `make proof-symbolic` takes
400 inputs of each.
"""

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

from proofs.symbolic.components import Verdict, bits, compared
from proofs.symbolic.library import FROZEN_COLUMNS, shipped

INPUTS = 25
# What cannot be an expression, by what a signal decides there.
REFUSED = {
    "CarTotals": "a slice whose ends a signal names",  # the polygon under the car
    "CarView": "the loop ends where a signal says",  # neighbours, sorted by distance
    "Contacts": "the loop ends where a signal says",  # pairs of a grid
    "IdmDrivers": "a slice whose ends a signal names",  # who is within sight
    "LqrBicycle": "a signal decides how large the array is",  # the horizon of a plan
    "ObjectDetector": "the loop ends where a signal says",  # sorted by distance
    "RecordedArrivals": "the loop ends where a signal says",  # room among the rows
    "TrajectoryTracker": "a signal decides how large the array is",
    "Walkers": "the loop ends where a signal says",  # who is near
}
KINDS = {kind.__name__: kind for kind in shipped()}


@pytest.mark.parametrize("name", KINDS)
def test_a_component_as_a_graph_has_the_bits_of_the_interpreter(name) -> None:
    found = compared(KINDS[name], INPUTS)
    assert found.difference == ""
    if name in REFUSED:
        assert REFUSED[name] in found.refusal
        assert ".py:" in found.refusal
    else:
        assert found.refusal == ""
        assert found.rows_frozen == (name in FROZEN_COLUMNS)
        assert found.numbers >= INPUTS - found.stopped > 0


@pytest.mark.parametrize("name", [name for name in KINDS if name not in REFUSED])
def test_native_graphs_are_within_1e_12(name) -> None:
    assert compared(KINDS[name], 5, "native").difference == ""


def test_the_library_is_found() -> None:
    assert len(KINDS) >= 83
    assert set(REFUSED) < set(KINDS)


def test_a_difference_of_a_sign_is_seen() -> None:
    assert (bits([0.0, 1.0]) != bits([-0.0, 1.0])).tolist() == [True, False]
    assert Verdict("X", difference="here").text == "DIFFERS: here"
    assert np.isnan(np.array([np.nan])).all()
