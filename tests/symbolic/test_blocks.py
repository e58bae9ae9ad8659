"""Goal: every Block of the library as a graph is equal to the interpreted one, bit for bit.

Method: the library's classes are found, so that none is forgotten. Each function of each is read
and compared on random inputs with signed zeros among them; where it stops, the graph says so.
"""

from random import Random

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import project_ghost.estimation._arrival_count
import project_ghost.models
import project_ghost.models.quadrotor
import project_ghost.models.rigid_body
import project_ghost.models.vehicles
import project_ghost.models.wind
import project_ghost.scenario.events  # noqa: F401 - their classes
from project_ghost.engine import Block, blocks
from project_ghost.models.faults import FaultWindow
from project_ghost.models.quadrotor._reference import Steps
from project_ghost.scenario.events._monitor import Monitor

from .graphs import bits, draw, flat, functions_of, graph_of, is_fixed

INPUTS = 400

MADE = {
    "Constant": lambda: blocks.Constant((1.5, 2.0)),
    "Demux": lambda: blocks.Demux(3),
    "FaultWindow": lambda: FaultWindow(3_000_000_000, 5_000_000_000),
    "FirstOrderLag": lambda: blocks.FirstOrderLag(0.3),
    "Gain": lambda: blocks.Gain(-2.0),
    "Integrator": lambda: blocks.Integrator(low=-1.0, high=1.0),
    "Monitor": lambda: Monitor(at_contact=1.0, at_arrival=1.0),
    "Mux": lambda: blocks.Mux(3),
    "NoiseSource": lambda: blocks.NoiseSource(0.1, 2.0),
    "PID": lambda: blocks.PID(1.0, 0.5, 0.1, filter_s=0.1, low=-1.0, high=1.0),
    "Saturation": lambda: blocks.Saturation(-1.0, 1.0),
    "StateMachine": lambda: blocks.StateMachine(
        ["a", "b", "c"],
        [
            ("a", "b", lambda gap: gap < 1.0),
            ("b", "c", lambda gap, age: age > 3.0 and gap > 0.0),
            ("c", "a", lambda time_ns: time_ns > 1e9),
        ],
    ),
    "Steps": lambda: Steps(),
    "Sum": lambda: blocks.Sum("+-+"),
}


def library() -> list[type[Block]]:
    def below(kind: type[Block]) -> list[type[Block]]:
        return [each for found in kind.__subclasses__() for each in (found, *below(found))]

    found = {each for each in below(Block) if (each.__module__ or "").startswith("project_ghost.")}
    return sorted(found, key=lambda each: each.__name__)


@pytest.mark.parametrize("kind", library(), ids=lambda kind: kind.__name__)
def test_a_block_as_a_graph_has_the_bits_of_the_interpreter(kind) -> None:
    component = MADE.get(kind.__name__, kind)()
    for name, (function, names) in functions_of(component).items():
        random = Random(name)  # noqa: S311
        fixed = [is_fixed(component, each) for each in names]
        arguments = [draw(component, each, random) for each in names]
        if all(fixed):
            continue
        portable = graph_of(function, arguments, fixed, "portable")
        native = graph_of(function, arguments, fixed, "native")
        for _ in range(INPUTS):
            arguments = [draw(component, each, random) for each in names]
            free = [x for x, is_constant in zip(arguments, fixed, strict=True) if not is_constant]
            given = flat(tuple(free))
            values, stop = portable(given)
            try:
                expected = flat(function(*arguments))
            except ArithmeticError:
                assert float(stop) != 0.0, (name, arguments)
                continue
            assert bits(values.full().ravel()) == bits(expected), (name, arguments)
            assert float(stop) == 0.0, (name, arguments)
            np.testing.assert_allclose(
                native(given)[0].full().ravel(), expected, rtol=1e-12, atol=1e-12
            )


def test_the_library_is_found() -> None:
    assert len(library()) >= 29
