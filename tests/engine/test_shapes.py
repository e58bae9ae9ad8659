"""Goal: a table keeps its shape as value, array, message and input of a host."""

import threading

import numpy as np
import pytest

from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Engine, Host, Input, Kernel, Output, Size
from project_ghost.engine.blocks import Constant
from tests.engine.parts import EXECUTIONS, graph_of

ROWS = ((0.0, 1.0, 2.0), (10.0, 11.0, 12.0))


class Table(Kernel):
    rows = Size(2)
    y = Output(shape=("rows", 3))
    first = Output(shape=(3,))

    @staticmethod
    def output(sample, y, first):
        for i in range(y.shape[0]):
            for k in range(3):
                y[i, k] = 100.0 * sample + 10.0 * i + k
        for k in range(3):
            first[k] = y[0, k]


class Stack(Kernel):
    """Tables one below the other: all inputs as a tuple to index in a loop."""

    def __init__(self, *rows):
        self.declare(
            **{f"t{i}": Input(shape=(n, 3)) for i, n in enumerate(rows)},
            y=Output(shape=(sum(rows), 3)),
        )
        super().__init__()

    y = Output(shape=(1, 3))

    @staticmethod
    def output(y, *inputs):
        at = 0
        for t in range(len(inputs)):
            for i in range(inputs[t].shape[0]):
                for k in range(3):
                    y[at, k] = inputs[t][i, k]
                at += 1


class Reader(Host):
    table = Input(shape=(2, 3))
    total = Output()

    def __init__(self):
        super().__init__()
        self.last: tuple[tuple[float, ...], ...] = ()

    def output(self, table):
        assert self.last == () or self.last[0][0] == table[0][0] - 100.0
        self.last = table
        return sum(sum(row) for row in table)


def tables():
    graph = graph_of(A=Table(), B=Table(rows=3), Stack=Stack(2, 3), Reader=Reader())
    graph.connect("A.y", "Stack.t0")
    graph.connect("B.y", "Stack.t1")
    graph.connect("A.y", "Reader.table")
    graph.publish("/all", ["A.first", "A.y", "Reader.total"], "g")
    return graph


@EXECUTIONS
def test_a_table_keeps_its_shape(execution):
    engine = Engine(tables(), execution=execution)
    heard = []
    engine.bus.subscribe("all", lambda m: heard.append(m.payload))
    engine.run("0ms")
    assert engine.value("A.y") == ROWS
    assert engine.value("A.first") == ROWS[0]
    assert engine.value("Stack.y") == (*ROWS, *ROWS, (20.0, 21.0, 22.0))
    assert engine.value("Reader.total") == 36.0
    array = engine.array("A.y")
    assert array.tolist() == [list(row) for row in ROWS]
    assert array.dtype == np.float64
    assert engine.array("Reader.total").shape == ()
    assert heard == [
        {"A.first": [0.0, 1.0, 2.0], "A.y": [list(row) for row in ROWS], "Reader.total": 36.0}
    ]
    engine.run("1ms")
    assert engine.array("A.y")[1].tolist() == [110.0, 111.0, 112.0]
    assert array.tolist() == [list(row) for row in ROWS], "an array is a copy"
    with pytest.raises(InputError, match=r"there is no signal 'A.z'"):
        engine.array("A.z")


def test_a_host_without_save_gets_its_tables_again_on_restore():
    engine = Engine(tables())
    engine.run("3ms")
    again = Engine.restored(tables(), engine.snapshot())
    for each in (engine, again):
        each.run("3ms")
    assert again.digest == engine.digest


class All(Host):
    """Takes one input by name and the others as they come."""

    a = Input()
    b = Input()
    c = Input()
    y = Output(shape=(3,))

    def output(self, c, *inputs):
        return (c, *inputs)


def test_a_host_may_take_all_inputs_too():
    graph = graph_of(S=Table(), H=All())
    graph.add("One", Constant(1.0), "g")
    graph.add("Two", Constant(2.0), "g")
    graph.add("Three", Constant(3.0), "g")
    for source, target in (("One", "a"), ("Two", "b"), ("Three", "c")):
        graph.connect(f"{source}.y", f"H.{target}")
    engine = Engine(graph, execution="interpreted")
    engine.run("3ms")
    assert engine.value("H.y") == (3.0, 1.0, 2.0)
    again = Engine.restored(graph, engine.snapshot())
    again.run("1ms")
    assert again.value("H.y") == (3.0, 1.0, 2.0)


class Answers(Host):
    y = Output()
    z = Output(shape=(2,))

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def output(self):
        return self.answer


@pytest.mark.parametrize(
    "answer",
    [((1.0, 2.0), 3.0), (1.0, 2.0, 3.0), (1.0, ("2", "3")), (1.0,), None, 1.0, (1.0, None)],
    ids=repr,
)
def test_a_host_answers_in_the_declared_shapes(answer):
    engine = Engine(graph_of(H=Answers(answer)), execution="interpreted")
    with pytest.raises(RunError, match="component 'H' failed: output returned"):
        engine.run("1ms")


def test_arrays_are_answers_too():
    engine = Engine(graph_of(H=Answers((np.float64(1.0), np.array([2, 3])))))
    engine.run("1ms")
    assert (engine.value("H.y"), engine.value("H.z")) == (1.0, (2.0, 3.0))


def test_a_host_that_cannot_be_copied_says_so():
    with pytest.raises(InputError, match="it cannot be copied: TypeError") as caught:
        Engine(graph_of(H=Answers(threading.Lock())))
    assert caught.value.where == "component 'H', Answers"
