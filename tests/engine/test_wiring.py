"""Goal: wiring mistakes are reported before the run, with both ends, the reason and the fix."""

import numpy as np
import pytest

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import Block, Engine, Graph, Input, Output, schedule
from project_ghost.engine.blocks import Gain
from tests.engine.parts import (
    EXECUTIONS,
    Counter,
    Crowd,
    Flipping,
    Line,
    Memory,
    Probe,
    VectorProbe,
    Walk,
    samples,
)


class Position(Block):
    position = Output(unit="m")

    @staticmethod
    def output():
        return 1.0


class Motor(Block):
    force = Input(unit="N")
    y = Output()

    @staticmethod
    def output(force):
        return force


def wired(**components):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    for name, component in components.items():
        graph.add(name, component, "g")
    return graph


def refused(call, *, what, where, expected, fix):
    with pytest.raises(InputError) as caught:
        call()
    error = caught.value
    assert what in error.what
    assert where in error.where
    assert expected in error.expected
    assert fix in error.fix


def test_metres_into_newtons_names_both_ends():
    graph = wired(Nav=Position(), Motor=Motor())
    refused(
        lambda: graph.connect("Nav.position", "Motor.force"),
        what="Nav.position is in 'm', Motor.force wants 'N'",
        where="connection Nav.position -> Motor.force",
        expected="the same unit at both ends",
        fix="Gain",
    )


def test_a_port_without_a_unit_takes_any():
    graph = wired(Nav=Position(), P=Probe(), L=Line(), M=Motor())
    graph.connect("Nav.position", "P.u")
    graph.connect("L.y", "M.force")
    assert {row.name for row in schedule(graph).rows} == {"Nav", "P", "L", "M"}


def test_one_writer_for_each_input():
    graph = wired(A=Line(), B=Line(), P=Probe())
    graph.connect("A.y", "P.u")
    refused(
        lambda: graph.connect("B.y", "P.u"),
        what="P.u is connected twice, to A.y and B.y",
        where="connection B.y -> P.u",
        expected="one writer",
        fix="Sum",
    )


def test_shapes_must_agree():
    graph = wired(W=Walk(), P=Probe(), V=VectorProbe())
    refused(
        lambda: graph.connect("W.y", "P.u"),
        what="W.y has shape (2,), P.u has ()",
        where="connection W.y -> P.u",
        expected="the same shape",
        fix="Mux or Demux",
    )
    refused(
        lambda: graph.connect("W.y", "V.u"),
        what="W.y has shape (2,), V.u has (4,)",
        where="V.u",
        expected="the same shape",
        fix="Mux or Demux",
    )


def test_an_input_without_a_writer_is_refused():
    graph = wired(A=Line(), P=Probe())
    refused(
        lambda: Engine(graph),
        what="the input P.u is not connected",
        where="component 'P'",
        expected="a writer for every input",
        fix="one of A.y, P.y",
    )


@pytest.mark.parametrize(
    ("source", "target", "what"),
    [
        ("Nva.position", "Motor.force", "there is no component 'Nva'; did you mean 'Nav'?"),
        ("Nav.positon", "Motor.force", "no signal 'Nav.positon'; did you mean 'Nav.position'?"),
        ("Nav.position", "Motor.forse", "no input 'Motor.forse'; did you mean 'Motor.force'?"),
        ("Motor.force", "Motor.force", "there is no signal 'Motor.force'"),
        ("Nav.position", "Motor.y", "there is no input 'Motor.y'"),
        ("Nav", "Motor.force", "there is no signal 'Nav'"),
        ("", "Motor.force", "there is no component ''"),
    ],
)
def test_unknown_names_come_with_suggestions(source, target, what):
    graph = wired(Nav=Position(), Motor=Motor())
    refused(
        lambda: graph.connect(source, target),
        what=what,
        where=f"connection {source} -> {target}",
        expected="one of ",
        fix="names are Component.port, as declared",
    )


def test_unknown_groups_and_channels_are_refused():
    graph = wired(Nav=Position())
    refused(
        lambda: graph.add("X", Line(), "h"),
        what="there is no rate group 'h'",
        where="component 'X'",
        expected="one of g",
        fix="declare the group first",
    )
    refused(
        lambda: graph.publish("/nav", ["Nav.position"], "gg"),
        what="there is no rate group 'gg'",
        where="publication '/nav'",
        expected="one of g",
        fix="",
    )
    refused(
        lambda: graph.publish("/nav", ["Nav.speed"], "g"),
        what="there is no signal 'Nav.speed'",
        where="publication '/nav'",
        expected="Nav.position",
        fix="Component.port",
    )
    refused(
        lambda: graph.publish("nav", ["Nav.position"], "g"),
        what="the channel is 'nav'",
        where="publication 'nav'",
        expected="begins with '/'",
        fix="write '/nav'",
    )


@pytest.mark.parametrize("name", ["", "2fast", "a.b", "a b", "a\n"])
def test_names_are_names(name):
    graph = Graph("1ms")
    with pytest.raises(InputError, match="is not a name"):
        graph.group(name, rate_hz=100)


def test_a_name_can_be_used_once():
    graph = wired(A=Line())
    refused(
        lambda: graph.add("A", Line(), "g"),
        what="the name 'A' is taken",
        where="component 'A'",
        expected="an unused name",
        fix="choose another",
    )
    with pytest.raises(InputError, match="the name 'g' is taken"):
        graph.group("g", rate_hz=10)


@pytest.mark.parametrize("options", [{}, {"rate_hz": 100, "period": "10ms"}])
def test_a_group_has_a_rate_or_a_period(options):
    with pytest.raises(InputError, match="the rate is not clear"):
        Graph("1ms").group("g", **options)


def test_an_illegal_rate_names_its_neighbours():
    with pytest.raises(InputError, match="30 Hz") as caught:
        Graph("1ms").group("camera", rate_hz=30)
    assert caught.value.where == "rate group 'camera'"
    assert "on_grid" in caught.value.fix


def test_time_is_never_a_float():
    with pytest.raises(InputTypeError):
        Graph(0.001)  # type: ignore[arg-type]
    with pytest.raises(InputTypeError):
        Engine(wired(A=Line())).run(0.5)  # type: ignore[arg-type]


@EXECUTIONS
def test_gain_and_offset_are_applied(execution):
    graph = wired(C=Counter(), P=Probe(), M=Memory(), W=Walk(), K=Crowd())
    graph.connect("C.y", "P.u", gain=np.float64(3.0), offset=0.5)
    graph.connect("C.y", "M.u", gain=-2.0)
    graph.connect("C.y", "K.target", offset=7.0)
    engine = Engine(graph, execution=execution)
    engine.run("4ms")
    assert engine.value("P.y") == 3.0 * 4 + 0.5
    assert engine.value("M.y") == -2.0 * 3


@EXECUTIONS
def test_delays_are_whole_samples_of_the_writer(execution):
    graph = Graph("1ms")
    graph.group("slow", period="3ms")
    graph.group("fast", period="1ms")
    graph.add("L", Line(), "slow")
    for name in "ABCD":
        graph.add(name, Probe(), "fast")
    graph.add("M", Memory(), "fast")
    graph.connect("L.y", "A.u")
    graph.connect("L.y", "B.u", delayed=True, initial=-1.0)
    graph.connect("L.y", "C.u", delay="6ms", gain=2.0, offset=1.0, initial=-1.0)
    graph.connect("L.y", "D.u", delay=0)
    graph.connect("L.y", "M.u", delay="3ms", initial=-1.0)
    engine = Engine(graph, execution=execution)
    for n in range(14):
        engine.run("1ms" if n else "0ms")
        last = n // 3 * 3
        assert engine.value("A.y") == engine.value("D.y") == last
        assert engine.value("B.y") == (last - 3 if n >= 3 else -1.0)
        # Gain and offset count for the initial value too.
        assert engine.value("C.y") == 2.0 * (last - 6 if n >= 6 else -1.0) + 1.0
        before = (n - 1) // 3 * 3
        assert engine.value("M.y") == ((before - 3 if n >= 4 else -1.0) if n else 0.0)


def test_delays_of_vectors_have_an_initial_value_for_each_element():
    graph = wired(W=Walk(), V=Pair())
    graph.connect("W.y", "V.u", delayed=True, initial=(5.0, 6.0))
    assert samples(Engine(graph), "V.y", 2) == [(5.0, 6.0), (0.0, 0.0)]


class Pair(Block):
    u = Input(shape=(2,))
    y = Output(shape=(2,))

    @staticmethod
    def output(u):
        return u


def test_a_delay_of_a_fraction_of_a_sample_is_refused():
    graph = Graph("1ms")
    graph.group("slow", period="3ms")
    graph.group("camera", rate_hz=30, on_grid=True)
    graph.add("L", Line(), "slow")
    graph.add("C", Line(), "camera")
    graph.add("P", Probe(), "slow")
    refused(
        lambda: graph.connect("L.y", "P.u", delay="4ms"),
        what="the delay of 4_000_000 ns is not a whole number of samples of L",
        where="connection L.y -> P.u",
        expected="a multiple of 3_000_000 ns",
        fix="`delayed`",
    )
    with pytest.raises(InputError, match="whose samples are not evenly spaced"):
        graph.connect("C.y", "P.u", delay="100ms")
    with pytest.raises(InputError, match="both `delay` and `delayed`"):
        graph.connect("L.y", "P.u", delay="3ms", delayed=True)
    with pytest.raises(InputError, match="delay"):
        graph.connect("L.y", "P.u", delay=-3_000_000)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["gain", "offset"])
def test_gain_and_offset_are_finite(name, value):
    graph = wired(L=Line(), P=Probe())
    with pytest.raises(InputError, match=f"the {name} is"):
        graph.connect("L.y", "P.u", **{name: value})


@pytest.mark.parametrize("initial", [(1.0, 2.0), (1.0, 2.0, 3.0, 4.0, 5.0), (0.0, "x", 0.0, 0.0)])
def test_an_initial_value_of_another_shape_is_refused_where_it_is_given(initial):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("W", Flipping(), "g")
    graph.add("R", VectorProbe(), "g")
    with pytest.raises(InputTypeError, match="'initial' is") as caught:
        graph.connect("W.q", "R.u", delayed=True, initial=initial)
    assert caught.value.where == "connection W.q -> R.u"


def test_a_class_is_refused_as_component():
    graph = wired()
    with pytest.raises(InputTypeError, match="the component is <class") as caught:
        graph.add("C", Counter, "g")
    assert caught.value.fix == "make one: Counter(...)"
    with pytest.raises(InputError, match="3 is not a name"):
        graph.add(3, Counter(), "g")


@pytest.mark.parametrize("wrong", ["2", None, True, 1j])
def test_a_gain_is_a_number(wrong):
    graph = wired(C=Counter(), P=Probe())
    with pytest.raises(InputTypeError, match="the gain is"):
        graph.connect("C.y", "P.u", gain=wrong)


def test_one_signal_is_published_as_a_list_of_one_is():
    graph = wired(C=Counter())
    graph.publish("/one", "C.y", "g")
    assert graph.publications[0].signals == ("C.y",)


def test_observer_channels_are_refused():
    """Their messages have a sequence of their own, and that of a run must not depend on them."""
    graph = wired(C=Counter())
    with pytest.raises(InputError, match="the channel is '/observer/c'") as caught:
        graph.publish("/observer/c", ["C.y"], "g")
    assert caught.value.fix == "write '/c'"


def test_a_class_may_have_any_name():
    graph = wired(C=type("a counter!", (Counter,), {})())
    engine = Engine(graph, execution="interpreted")
    engine.run("3ms")
    assert engine.value("C.y") == 3.0


def test_an_unknown_execution_is_refused():
    with pytest.raises(InputError, match="there is no execution 'compile'; did you mean") as caught:
        Engine(wired(), execution="compile")
    assert "compiled" in caught.value.expected


@pytest.mark.parametrize("wrong", ["2", None, (1.0,), float("nan")])
def test_a_parameter_is_changed_to_a_number(wrong):
    graph = wired(G=Gain(1.0), C=Counter())
    graph.connect("C.y", "G.u")
    engine = Engine(graph, execution="interpreted")
    with pytest.raises(InputTypeError, match=r"'G\.gain' is"):
        engine.set_parameter("G.gain", wrong)
