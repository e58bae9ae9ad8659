"""Goal: a tick is what docs/architecture.md says, section Engine.

Method: exact values, worked out by hand.
"""

from itertools import pairwise

import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Engine, Graph, Input, Output, State, schedule
from tests.engine.parts import EXECUTIONS, Counter, Line, Memory, Tally, Walk, graph_of, samples


class Accumulator(Block):
    """Shows its state, and adds its input to it."""

    u = Input()
    x = State()
    y = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(x, u):
        return x + u


@EXECUTIONS
def test_outputs_belong_to_the_recorded_state(execution):
    graph = graph_of(C=Counter(), A=Accumulator())
    graph.connect("C.y", "A.u")
    engine = Engine(graph, execution=execution)
    for tick in range(6):
        engine.run("1ms" if tick else "0ms")
        assert engine.value("C.y") == engine.state("C.n") == tick
        # The sum of 0 .. tick - 1: the update at t reads the value of t.
        assert engine.value("A.y") == engine.state("A.x") == tick * (tick - 1) / 2
        assert engine.now_ns == tick * 1_000_000


@EXECUTIONS
def test_updates_read_values_of_the_same_instant_in_any_order(execution):
    """Two accumulators that read each other: each sees the other's value before the update."""
    expected = [(1.0, 2.0), (3.0, 3.0), (6.0, 6.0), (12.0, 12.0)]
    for names in ("AB", "BA"):
        graph = graph_of(**{name: Accumulator(x=1.0 if name == "A" else 2.0) for name in names})
        graph.connect("A.y", "B.u")
        graph.connect("B.y", "A.u")
        engine = Engine(graph, execution=execution)
        result = []
        for tick in range(4):
            engine.run("1ms" if tick else "0ms")
            result.append((engine.value("A.y"), engine.value("B.y")))
        assert result == expected


class Plant(Block):
    force = Input()
    x = State(1.0)
    position = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(x, force):
        return x + force


class Controller(Block):
    position = Input()
    force = Output()

    @staticmethod
    def output(position):
        return -0.5 * position


def test_a_loop_through_a_state_is_not_a_cycle():
    graph = graph_of(Controller=Controller(), Plant=Plant())
    graph.connect("Plant.position", "Controller.position")
    graph.connect("Controller.force", "Plant.force")
    assert [row.name for row in schedule(graph).rows] == ["Plant", "Controller"]
    engine = Engine(graph)
    assert samples(engine, "Plant.position", 5) == [1.0, 0.5, 0.25, 0.125, 0.0625]
    assert engine.value("Controller.force") == -0.03125


class Half(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return 0.5 * u + 1.0


def cyclic(**connection):
    graph = graph_of(Aside=Counter(), A=Half(), B=Half(), C=Half())
    graph.connect("A.y", "B.u")
    graph.connect("B.y", "C.u")
    graph.connect("C.y", "A.u", **connection)
    return graph


def test_an_algebraic_cycle_is_printed():
    with pytest.raises(InputError, match="an algebraic cycle") as caught:
        schedule(cyclic())
    names = caught.value.what.removeprefix("an algebraic cycle: ").split(" -> ")
    assert names[0] == names[-1]
    assert sorted(names[1:]) == ["A", "B", "C"]
    assert sorted(caught.value.where.split(", ")) == ["A.y -> B.u", "B.y -> C.u", "C.y -> A.u"]
    assert "`delayed`" in caught.value.fix
    for writer, reader in pairwise(names):
        assert f"{writer}.y -> {reader}.u" in caught.value.where


def test_a_component_that_feeds_itself_is_a_cycle_of_one():
    graph = graph_of(A=Half())
    graph.connect("A.y", "A.u")
    with pytest.raises(InputError, match="an algebraic cycle: A -> A"):
        schedule(graph)


@EXECUTIONS
@pytest.mark.parametrize("connection", [{"delayed": True}, {"delay": "1ms"}])
def test_a_delayed_connection_breaks_a_cycle(execution, connection):
    engine = Engine(cyclic(**connection, initial=8.0), execution=execution)
    engine.run("0ms")
    # A reads 8 at first: 5, then 3.5, then 2.75; and 2.75 at the next tick.
    assert [engine.value(f"{n}.y") for n in "ABC"] == [5.0, 3.5, 2.75]
    engine.run("1ms")
    assert [engine.value(f"{n}.y") for n in "ABC"] == [2.375, 2.1875, 2.09375]


def test_ties_keep_the_order_of_declaration():
    for names in ("XYZ", "ZXY"):
        graph = graph_of(**{name: Counter() for name in names})
        assert [row.name for row in schedule(graph).rows] == list(names)


@EXECUTIONS
def test_step_is_output_and_update_in_one(execution):
    graph = graph_of(C=Counter(n=5.0), T=Tally(), M=Memory())
    graph.connect("C.y", "M.u")
    engine = Engine(graph, execution=execution)
    for tick in range(4):
        engine.run("1ms" if tick else "0ms")
        assert engine.value("C.y") == engine.state("C.n") == 5.0 + tick
        assert engine.value("T.y") == engine.state("T.n") == (1.0 + tick, 10.0 + tick)
        assert engine.value("M.y") == (4.0 + tick if tick else 0.0)


class Context(Block):
    seen = Output(shape=(3,))

    @staticmethod
    def output(dt_s, time_ns, sample):
        return (dt_s, 1.0 * time_ns, 1.0 * sample)


@EXECUTIONS
def test_each_component_sees_its_own_groups_time(execution):
    graph = Graph("1ms")
    graph.group("slow", period="5ms", phase="2ms")
    graph.group("grid", rate_hz=300, on_grid=True)
    graph.add("Slow", Context(), "slow")
    graph.add("Grid", Context(), "grid")
    engine = Engine(graph, execution=execution)
    engine.run("1ms")
    assert engine.value("Slow.seen") == (0.0, 0.0, 0.0)  # not yet due
    engine.run("6ms")
    assert engine.value("Slow.seen") == (0.005, 7e6, 1.0)
    # 300 Hz is due at 0, 4, 7, 10, ...: at 7 the next sample is 3 ms away.
    assert engine.value("Grid.seen") == (0.003, 7e6, 2.0)
    engine.run("3ms")
    assert engine.value("Grid.seen") == (0.004, 10e6, 3.0)


@EXECUTIONS
def test_several_runs_are_one(execution):
    def made():
        graph = graph_of(W=Walk(), C=Counter())
        graph.group("slow", period="7ms", phase="3ms")
        graph.add("S", Walk(), "slow")
        return Engine(graph, seed=3, execution=execution)

    whole, parts = made(), made()
    whole.run("50ms")
    for part in ("0ms", "1ms", "0ms", "13ms", "7ms", "29ms"):
        parts.run(part)
    assert parts.now_ns == whole.now_ns == 50_000_000
    assert parts.link == whole.link
    assert parts.value("S.y") == whole.value("S.y")


def test_a_run_is_a_whole_number_of_steps():
    engine = Engine(graph_of(C=Counter()))
    with pytest.raises(InputError, match="not a whole number of steps") as caught:
        engine.run("1500us")
    assert caught.value.expected == "a multiple of the step, 1_000_000 ns"
    with pytest.raises(InputError, match="duration"):
        engine.run(-1_000_000)
    engine.run("1ms")
    assert engine.value("C.y") == 1.0


def test_a_run_ends_on_the_grid_even_if_its_clock_was_stopped_between_steps():
    engine = Engine(graph_of(C=Counter()))
    engine.run("1ms")
    engine.clock.advance(250_000)
    with pytest.raises(InputError, match="not a whole number of steps"):
        engine.run("1ms")
    engine.run("750us")
    assert (engine.now_ns, engine.value("C.y")) == (2_000_000, 2.0)


@EXECUTIONS
def test_callbacks_come_before_the_components_of_their_tick(execution):
    """And after the updates of the tick before: the state is new, the output is old."""
    engine = Engine(graph_of(C=Counter()), execution=execution)
    seen = []

    def look():
        seen.append((engine.clock.now_ns(), engine.state("C.n"), engine.value("C.y")))

    engine.clock.schedule_periodic(2_000_000, look)
    engine.clock.schedule(3_500_000, look)  # between two ticks: before the later one
    engine.run("5ms")
    assert seen == [
        (0, 0.0, 0.0),
        (2_000_000, 2.0, 1.0),
        (3_500_000, 4.0, 3.0),
        (4_000_000, 4.0, 3.0),
    ]
    assert engine.value("C.y") == 5.0


@EXECUTIONS
def test_a_callback_at_the_end_runs_before_the_last_outputs(execution):
    engine = Engine(graph_of(C=Counter()), execution=execution)
    seen = []
    engine.clock.schedule(5_000_000, lambda: seen.append(engine.value("C.y")))
    engine.run("5ms")
    assert seen == [4.0]
    # Scheduled for now, after the outputs of now: it runs at once when time goes on.
    engine.clock.schedule(5_000_000, lambda: seen.append(engine.value("C.y")))
    engine.run("1ms")
    assert seen == [4.0, 5.0]


@EXECUTIONS
def test_publications_are_in_total_order_with_right_stamps(execution):
    graph = graph_of(L=Line(), C=Counter())
    graph.group("slow", period="2ms", phase="1ms")
    graph.publish("/b", ["L.y", "C.y"], "g")
    graph.publish("/a", ["C.y"], "slow")
    engine = Engine(graph, execution=execution)
    heard: list[Message] = []
    times: list[int] = []
    engine.bus.subscribe("z", heard.append)
    engine.bus.subscribe("clock", lambda _: times.append(engine.clock.now_ns()))
    engine.run("3ms")
    assert [(m.channel, m.stamp_sim_ns, m.sequence) for m in heard] == [
        ("/b", 0, 0),
        ("/b", 1_000_000, 1),
        ("/a", 1_000_000, 2),
        ("/b", 2_000_000, 3),
        ("/b", 3_000_000, 4),
        ("/a", 3_000_000, 5),
    ]
    assert times == [m.stamp_sim_ns for m in heard]
    assert heard[3].payload == {"L.y": 2.0, "C.y": 2.0}
    assert heard[5].payload == {"C.y": 3.0}


@pytest.mark.slow
@EXECUTIONS
def test_more_messages_than_a_segment_holds(execution):
    graph = graph_of(C=Counter(), W=Walk())
    graph.publish("/count", ["C.y"], "g")
    graph.publish("/walk", ["W.y", "C.y"], "g")
    engine = Engine(graph, execution=execution)
    heard: list[Message] = []
    engine.bus.subscribe("all", heard.append)
    engine.run("10s")
    assert [m.sequence for m in heard] == list(range(20_002))
    counts = [m.payload["C.y"] for m in heard if m.channel == "/count"]
    assert counts == list(range(10_001))
    assert [m.stamp_sim_ns for m in heard[::2]] == [n * 1_000_000 for n in range(10_001)]
    assert len(heard[1].payload["W.y"]) == 2
