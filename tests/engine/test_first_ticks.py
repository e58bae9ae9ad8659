"""New machine code runs its first ticks beside the interpreter, which decides.

Goal: whatever the examination of components and the compiler let pass, a difference in the first
ticks is found and named, the run has the interpreter's bits, and agreement is paid for once.
Method: most tests run the compiled form of a schedule in Python, with a fault planted into it;
the slow ones compile components whose examination is switched off.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import RunError
from project_ghost.engine import (
    Block,
    Continuous,
    Engine,
    Graph,
    Host,
    Input,
    Kernel,
    Noise,
    Output,
    Port,
    State,
)
from project_ghost.engine.codegen._build import Compilation
from project_ghost.engine.codegen._compiled_run import RunArrays
from project_ghost.engine.codegen._helpers import HELPERS
from project_ghost.engine.plan._layout import TICK
from project_ghost.engine.run import _first_ticks, _verdicts

TICKS = 30  # compared by the tests


class Source(Block):
    """Counts, with noise."""

    x = State()
    w = Noise()
    y = Output()

    @staticmethod
    def output(x, w):
        return x + 0.001 * w

    @staticmethod
    def update(x):
        return x + 1.0


class Lag(Block):
    """A slow copy, and a vector."""

    u = Input()
    x = Continuous()
    v = State((0.0, 0.0), shape=(2,))
    y = Output()
    both = Output(shape=(2,))

    @staticmethod
    def output(x, v):
        return x, v

    @staticmethod
    def update(u, v):
        return u, v[0]

    @staticmethod
    def derivative(x, u):
        return u - x


class Echo(Host):
    """Counts its calls where everybody sees it."""

    calls = 0
    u = Input()
    y = Output()

    def output(self, u):
        Echo.calls += 1
        return 2.0 * u


class Outside(Port):
    u = Input()
    y = Output()


def small(*, published: bool = False) -> Graph:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.group("slow", rate_hz=100)
    graph.add("source", Source(), "all")
    graph.add("lag", Lag(), "slow")
    graph.connect("source.y", "lag.u")
    if published:
        graph.publish("/lag", {"y": "lag.y"}, group="slow")
    return graph


def outside() -> Graph:
    """A graph that needs answers from a Host and a Port."""
    graph = small()
    graph.add("echo", Echo(), "all")
    graph.add("port", Outside(), "slow")
    graph.add("last", Lag(), "all")
    graph.connect("source.y", "echo.u")
    graph.connect("echo.y", "port.u")
    graph.connect("port.y", "last.u")
    return graph


Fault = Callable[[RunArrays], None]


def in_python(arrays: RunArrays, schedule: Compilation, fault: Fault) -> Any:
    """The compiled form of a schedule, run by Python; the fault comes after each call."""
    called = {**dict(schedule.called), **{name: HELPERS[name] for name, _ in schedule.separate}}
    namespace: dict[str, Any] = dict(called)
    exec(schedule.source, namespace)  # noqa: S102 - our own source
    # Single numbers are Python's: links are computed with them.
    passed = (
        *(arrays.values.data, arrays.values, arrays.parameters.data, arrays.parameters),
        *(arrays.counters.data, arrays.chain_keys.data),
        *(arrays.links, arrays.messages, arrays.heads),
    )

    def run(last_tick: int, with_outputs: bool) -> None:
        namespace["run"](*passed, last_tick, with_outputs)
        fault(arrays)

    return run


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Fault], None]:
    """Plant a fault into the compiled form of all schedules."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(_verdicts, "_VERDICTS", {})
    monkeypatch.setattr(_first_ticks, "_TICKS_MOST", TICKS)
    monkeypatch.setattr(Compilation, "is_cached", lambda _self: True)

    def planted(fault: Fault) -> None:
        monkeypatch.setattr(
            Compilation, "load", lambda self, arrays: in_python(arrays, self, fault)
        )

    planted(lambda _arrays: None)
    return planted


def eager(graph: Graph, **options: Any) -> Engine:
    """An engine that chooses to compile."""
    engine = Engine(graph, seed=3, **options)
    engine.expect("1000h")
    return engine


def interpreted(graph: Graph, duration: str) -> Engine:
    engine = Engine(graph, seed=3, execution="interpreted")
    engine.run(duration)
    return engine


def at_tick(tick: int, change: Fault) -> Fault:
    def fault(arrays: RunArrays) -> None:
        if arrays.counters[TICK] == tick:
            change(arrays)

    return fault


def least_bit(name: str, element: int = 0) -> Fault:
    """Flip the lowest bit of a signal or state."""
    layout = Engine(small()).layout
    slot = {**layout.signals, **layout.states}[name]

    def change(arrays: RunArrays) -> None:
        arrays.values.view(np.int64)[slot.start + element] ^= 1

    return change


@pytest.mark.parametrize(
    ("name", "element", "said"),
    [
        ("source.y", 0, "component 'source', at tick 7: source.y is "),
        ("lag.both", 1, "component 'lag', at tick 7: lag.both[1] is "),
        ("lag.v", 0, "component 'lag', at tick 7: lag.v[0] is "),
    ],
)
@pytest.mark.parametrize("chained", [True, False])
def test_a_difference_is_named_and_the_run_is_interpreted(plant, name, element, said, chained):
    plant(at_tick(7, least_bit(name, element)))
    engine = eager(small(), chained=chained)
    engine.run("100ms")
    assert engine.execution == "interpreted"
    assert said in engine.execution_note
    assert "interpreted and" in engine.execution_note
    if chained:
        assert engine.digest == interpreted(small(), "100ms").digest


def test_where_compiling_was_requested_a_difference_is_an_error(plant):
    plant(at_tick(7, least_bit("source.y")))
    engine = Engine(small(), execution="compiled")
    with pytest.raises(RunError, match=r"differs from the interpreter: component 'source', at"):
        engine.run("100ms")
    assert engine.now_ns == 7_000_000


def test_after_the_first_ticks_compiled_code_goes_on_alone(plant):
    plant(at_tick(100, least_bit("source.y")))
    engine = eager(small())
    engine.run("100ms")
    assert engine.execution == "compiled"
    assert f"{TICKS} ticks interpreted too" in engine.execution_note
    assert engine.digest != interpreted(small(), "100ms").digest


@pytest.mark.usefixtures("plant")
def test_the_digest_is_that_of_the_interpreter():
    engine = eager(small(published=True))
    heard: list[float] = []
    engine.bus.subscribe("ear", lambda message: heard.append(message.payload["y"]))
    engine.run("100ms")
    assert engine.execution == "compiled"
    assert engine.digest == interpreted(small(published=True), "100ms").digest
    assert len(heard) == 11


def flip_message(arrays: RunArrays) -> None:
    arrays.messages[0] += 1.0


def flip_head(arrays: RunArrays) -> None:
    arrays.heads[0, 0] += 1


def flip_link(arrays: RunArrays) -> None:
    arrays.links[:] += 1


def flip_counter(arrays: RunArrays) -> None:
    arrays.counters[-1] += 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (flip_message, "the messages of tick 10"),
        (flip_head, "the messages of tick 10"),
        (flip_link, "the link of tick 10"),
        (flip_counter, "the schedule's counters at tick 10"),
    ],
)
def test_links_messages_and_counters_are_compared_too(plant, change, said):
    plant(at_tick(10, change))
    engine = eager(small(published=True))
    engine.run("50ms")
    assert said in engine.execution_note


def fail(_arrays: RunArrays) -> None:
    raise ValueError("a planted failure")


def test_a_failure_of_compiled_code_alone_is_a_difference(plant):
    plant(at_tick(4, fail))
    engine = eager(small())
    engine.run("50ms")
    assert "fails at tick 4 in the compiled execution only" in engine.execution_note
    assert engine.digest == interpreted(small(), "50ms").digest


class Fails(Block):
    y = Output()

    @staticmethod
    def output(sample):
        return 1.0 / (5 - sample)


def failing() -> Graph:
    graph = small()
    graph.add("fails", Fails(), "all")
    return graph


@pytest.mark.usefixtures("plant")
def test_a_failure_of_both_is_the_failure():
    messages = []
    for engine in (Engine(failing(), execution="interpreted"), eager(failing())):
        with pytest.raises(RunError) as caught:
            engine.run("50ms")
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert "component 'fails' failed: ZeroDivisionError" in messages[0]


@pytest.mark.usefixtures("plant")
def test_a_failure_of_the_interpreter_alone_is_told(monkeypatch):
    names = []

    def load(self: Compilation, arrays: RunArrays) -> Any:
        fails = next(n for n, f in self.called if "Fails" in f.__qualname__)
        names.append(fails)
        called = tuple(
            (n, f if n != fails else lambda n: 1.0 / (5 - n or 1)) for n, f in self.called
        )
        return in_python(arrays, self._replace(called=called), lambda _arrays: None)

    monkeypatch.setattr(Compilation, "load", load)
    engine = eager(failing())
    with pytest.raises(RunError, match="component 'fails' failed"):
        engine.run("50ms")
    assert names
    assert "fails at tick 5 in the interpreted execution only" in engine.execution_note


# ---------------------------------------------------------------- hosts, ports


def answered(engine: Engine, duration_ns: int) -> str:
    """Run to the end, with answers by hand."""
    while engine.now_ns < duration_ns or engine.waiting is not None:
        if engine.waiting is not None:
            engine.waiting.answer(engine.waiting.inputs["u"] - 1.0)
        engine.run(duration_ns - engine.now_ns)
        if engine.waiting is None:
            break
    return engine.digest


@pytest.mark.parametrize("attached", [True, False])
@pytest.mark.usefixtures("plant")
def test_hosts_and_ports_answer_once_and_their_answers_are_repeated(attached):
    digests, calls = [], []
    for engine in (Engine(outside(), seed=3, execution="interpreted"), eager(outside())):
        Echo.calls = 0
        if attached:
            engine.attach("port", lambda port: port.inputs["u"] - 1.0)
        digests.append(answered(engine, 60_000_000))
        calls.append(Echo.calls)
    assert engine.execution == "compiled", engine.execution_note
    assert calls == [61, 61]
    assert digests[0] == digests[1]


def test_a_difference_behind_a_host_is_found(plant):
    layout = Engine(outside()).layout
    place = layout.states["last.v"].start

    def change(arrays: RunArrays) -> None:
        arrays.values[place] += 1.0

    plant(at_tick(5, change))
    engine = eager(outside())
    engine.attach("port", lambda port: port.inputs["u"] - 1.0)
    engine.run("20ms")
    assert "component 'last', at tick 5: last.both[0] is" in engine.execution_note


class Breaks(Host):
    u = Input(default=0.0)
    y = Output()

    def output(self, u):
        raise ValueError(f"out of order at {u}")


@pytest.mark.usefixtures("plant")
def test_a_host_that_fails_is_no_difference():
    graph = small()
    graph.add("breaks", Breaks(), "slow")
    engine = eager(graph)
    with pytest.raises(RunError, match="component 'breaks' failed: ValueError: out of order at"):
        engine.run("20ms")
    assert "differs" not in engine.execution_note


@pytest.mark.usefixtures("plant")
def test_a_snapshot_in_the_first_ticks_goes_on_like_the_run():
    engine = eager(small())
    engine.run("9ms")
    data = engine.snapshot()
    engine.run("51ms")
    again = Engine.restored(small(), data)
    again.expect("1000h")
    again.run("51ms")
    assert engine.digest == again.digest == interpreted(small(), "60ms").digest


@pytest.mark.usefixtures("plant")
def test_events_and_resets_between_the_first_ticks_change_nothing():
    digests = []
    for execution in ("interpreted", "compiled"):
        engine = Engine(small(), seed=3, execution=execution)
        for _ in range(60):
            engine.run("1ms")
            engine.clock.schedule(engine.now_ns + 1_000_000, lambda *_: None)
        engine.reset(seed=4)
        engine.run("60ms")
        digests.append(engine.digest)
    assert digests[0] == digests[1]


# -------------------------------------------------------------------- verdicts


def runs_compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Filled with an entry for each engine that compares."""
    begun: list[int] = []
    made = _first_ticks.FirstTicks.__init__

    def counted(self: Any, *arguments: Any) -> None:
        begun.append(1)
        made(self, *arguments)

    monkeypatch.setattr(_first_ticks.FirstTicks, "__init__", counted)
    return begun


@pytest.mark.usefixtures("plant")
def test_agreement_is_kept_for_this_and_for_other_processes(monkeypatch):
    begun = runs_compared(monkeypatch)
    first = eager(small())
    first.run("60ms")
    assert len(begun) == 1
    for forgotten in (False, True):
        if forgotten:
            _verdicts._VERDICTS.clear()
        engine = eager(small())
        engine.run("60ms")
        assert engine.execution == "compiled"
        assert engine.execution_note == ""
        assert engine.digest == first.digest
    assert len(begun) == 1


@pytest.mark.usefixtures("plant")
def test_a_run_that_is_shorter_than_the_comparison_leaves_no_verdict(monkeypatch):
    begun = runs_compared(monkeypatch)
    for _ in range(2):
        eager(small()).run("5ms")
    assert len(begun) == 2


def test_a_difference_is_kept_too(plant, monkeypatch):
    plant(at_tick(7, least_bit("source.y")))
    eager(small()).run("50ms")
    plant(lambda _arrays: None)
    begun = runs_compared(monkeypatch)
    _verdicts._VERDICTS.clear()
    engine = eager(small())
    engine.run("50ms")
    assert engine.execution == "interpreted"
    assert "component 'source', at tick 7" in engine.execution_note
    assert not begun
    with pytest.raises(RunError, match="component 'source', at tick 7"):
        Engine(small(), execution="compiled").run("50ms")


@pytest.mark.usefixtures("plant")
def test_another_way_of_comparing_compares_again(monkeypatch):
    eager(small()).run("60ms")
    begun = runs_compared(monkeypatch)
    _verdicts._VERDICTS.clear()
    monkeypatch.setattr(_verdicts, "_AGREES", "agrees 0\n")
    eager(small()).run("60ms")
    assert begun


@pytest.mark.usefixtures("plant")
def test_what_did_not_run_in_the_first_ticks_has_no_verdict(monkeypatch):
    def late() -> Graph:
        graph = Graph("1ms")
        graph.group("all", rate_hz=1000)
        graph.group("late", rate_hz=10, phase="50ms")
        graph.add("source", Source(), "all")
        graph.add("lag", Lag(), "late")
        graph.connect("source.y", "lag.u")
        return graph

    begun = runs_compared(monkeypatch)
    for _ in range(2):
        eager(late()).run("60ms")
    assert len(begun) == 2


# ------------------------------------------------------------------- for real


def overlapping(u, s, y):
    """Numpy reads all before it writes; Numba's loop reads what it has written."""
    s[1:] += s[:-1]
    s *= 0.5
    s[0] = u[0]
    y[0] = s[3]


class Ramp(Block):
    y = Output(shape=(1,))

    @staticmethod
    def output(sample):
        return (0.5 * sample,)


def agreeing(u, s, y):
    s[0] = 0.5 * u[0]
    y[0] = s[0]


def unexamined() -> Graph:
    """A kernel that differs, and is not examined: as if it were the project's own."""
    overlapping.__module__ = "project_ghost.planted"
    return with_kernel(overlapping)


def with_kernel(function: Callable[..., None]) -> Graph:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("ramp", Ramp(), "all")
    members = {
        "u": Input(shape=(1,)),
        "s": State(shape=(4,)),
        "y": Output(shape=(1,)),
        "step": staticmethod(function),
    }
    graph.add("planted", type("Planted", (Kernel,), members)(), "all")
    graph.connect("ramp.y", "planted.u")
    return graph


@pytest.mark.slow
def test_a_component_that_no_other_layer_stops_is_found():
    engine = eager(unexamined())
    engine.run("20ms")
    assert engine.execution == "interpreted"
    assert "component 'planted', at tick 2: planted.y[0] is" in engine.execution_note
    assert engine.digest == interpreted(unexamined(), "20ms").digest
    with pytest.raises(RunError, match="component 'planted', at tick 2"):
        Engine(unexamined(), execution="compiled").run("20ms")


@pytest.mark.slow
def test_only_the_component_that_differs_is_refused_from_then_on():
    """What it shares with others, the copies of states around `step`, goes on."""
    eager(unexamined()).run("20ms")
    engine = eager(with_kernel(agreeing))
    engine.run("20ms")
    assert engine.execution == "compiled", engine.execution_note


PROCESS = """
from project_ghost.engine import Engine
from project_ghost.engine.blocks import Constant, FirstOrderLag
from project_ghost.engine import Graph
graph = Graph("1ms")
graph.group("all", rate_hz=1000)
graph.add("one", Constant(value=2.0), "all")
graph.add("lag", FirstOrderLag(tau_s=0.5), "all")
graph.connect("one.y", "lag.u")
engine = Engine(graph, execution="compiled")
engine.run("2s")
print(engine.digest, engine.execution_note)
"""


@pytest.mark.slow
def test_a_second_process_compares_nothing(tmp_path):
    environment = {**os.environ, "GHOST_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", PROCESS]
    run = partial(subprocess.run, check=True, capture_output=True, text=True, timeout=300)
    (one, note), (two, nothing) = (
        run(command, env=environment).stdout.strip("\n").split(" ", 1) for _ in range(2)
    )
    assert one == two
    assert note.startswith("new machine code: 250 ticks interpreted too")
    assert nothing == ""
