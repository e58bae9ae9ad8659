"""A port: a component whose answers come from outside, in the middle of a tick.

Goal: whoever answers, by hand or attached, interpreted or compiled, from a snapshot in the pause
or not, gets the same bits; what is wrong is refused with names.
Method: a small graph with components before and after two ports, at several rates, driven in
all of these ways.
"""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.engine import (
    Block,
    Continuous,
    Engine,
    Graph,
    Host,
    Input,
    Noise,
    Output,
    Parameter,
    Port,
    Size,
    State,
)
from project_ghost.engine.run.hosts._ports import OpenPort
from tests.engine.parts import EXECUTIONS, Counter

MS = 1_000_000


class Plan(Port):
    """Reads a number and a vector, answers both."""

    count = Size(2)
    u = Input()
    v = Input(shape=("count",))
    y = Output(initial=-1.0)
    path = Output(shape=("count", 2))


class Wish(Port):
    """One output."""

    u = Input(default=0.25)
    y = Output()


class Pair(Block):
    """A number twice."""

    u = Input()
    y = Output(shape=(2,))

    @staticmethod
    def output(u):
        return (u, 2.0 * u)


class Plant(Block):
    """Reads the answers in the same tick, and remembers them."""

    y = Input()
    path = Input(shape=(4,))
    x = Continuous()
    z = Output()

    @staticmethod
    def output(x, y, path):
        return x + y - 0.5 * path[3]

    @staticmethod
    def derivative(x, y):
        return y - x


class Flat(Block):
    """A table as a vector would need a Kernel; this one reads the port's number alone."""

    u = Input()
    y = Output(shape=(4,))

    @staticmethod
    def output(u):
        return (u, u, u, 1.0 + u)


class Noted(Host):
    """A host after the ports."""

    u = Input()
    y = Output()

    def __init__(self):
        super().__init__()
        self.last = 0.0

    def output(self, u):
        return u + self.last

    def update(self, u):
        self.last = u


def build(gain=1.0, **more) -> Graph:
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("plan", period="10ms", phase="3ms")
    graph.group("wish", rate_hz=30, on_grid=True)
    graph.add("Source", Counter(), "fast")
    graph.add("Pair", Pair(), "fast")
    graph.add("Plan", Plan(), "plan")
    graph.add("Wish", Wish(), "wish")
    graph.add("Flat", Flat(), "fast")
    graph.add("Plant", Plant(), "fast")
    graph.add("Noted", Noted(), "plan")
    for name, component in more.items():
        graph.add(name, component, "fast")
    graph.connect("Source.y", "Pair.u")
    graph.connect("Source.y", "Plan.u", gain=gain, offset=0.5)
    graph.connect("Pair.y", "Plan.v")
    graph.connect("Plan.y", "Wish.u")
    graph.connect("Wish.y", "Flat.u")
    graph.connect("Plan.y", "Plant.y")
    graph.connect("Flat.y", "Plant.path")
    graph.connect("Plant.z", "Noted.u")
    graph.synchronize("Wish.y", "INTERPOLATED")
    graph.publish("/z", ["Plant.z", "Plan.y", "Plan.path", "Noted.y"], "fast")
    return graph


def plan(port):
    u, v = port.inputs["u"], port.inputs["v"]
    return {"path": [[u, v[0]], [v[1], port.time_ns / 1e9]], "y": math.fmod(u, 7.0)}


def wish(port):
    return port.inputs["u"] * 0.5


ANSWERS = {"Plan": plan, "Wish": wish}


def waiting_port(engine: Engine) -> OpenPort:
    assert engine.waiting is not None
    return engine.waiting


def by_hand(engine: Engine, duration_ns: int, at_pause=None) -> Engine:
    """Run and answer; `at_pause` may replace the engine."""
    end_ns = engine.now_ns + duration_ns
    while True:
        engine.run(end_ns - engine.now_ns)
        if engine.waiting is None:
            return engine
        if at_pause is not None:
            engine = at_pause(engine)
        port = waiting_port(engine)
        given = ANSWERS[port.name](port)
        if isinstance(given, dict):
            port.answer(**given)
        else:
            port.answer(given)


def attached(execution: str, graph: Graph | None = None) -> Engine:
    engine = Engine(graph or build(), execution=execution)
    for name, answer in ANSWERS.items():
        engine.attach(name, answer)
    return engine


@pytest.fixture(scope="module")
def expected():
    engine = attached("interpreted")
    messages: list[object] = []
    engine.bus.subscribe("test", messages.append)
    engine.run(120 * MS)
    return engine.digest, engine.link, messages


@EXECUTIONS
@pytest.mark.parametrize("is_attached", [True, False])
def test_every_way_of_answering_gives_the_same_bits(expected, execution, is_attached) -> None:
    engine = attached(execution) if is_attached else Engine(build(), execution=execution)
    messages: list[object] = []
    engine.bus.subscribe("test", messages.append)
    if is_attached:
        engine.run(120 * MS)
    else:
        by_hand(engine, 120 * MS)
    assert (engine.digest, engine.link, messages) == expected


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_a_snapshot_in_the_pause_continues_with_the_same_bits(expected, execution) -> None:
    other = {"interpreted": "compiled", "compiled": "interpreted"}[execution]

    def restored(engine):
        again = Engine.restored(build(), engine.snapshot(), execution=other)
        assert waiting_port(again).name == waiting_port(engine).name
        assert (
            waiting_port(again).time_ns
            == waiting_port(engine).time_ns
            == engine.now_ns
            == again.now_ns
        )
        assert repr(waiting_port(again).inputs) == repr(waiting_port(engine).inputs)
        return again

    engine = by_hand(Engine(build(), execution=execution), 120 * MS, restored)
    assert engine.digest == expected[0]


def test_a_snapshot_after_the_answer_continues_too(expected) -> None:
    engine = Engine(build(), execution="interpreted")
    engine.run(120 * MS)
    waiting_port(engine).answer(wish(waiting_port(engine)))
    again = Engine.restored(build(), engine.snapshot(), execution="interpreted")
    assert again.waiting is None
    by_hand(again, 120 * MS - again.now_ns)
    assert again.digest == expected[0]


def test_a_fork_in_the_pause_knows_it(expected) -> None:
    def forked(engine):
        fork = Engine(build(), execution="interpreted")
        fork.take_over(engine)
        assert waiting_port(fork).name == waiting_port(engine).name
        assert fork.snapshot() == engine.snapshot()
        return fork

    engine = by_hand(Engine(build(), execution="interpreted"), 120 * MS, forked)
    assert engine.digest == expected[0]


def test_a_fork_with_another_wiring_goes_on_from_the_pause(expected) -> None:
    engine = Engine(build(), execution="interpreted")
    engine.run(120 * MS)
    fork = Engine(build(gain=2.0), execution="interpreted")
    fork.take_over(engine)
    assert waiting_port(fork).name == "Wish"
    waiting_port(fork).answer(wish(waiting_port(fork)))
    by_hand(fork, 120 * MS - fork.now_ns)
    assert fork.digest != expected[0]


def test_a_fork_is_refused_where_the_order_around_the_pause_changes() -> None:
    first, second = (Graph("1ms") for _ in range(2))
    for graph, names in ((first, ("A", "W", "B")), (second, ("A", "B", "W"))):
        graph.group("g", rate_hz=1000)
        for name in names:
            graph.add(name, Wish() if name == "W" else Counter(), "g")
    engine = Engine(first, execution="interpreted")
    engine.run("1ms")
    with pytest.raises(InputError, match="paused at the port W, and B would be on the other side"):
        Engine(second, execution="interpreted").take_over(engine)


def test_the_pause_is_in_the_middle_of_the_tick() -> None:
    engine = Engine(build(), execution="interpreted")
    engine.run("3ms")
    waiting_port(engine).answer(0.0)  # Wish at 0 ms
    engine.run("3ms")
    port = waiting_port(engine)
    assert (port.name, engine.now_ns, port.time_ns) == ("Plan", 3 * MS, 3 * MS)
    assert port.is_waiting
    assert port.inputs["u"] == 3.5
    assert np.array_equal(port.inputs["v"], [3.0, 6.0])
    before: Any = engine.value("Plant.z")
    assert engine.value("Source.y") == 3.0, "components before the port have run"
    assert engine.value("Plan.y") == -1.0
    link = engine.link
    port.answer(5.0, np.ones((2, 2)))
    assert (engine.waiting, port.is_waiting) == (None, False)
    assert engine.value("Plan.y") == 5.0
    assert engine.value("Plant.z") == before, "components after it have not"
    engine.run(0)
    assert engine.value("Plant.z") == pytest.approx(before + 6.0, abs=0.1)
    assert engine.link != link


def test_inputs_are_read_only_and_without_a_copy() -> None:
    engine = attached("interpreted")
    seen: list[Any] = []

    def noted(port: OpenPort) -> object:
        seen.append(port.inputs["v"])
        return plan(port)

    engine.attach("Plan", noted)
    engine.run(20 * MS)
    assert seen[0] is seen[1]
    with pytest.raises(ValueError, match="read-only"):
        seen[0][0] = 1.0


def test_a_reset_keeps_who_is_attached() -> None:
    engine = attached("interpreted")
    engine.run(20 * MS)
    digest = engine.digest
    engine.reset()
    engine.run(20 * MS)
    assert engine.digest == digest
    engine.detach("Plan")
    engine.run(20 * MS)
    assert engine.waiting is engine.port("Plan")


def test_whoever_is_attached_in_the_pause_answers(expected) -> None:
    engine = Engine(build(), execution="interpreted")
    engine.run(120 * MS)
    for name, answer in ANSWERS.items():
        engine.attach(name, answer)
    engine.run(120 * MS - engine.now_ns)
    assert engine.digest == expected[0]


def test_clock_callbacks_of_the_pause_run_once(expected) -> None:
    engine = Engine(build(), execution="interpreted")
    calls: list[int] = []
    engine.clock.schedule_periodic(MS, lambda: calls.append(engine.now_ns))

    def later(engine):
        engine.clock.schedule(engine.now_ns, lambda: None)
        return engine

    by_hand(engine, 120 * MS, later)
    assert calls == [i * MS for i in range(calls[0] // MS, 121)]
    assert engine.digest == expected[0]


# ------------------------------------------------------------------------ mistakes


def waiting() -> Engine:
    """An engine that waits at Plan."""
    engine = Engine(build(), execution="interpreted")
    engine.attach("Wish", wish)
    engine.run("3ms")
    assert waiting_port(engine).name == "Plan"
    return engine


PATH = ((0.0, 1.0), (2.0, 3.0))


@pytest.mark.parametrize(
    ("values", "named", "what"),
    [
        ((1.0,), {}, "the answer has 1.0"),
        ((1.0, PATH, 2.0), {}, "the answer has (1.0,"),
        ((), {}, "the answer has ()"),
        ((1.0, (1.0, 2.0)), {}, "the answer has (1.0, 2.0) for 'path', in the shape (2,)"),
        ((1.0, ((1.0, 2.0), (3.0,))), {}, "for 'path'"),
        (((1.0,), PATH), {}, "the answer has (1.0,) for 'y', in the shape (1,)"),
        (("1.0", PATH), {}, "the answer has '1.0' for 'y'"),
        ((None, PATH), {}, "the answer has None for 'y'"),
        ((math.nan, PATH), {}, "not a number was written"),
        ((1.0, ((0.0, math.nan), (2.0, 3.0))), {}, "not a number was written"),
        ((), {"y": 1.0}, "the answer has no 'path'"),
        ((), {"y": 1.0, "path": PATH, "z": 1.0}, "'z', which is not an output"),
        ((1.0,), {"path": PATH}, "some outputs are given in order and some by name"),
    ],
)
def test_a_wrong_answer_is_refused_and_writes_nothing(values, named, what) -> None:
    engine = waiting()
    before = engine.snapshot()
    with pytest.raises(GhostError) as caught:
        waiting_port(engine).answer(*values, **named)
    assert what in caught.value.what
    assert "Plan" in caught.value.where
    assert engine.snapshot() == before
    waiting_port(engine).answer(1.0, PATH)
    engine.run(0)
    assert engine.value("Plan.y") == 1.0


def test_answers_at_the_wrong_moment_are_refused() -> None:
    engine = waiting()
    port = waiting_port(engine)
    with pytest.raises(GhostError, match="the port 'Plan' waits for an answer"):
        engine.run("1ms")
    with pytest.raises(GhostError, match="Wish does not wait for an answer"):
        engine.port("Wish").answer(1.0)
    port.answer(1.0, PATH)
    with pytest.raises(GhostError, match="Plan has been answered already"):
        port.answer(1.0, PATH)
    engine.run("1ms")
    with pytest.raises(GhostError, match="Plan does not wait for an answer"):
        port.answer(1.0, PATH)


def test_unknown_ports_are_named() -> None:
    engine = Engine(build(), execution="interpreted")
    with pytest.raises(InputError, match=r"there is no port 'Plam'; did you mean 'Plan'\?"):
        engine.attach("Plam", plan)
    with pytest.raises(InputError, match="there is no port 'Plant'"):
        engine.port("Plant")
    with pytest.raises(InputError, match="3 cannot be called"):
        engine.attach("Plan", 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no port 'X'"):
        engine.detach("X")


def failing(_port):
    raise ValueError("no plan")


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (failing, "component 'Wish' failed: ValueError: no plan"),
        (lambda _: math.nan, "component 'Wish' failed: not a number was written"),
        (lambda _: None, "component 'Wish' failed: the attached function returned None"),
        (lambda _: (1.0, 2.0), "component 'Wish' failed: the attached function returned"),
    ],
)
def test_an_attached_function_that_fails_ends_the_run(execution, answer, what) -> None:
    engine = attached(execution)
    engine.run(20 * MS)
    engine.attach("Wish", answer)
    with pytest.raises(RunError) as caught:
        engine.run(40 * MS)
    assert what in caught.value.what
    assert "tick 34, time 34_000_000 ns" in caught.value.where
    with pytest.raises(RunError, match="Wish"):
        engine.run("1ms")


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_an_attached_function_does_not_use_the_engine(execution) -> None:
    engine = attached(execution)
    engine.attach("Wish", lambda _: engine.value("Source.y"))
    with pytest.raises(RunError, match=r"Engine\.value was called in the middle of a tick"):
        engine.run("1ms")


def test_a_port_has_only_inputs_and_outputs() -> None:
    for declared in (State(), Parameter(1.0), Noise()):
        with pytest.raises(InputError, match="declares only inputs, outputs and sizes"):
            type("Wrong", (Port,), {"x": declared, "y": Output()})
    with pytest.raises(InputError, match="it is a Port, which has no functions"):
        type("Wrong", (Port,), {"y": Output(), "output": staticmethod(lambda: 1.0)})
    with pytest.raises(InputError, match="a Port without outputs"):
        type("Wrong", (Port,), {"u": Input()})()


def test_damaged_pauses_are_refused() -> None:
    """A pause that no run can have, in a snapshot with a correct digest."""
    from project_ghost.engine.plan._layout import PAUSE
    from project_ghost.engine.snapshot._format import pack, unpack

    engine = waiting()
    header, arrays = unpack(engine.snapshot())
    for pause in (-2, 3, 7, -7):
        arrays[2][PAUSE] = pause
        with pytest.raises(InputError, match="the snapshot is inconsistent: it pauses"):
            engine.restore(pack(header, arrays))


def test_an_engine_with_a_port_reserves_room_for_a_few_ticks_only() -> None:
    outbox = Engine(build(), 1).__dict__["_outbox"]
    assert outbox.values.nbytes + outbox.heads.nbytes < 64 << 10
