"""Declarations of one instance: ports and units that depend on how a component is made."""

import copy
from collections.abc import Callable

import numpy as np
import pytest

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import (
    Block,
    Continuous,
    Engine,
    Graph,
    Input,
    Kernel,
    Output,
    Parameter,
    State,
)
from tests.engine.parts import graph_of


class Total(Block):
    """As many inputs as `count`."""

    weight = Parameter(1.0)
    y = Output()

    def __init__(self, count: int, **values: float) -> None:
        self.declare(**{f"u{i}": Input(unit="m") for i in range(count)}, y=Output(unit="m"))
        super().__init__(**values)

    @staticmethod
    def output(weight: float, *inputs: float) -> float:
        total = 0.0
        for each in inputs:
            total = total + each
        return weight * total


class One(Block):
    value = Parameter(1.0)
    y = Output()

    @staticmethod
    def output(value):
        return value


class Follower(Block):
    """Its function is the instance's own."""

    x = State()
    y = Output()

    def __init__(self, update: Callable[[float], float]) -> None:
        self.declare(update=update)
        super().__init__()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(x):
        return x


def test_an_instance_has_its_own_ports_and_the_class_stays_as_it_was() -> None:
    two, three = Total(2), Total(3, weight=2.0)
    assert list(two.inputs()) == ["u0", "u1"]
    assert list(three.inputs()) == ["u0", "u1", "u2"]
    assert three.outputs() == {"y": Output(unit="m")}
    assert three.functions["output"] == ("weight", "u0", "u1", "u2")
    assert three.feedthrough() == {"u0", "u1", "u2"}
    assert [n for n in Total.declarations if n.startswith("u")] == []
    assert Total.functions["output"] == ("weight",)


def test_instances_of_one_class_with_other_ports_run_beside_each_other() -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    for i in range(3):
        graph.add(f"one{i}", One(value=float(10**i)), "all")
    graph.add("two", Total(2), "all")
    graph.add("three", Total(3, weight=2.0), "all")
    for total, count in (("two", 2), ("three", 3)):
        for i in range(count):
            graph.connect(f"one{i}.y", f"{total}.u{i}")
    engine = Engine(graph)
    engine.run(0)
    assert (engine.value("two.y"), engine.value("three.y")) == (11.0, 222.0)


def test_instances_with_functions_of_their_own_do_not_share_them() -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("up", Follower(lambda x: x + 1.0), "all")
    graph.add("down", Follower(lambda x: x - 1.0), "all")
    engine = Engine(graph)
    engine.run("5ms")
    assert (engine.value("up.y"), engine.value("down.y")) == (5.0, -5.0)


def test_all_inputs_are_those_that_the_function_does_not_name() -> None:
    class Picky(Block):
        b = Input()
        a = Input()
        c = Input()
        y = Output()

        @staticmethod
        def output(a, *inputs):
            return a + inputs[0]

    assert Picky().functions["output"] == ("a", "b", "c")


def test_only_all_inputs_may_be_variadic() -> None:
    with pytest.raises(InputError, match=r"output takes '\*others', which is not declared") as got:

        class Wrong(Block):
            y = Output()

            @staticmethod
            def output(*others):
                return others[0]

    assert "Wrong" in got.value.where


def test_an_invalid_instance_is_refused_at_construction() -> None:
    class Late(Block):
        def __init__(self) -> None:
            self.declare(y=Output())
            super().__init__()

    with pytest.raises(InputError, match="declares outputs and has no `output`") as got:
        Late()
    assert "Late" in got.value.where


def test_step_does_not_integrate() -> None:
    functions = {name: staticmethod(lambda x: x) for name in ("step", "derivative")}
    with pytest.raises(InputError, match="it has `step` and also"):
        type("Wrong", (Block,), {"x": Continuous(), **functions})


def test_kernels_with_names_that_run_into_each_other_keep_their_own_arrays() -> None:
    class First(Kernel):
        b__c = Parameter(1.0, shape=(1,))
        y = Output()

        @staticmethod
        def output(y, b__c):
            y[0] = b__c[0]

    class Second(Kernel):
        c = Parameter(2.0, shape=(1,))
        y = Output()

        @staticmethod
        def output(y, c):
            y[0] = c[0]

    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("a", First(), "all")
    graph.add("a__b", Second(), "all")
    engine = Engine(graph)
    engine.run(0)
    assert (engine.value("a.y"), engine.value("a__b.y")) == (1.0, 2.0)


@pytest.mark.parametrize("name", ["level", "inputs", "initial", "dt_s"])
def test_a_name_that_every_component_has_is_refused(name) -> None:
    with pytest.raises(InputError, match=f"declares '{name}', a name that every component has"):
        type("Tank", (Block,), {name: Output(), "output": staticmethod(lambda: 0.0)})


def test_a_component_with_ports_of_its_own_can_be_copied() -> None:
    total = Total(3, weight=2.0)
    assert copy.copy(total).inputs() == total.inputs()
    assert copy.copy(total).functions == total.functions


class Vector(Block):
    v = Parameter(0.0, shape=(2,))
    x = State(shape=(2,))
    y = Output()

    @staticmethod
    def output(v):
        return v[0]

    @staticmethod
    def update(x):
        return x


@pytest.mark.parametrize("good", [1, 2.5, (1.0, 2.0), [1, 2], np.array([1.0, 2.0]), np.float32(3)])
def test_a_parameter_takes_one_number_for_all_or_one_for_each(good) -> None:
    engine = Engine(graph_of(V=Vector(v=good, x=good)), execution="interpreted")
    assert engine.state("V.x") == tuple(np.broadcast_to(np.asarray(good, float), 2))


@pytest.mark.parametrize(
    "bad", ["1", None, True, float("nan"), (1.0,), (1.0, "2"), (1.0, 2.0, 3.0), ((1.0,), (2.0,))]
)
def test_other_values_are_refused_where_they_are_given(bad) -> None:
    with pytest.raises(InputTypeError) as got:
        Vector(x=bad)
    assert "'x' is" in got.value.what
    assert got.value.where == "Vector"
    assert "numbers in the shape (2,)" in got.value.expected
    with pytest.raises((InputTypeError, InputError)):
        Vector(v=bad)
