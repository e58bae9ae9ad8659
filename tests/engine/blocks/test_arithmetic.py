"""Gain, Sum, Saturation, LookupTable, Mux, Demux: outputs of the same instant."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import (
    Constant,
    Demux,
    Gain,
    LookupTable,
    Mux,
    Saturation,
    Sum,
)

from .rig import traced


def test_a_gain_multiplies() -> None:
    assert traced(Gain(-2.0), 3, u=[1.0, 0.5, 0.0]) == [-2.0, -1.0, 0.0]


def test_a_gain_converts_units_and_the_wiring_holds_it_to_them() -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("way", Constant(2.0, unit="km"), "all")
    graph.add("to_m", Gain(1000.0, input_unit="km", output_unit="m"), "all")
    graph.add("limit", Saturation(0.0, 100.0, unit="N"), "all")
    graph.connect("way.y", "to_m.u")
    with pytest.raises(InputError, match=r"to_m\.y is in 'm', limit\.u wants 'N'"):
        graph.connect("to_m.y", "limit.u")


@pytest.mark.parametrize(
    ("signs", "expected"), [("+", 8.0), ("-", -8.0), ("+-", 6.0), ("--", -10.0), ("+-+", 10.5)]
)
def test_a_sum_adds_with_its_signs(signs, expected) -> None:
    inputs = {f"u{i}": [value] for i, value in enumerate((8.0, 2.0, 4.5)[: len(signs)])}
    assert traced(Sum(signs), 1, "y", **inputs) == [expected]


def test_a_sum_adds_from_the_first_input_on() -> None:
    """The order is written down because floats depend on it: (1e16 + 1) - 1e16 is 0."""
    assert traced(Sum("++-"), 1, u0=[1e16], u1=[1.0], u2=[1e16]) == [0.0]
    assert traced(Sum("+-+"), 1, u0=[1e16], u1=[1e16], u2=[1.0]) == [1.0]


def test_a_sum_of_metres_takes_metres() -> None:
    ports = Sum("++", unit="m")
    assert [port.unit for port in ports.inputs().values()] == ["m", "m"]
    assert ports.outputs()["y"].unit == "m"


def test_saturation_stays_within_its_limits() -> None:
    inputs = [-3.0, -1.0, 0.25, 2.0, 1e300]
    assert traced(Saturation(-1.0, 2.0), 5, u=inputs) == [-1.0, -1.0, 0.25, 2.0, 2.0]


def test_a_table_is_linear_between_its_points_and_held_beyond() -> None:
    table = LookupTable((0.0, 1.0, 3.0), (0.0, 10.0, -10.0))
    inputs = [-5.0, 0.0, 0.25, 1.0, 2.0, 2.5, 3.0, 9.0]
    assert traced(table, 8, u=inputs) == [0.0, 0.0, 2.5, 10.0, 0.0, -5.0, -10.0, -10.0]


def test_a_table_of_one_point_is_constant() -> None:
    assert traced(LookupTable([2.0], [7.0]), 3, u=[1.0, 2.0, 3.0]) == [7.0, 7.0, 7.0]


def looked_up(u: float, xs: list[float], ys: list[float]) -> float:
    y = np.zeros(1)
    LookupTable.output(y, u, np.array(xs), np.array(ys))
    return float(y[0])


NUMBERS = st.floats(-1e6, 1e6)


@given(st.dictionaries(NUMBERS, NUMBERS, min_size=1, max_size=40), NUMBERS)
def test_any_table_agrees_with_numpy_and_hits_its_points(points, u) -> None:
    xs = sorted(points)
    ys = [points[x] for x in xs]
    # A tenth of a nanometre, where points are a million apart.
    assert looked_up(u, xs, ys) == pytest.approx(np.interp(u, xs, ys), rel=1e-9, abs=1e-9)
    assert [looked_up(x, xs, ys) for x in xs] == ys


def test_mux_and_demux_keep_the_order() -> None:
    assert traced(Mux(3), 1, u0=[1.0], u1=[2.0], u2=[3.0]) == [(1.0, 2.0, 3.0)]
    assert traced(Mux(1), 1, u0=[1.0]) == [(1.0,)]
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("vector", Constant((4.0, 5.0, 6.0), unit="m"), "all")
    graph.add("demux", Demux(3, unit="m"), "all")
    graph.add("mux", Mux(3, unit="m"), "all")
    graph.connect("vector.y", "demux.u")
    for i in range(3):
        graph.connect(f"demux.y{i}", f"mux.u{2 - i}")
    engine = Engine(graph)
    engine.run(0)
    assert engine.value("mux.y") == (6.0, 5.0, 4.0)
