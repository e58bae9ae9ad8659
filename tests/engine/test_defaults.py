"""Goal: an input with a default may stay unconnected, and then reads that constant."""

import pytest

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import (
    Block,
    Engine,
    Host,
    Input,
    Kernel,
    Output,
    Size,
    schedule_facts,
    schedule_text,
)
from tests.engine.parts import EXECUTIONS, Counter, graph_of


class Scaled(Block):
    u = Input(default=2.0)
    v = Input(shape=(3,), default=(0.0, 1.0, 5.0))
    y = Output()

    @staticmethod
    def output(u, v):
        return u * v[2]


class Pushed(Kernel):
    rows = Size(2)
    force = Input(shape=("rows", 3), default=0.25)
    scale = Input(default=4.0)
    y = Output()

    @staticmethod
    def output(force, scale, y):
        y[0] = 0.0
        for i in range(force.shape[0]):
            for k in range(3):
                y[0] += scale * force[i, k]


class Thinking(Host):
    u = Input(default=-3.0)
    y = Output()

    def output(self, u):
        return u


def three(**connected):
    graph = graph_of(C=Counter(), S=Scaled(), P=Pushed(rows=4), T=Thinking())
    for target, source in connected.items():
        graph.connect(source, target.replace("_", "."))
    return graph


@EXECUTIONS
def test_an_unconnected_input_reads_its_default(execution):
    engine = Engine(three(), execution=execution)
    engine.run("3ms")
    assert [engine.value(f"{name}.y") for name in "SPT"] == [10.0, 12.0, -3.0]


@EXECUTIONS
def test_a_connected_one_reads_its_signal(execution):
    engine = Engine(three(S_u="C.y", P_scale="C.y", T_u="C.y"), execution=execution)
    engine.run("3ms")
    assert [engine.value(f"{name}.y") for name in "SPT"] == [15.0, 9.0, 3.0]


def test_it_goes_through_a_snapshot_and_a_reset():
    engine = Engine(three())
    engine.run("3ms")
    again = Engine.restored(three(), engine.snapshot())
    engine.reset()
    engine.run("5ms")
    again.run("2ms")
    assert again.digest == engine.digest


def test_without_a_default_it_is_still_an_error():
    class Needy(Scaled):
        w = Input()

    with pytest.raises(InputError, match=r"the input N.w is not connected"):
        Engine(graph_of(N=Needy()))


def test_a_default_must_fit():
    class Wrong(Scaled):
        v = Input(shape=(3,), default=(1.0, 2.0))

    with pytest.raises(InputTypeError, match="'v' is"):
        Wrong()


def test_a_schedule_shows_unconnected_inputs():
    facts = schedule_facts(three(S_u="C.y"))
    text = schedule_text(facts)
    assert "v = (0, 1, 5), not connected" in text
    assert "u = -3, not connected" in text
    assert "u = 2" not in text
