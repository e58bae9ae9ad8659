"""Goal: a failing component stops the run with its name, the tick and the time, in both ways.

Method: each bad component fails at its fifth sample, 8 ms into the run; what was published
before it must have arrived. All of them are in one graph, compiled once, and a parameter
chooses the one that fails.
"""

import math
import re
import traceback

import pytest

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import GhostError, InputError, RunError, SubscriberError
from project_ghost.engine import (
    Block,
    Continuous,
    Engine,
    Graph,
    Host,
    Kernel,
    Output,
    Parameter,
    State,
)
from project_ghost.engine.codegen._build import Compilation
from tests.engine.parts import EXECUTIONS, Counter, Probe

NAN = math.nan
NAN_MADE_OF = 1e308  # NaN, from numbers alone: infinity minus infinity
NEVER = 1e9


class Clock(Block):
    """The base of the bad ones: `sample` as a state, so that every function sees it."""

    n = State()
    y = Output()
    at = Parameter(NEVER)
    big = Parameter(NAN_MADE_OF)

    @staticmethod
    def output(n, at, big):
        return n

    @staticmethod
    def update(n, at, big):
        return n + 1.0


class RaisesInOutput(Clock):
    @staticmethod
    def output(n, at, big):
        if n == at:
            raise ValueError("the sensor is on fire")
        return n


class RaisesInUpdate(Clock):
    @staticmethod
    def update(n, at, big):
        if n == at:
            raise ValueError("the sensor is on fire")
        return n + 1.0


class DividesByZero(Clock):
    @staticmethod
    def output(n, at, big):
        return 1.0 / (at - n)


class LeavesTheDomain(Clock):
    @staticmethod
    def output(n, at, big):
        return sqrt(at - 0.5 - n)


class NanInOutput(Clock):
    @staticmethod
    def output(n, at, big):
        return 0.0 if n < at else big * 10.0 - big * 10.0


class NanInUpdate(Clock):
    @staticmethod
    def update(n, at, big):
        return n + 1.0 if n < at else big * 10.0 - big * 10.0


class NanInStep(Block):
    n = State()
    y = Output()
    at = Parameter(NEVER)
    big = Parameter(NAN_MADE_OF)

    @staticmethod
    def step(n, at, big):
        return n + 1.0, 0.0 if n < at else big * 10.0 - big * 10.0


class NanInStepState(Block):
    n = State()
    y = Output()
    at = Parameter(NEVER)
    big = Parameter(NAN_MADE_OF)

    @staticmethod
    def step(n, at, big):
        return n + 1.0 if n < at else big * 10.0 - big * 10.0, n


class NanInDerivative(Clock):
    x = Continuous()

    @staticmethod
    def derivative(n, at, big):
        return 1.0 if n < at else big * 10.0 - big * 10.0


class NanInVector(Clock):
    z = Output(shape=(3,))

    @staticmethod
    def output(n, at, big):
        return n, (0.0, n, 0.0 if n < at else big * 10.0 - big * 10.0)


class NanInKernel(Kernel):
    n = State()
    y = Output(shape=(20,))
    at = Parameter(NEVER)

    @staticmethod
    def output(n, y, at):
        for i in range(20):
            y[i] = NAN if n[0] == at and i == 13 else 1.0

    @staticmethod
    def update(n, at):
        n[0] += 1.0


class NanInKernelState(NanInKernel):
    @staticmethod
    def output(n, y, at):
        y[0] = n[0]

    @staticmethod
    def update(n, at):
        n[0] = NAN if n[0] == at else n[0] + 1.0


class NanInKernelStep(Kernel):
    n = State(shape=(2,))
    y = Output()
    at = Parameter(NEVER)

    @staticmethod
    def step(n, y, at):
        y[0] = n[0]
        n[1] = NAN if n[0] == at else 0.0
        n[0] += 1.0


class KernelDividesByZero(NanInKernel):
    @staticmethod
    def output(n, y, at):
        y[0] = 1.0 / (n[0] - at)


class KernelDividesZeroByZero(NanInKernel):
    @staticmethod
    def output(n, y, at):
        y[0] = (n[0] - at) / (at - n[0])


class KernelDividesAfterNan(NanInKernel):
    """The NaN is in a local number, the division is what stops it."""

    @staticmethod
    def output(n, y, at):
        huge = n[0] * 1e308 * 1e10
        gone = huge - huge
        y[0] = 1.0 if gone == gone else 2.0
        y[1] = 1.0 / (at - n[0])


class TooMany(Clock):
    @staticmethod
    def output(n, at, big):
        return n, n


class TooFew(Clock):
    z = Output()

    @staticmethod
    def output(n, at, big):
        return n


class TooManyElements(Clock):
    z = Output(shape=(2,))

    @staticmethod
    def output(n, at, big):
        return n, (n, n, n)


class TooFewElements(Clock):
    z = Output(shape=(2,))

    @staticmethod
    def output(n, at, big):
        return n, (n,)


class ReturnsNothing(Clock):
    @staticmethod
    def output(n, at, big):
        pass


class TooManyFromUpdate(Clock):
    @staticmethod
    def update(n, at, big):
        return n, n


class HostOfOutput(Host):
    """The base of the bad hosts: counts its samples itself."""

    y = Output()

    def __init__(self):
        super().__init__()
        self.n = 0.0

    def output(self):
        self.n += 1.0
        return self.bad() if self.n == 5.0 else self.n

    def bad(self):
        raise ValueError("no plan")


class HostWritesNan(HostOfOutput):
    def bad(self):
        return NAN


class HostReturnsTooMany(HostOfOutput):
    def bad(self):
        return 1.0, 2.0


class HostReturnsNothing(HostOfOutput):
    def bad(self):
        return None


class HostRaisesInUpdate(HostOfOutput):
    def output(self):
        return self.n

    def update(self):
        self.n += 1.0
        if self.n == 5.0:
            self.bad()


FAILING_HOSTS = {
    HostOfOutput: "ValueError: no plan",
    HostWritesNan: "",
    HostReturnsTooMany: "",
    HostReturnsNothing: "",
    HostRaisesInUpdate: "ValueError: no plan",
}
FAILING = {
    RaisesInOutput: "ValueError: the sensor is on fire",
    RaisesInUpdate: "ValueError: the sensor is on fire",
    DividesByZero: "ZeroDivisionError: division by zero",
    LeavesTheDomain: "sqrt(-0.5) has no value",
    NanInOutput: "not a number was written",
    NanInUpdate: "not a number was written",
    NanInStep: "not a number was written",
    NanInStepState: "not a number was written",
    NanInDerivative: "not a number was written",
    NanInVector: "not a number was written",
    NanInKernel: "not a number was written",
    NanInKernelState: "not a number was written",
    NanInKernelStep: "not a number was written",
    KernelDividesByZero: "ZeroDivisionError: division by zero",
    KernelDividesZeroByZero: "ZeroDivisionError: division by zero",
    KernelDividesAfterNan: "ZeroDivisionError: division by zero",
}
AT_ONCE = (TooMany, TooFew, TooManyElements, TooFewElements, ReturnsNothing, TooManyFromUpdate)


def with_bad(component, execution):
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=500)
    graph.add("Before", Counter(), "fast")
    graph.add("Bad", component, "slow")
    graph.add("After", Probe(), "slow")
    source = "Bad.y" if component.shape_of("y") == () else "Before.y"
    graph.connect(source, "After.u")
    graph.publish("/count", ["Before.y"], "fast")
    return Engine(graph, execution=execution)


def in_which_fails(kind, execution):
    """An engine with a component of every kind that can fail, of which this one does."""
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=500)
    graph.add("Before", Counter(), "fast")
    for each in FAILING:
        graph.add(each.__name__, each(at=4.0 if each is kind else NEVER), "slow")
    graph.add("After", Probe(), "slow")
    graph.connect("RaisesInOutput.y", "After.u")
    graph.publish("/count", ["Before.y"], "fast")
    return Engine(graph, execution=execution)


@EXECUTIONS
@pytest.mark.parametrize("kind", FAILING, ids=lambda kind: kind.__name__)
def test_a_failure_says_component_tick_and_time(kind, execution):
    assert_failure(in_which_fails(kind, execution), kind, kind.__name__, FAILING[kind])


@EXECUTIONS
@pytest.mark.parametrize("kind", FAILING_HOSTS, ids=lambda kind: kind.__name__)
def test_a_failure_of_a_host_says_component_tick_and_time(kind, execution):
    assert_failure(with_bad(kind(), execution), kind, "Bad", FAILING_HOSTS[kind])


def assert_failure(engine, kind, name, what):
    heard = []
    engine.bus.subscribe("all", lambda m: heard.append((m.stamp_sim_ns, m.payload["Before.y"])))
    with pytest.raises(RunError) as caught:
        engine.run("1s")
    assert caught.value.what.startswith(f"component '{name}' failed: ")
    assert what in caught.value.what
    assert caught.value.where == f"tick 8, time 8_000_000 ns, {kind.__name__}"
    assert caught.value.expected
    assert caught.value.fix
    # Outputs that fail leave no messages of their tick, updates do.
    ticks = 9 if "Update" in kind.__name__ or kind in UPDATES else 8
    assert heard == [(n * 1_000_000, float(n)) for n in range(ticks)]
    with pytest.raises(RunError, match=f"component '{name}' failed"):
        engine.run("1ms")


UPDATES = (NanInDerivative, NanInKernelState)


@EXECUTIONS
@pytest.mark.parametrize("kind", AT_ONCE, ids=lambda kind: kind.__name__)
def test_the_wrong_number_of_values_stops_the_run(kind, execution):
    engine = with_bad(kind(), execution)
    with pytest.raises(RunError) as caught:
        engine.run("1s")
    assert caught.value.what.startswith("component 'Bad' failed: ")
    assert caught.value.where == f"tick 0, time 0 ns, {kind.__name__}"


class Uncompilable(Clock):
    @staticmethod
    def output(n, at, big):
        return {"value": n}.get("value", globals().get("nothing", n))


@pytest.mark.slow
def test_an_uncompilable_component_is_reported():
    with_bad(Uncompilable(), "interpreted").run("10ms")
    with pytest.raises(InputError, match="not known that compiled code would agree") as caught:
        with_bad(Uncompilable(), "compiled")
    assert "Uncompilable.output" in caught.value.where


class Overflowing(Kernel):
    x = State(1e200)
    y = Output()

    @staticmethod
    def output(x, y):
        y[0] = x[0] * 1e-300

    @staticmethod
    def update(x):
        x[0] = x[0] * 1e100


@EXECUTIONS
def test_overflow_is_infinity_without_a_word(execution):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("K", Overflowing(), "g")
    engine = Engine(graph, execution=execution)
    engine.run("3ms")
    assert engine.value("K.y") == float("inf")


@EXECUTIONS
def test_a_failing_subscriber_stops_the_run_with_its_name(execution):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("C", Counter(), "g")
    graph.publish("/count", ["C.y"], "g")
    engine = Engine(graph, execution=execution)

    def fail(message):
        if message.sequence == 3:
            raise ValueError("full")

    engine.bus.subscribe("recorder", fail)
    with pytest.raises(SubscriberError, match="subscriber 'recorder' failed") as caught:
        engine.run("10ms")
    assert "sequence 3" in caught.value.where


class LosesNan(Kernel):
    """NaN on the way, infinity over infinity too, and plain numbers in the end; it changes
    its state before, which must happen once.
    """

    n = State()
    y = Output(shape=(3,))

    @staticmethod
    def output(n, y):
        y[0] += 1.0
        huge = (n[0] + 1.0) * 1e308 * 1e10
        gone = huge - huge
        y[1] = 1.0 if gone == gone else 2.0
        gone = huge / huge
        y[2] = 1.0 if gone == gone else 2.0

    @staticmethod
    def update(n):
        n[0] += 1.0
        for i in range(n.shape[0]):
            huge = n[i] * 1e308 * 1e10
            if (huge - huge) == 0.0:
                n[i] = -1.0


@EXECUTIONS
def test_a_nan_that_is_not_stored_stops_nothing(execution):
    engine = with_bad(LosesNan(), execution)
    engine.run("8ms")
    assert engine.value("Bad.y") == (5.0, 2.0, 2.0)
    assert engine.state("Bad.n") == 4.0


@pytest.mark.slow
@pytest.mark.parametrize("kind", [RaisesInOutput, RaisesInUpdate, NanInKernel, NanInKernelState])
def test_after_a_failure_the_chain_ends_at_the_last_complete_tick(kind):
    """Outputs that fail leave the link of the tick before, updates that of their own tick."""
    engines = [in_which_fails(kind, execution) for execution in ("interpreted", "compiled")]
    for engine in engines:
        with pytest.raises(RunError):
            engine.run("1s")
    whole = in_which_fails(kind, "interpreted")
    whole.run("7ms")
    if "Update" in kind.__name__ or kind in UPDATES:
        whole.run("1ms")
    assert [engine.link for engine in engines] == [whole.link] * 2
    assert [engine.ledger.digest() for engine in engines] == [whole.ledger.digest()] * 2


class Interrupted(Host):
    """Somebody presses Ctrl-C in the midst of tick 5, once."""

    y = Output()

    def output(self, sample):
        if sample == 5:
            raise KeyboardInterrupt
        return 0.0


def counting(*others):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("C", Counter(), "g")
    graph.publish("/count", ["C.y"], "g")
    for i, other in enumerate(others):
        graph.add(f"Other{i}", other, "g")
    return graph


def test_an_interrupted_run_does_not_continue_from_half_a_tick():
    engine = Engine(counting(Interrupted()), execution="interpreted")
    engine.run("4ms")
    before = engine.snapshot()
    with pytest.raises(KeyboardInterrupt):
        engine.run("10ms")
    with pytest.raises(RunError, match="interrupted in the middle of a tick"):
        engine.run("1ms")
    engine.restore(before)
    assert engine.now_ns == 4_000_000


@EXECUTIONS
def test_a_run_that_failed_has_no_snapshot(execution):
    engine = in_which_fails(RaisesInOutput, execution)
    with pytest.raises(RunError):
        engine.run("1s")
    with pytest.raises(GhostError, match="the run has failed: component 'RaisesInOutput' failed"):
        engine.snapshot()
    engine.reset()
    engine.snapshot()


def test_after_a_failing_subscriber_no_message_is_passed_over():
    engine, heard = Engine(counting(), execution="interpreted"), []

    def fail(message):
        heard.append(message.sequence)
        if message.sequence == 3:
            raise ValueError("full")

    engine.bus.subscribe("recorder", fail)
    for _ in range(2):
        with pytest.raises(SubscriberError, match="subscriber 'recorder' failed"):
            engine.run("10ms")
    assert heard == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "look",
    [
        lambda engine: engine.value("C.y"),
        lambda engine: engine.array("C.y"),
        lambda engine: engine.state("C.n"),
        lambda engine: engine.set_parameter("C.n", 2.0),
        lambda engine: engine.run("1ms"),
        lambda engine: engine.reset(),
        lambda engine: engine.snapshot(),
    ],
)
def test_a_subscriber_cannot_reach_an_engine_that_is_ahead_of_its_message(look):
    engine = Engine(counting(), execution="interpreted")
    engine.bus.subscribe("viewer", lambda _: look(engine))
    with pytest.raises(SubscriberError, match="the engine is ahead of the message"):
        engine.run("3ms")


def test_an_uncompilable_schedule_is_interpreted_unless_compiling_was_requested():
    engine = with_bad(Uncompilable(), "auto")
    engine.run("2ms")
    engine.expect("28h")
    engine.run("8ms")
    assert engine.execution == "interpreted"
    plain = with_bad(Uncompilable(), "interpreted")
    plain.run("10ms")
    assert engine.digest == plain.digest


@pytest.mark.parametrize("error", [RecursionError("too deep"), ImportError("scipy is missing")])
def test_whatever_the_compiler_raises_is_a_note_or_an_error_with_its_reason(error, monkeypatch):
    def fail(*_arguments):
        raise error

    monkeypatch.setattr(Compilation, "load", fail)
    monkeypatch.setattr(Compilation, "is_cached", lambda _self: True)
    engine = Engine(counting(), execution="auto")
    assert engine.execution_note == ""
    engine.expect("28h")
    engine.run("10ms")
    assert engine.execution == "interpreted"
    assert engine.execution_note == f"it cannot be compiled: {type(error).__name__}: {error}"
    plain = Engine(counting(), execution="interpreted")
    plain.run("10ms")
    assert engine.digest == plain.digest
    with pytest.raises(RunError) as caught:
        Engine(counting(), execution="compiled").run("10ms")
    assert caught.value.what == engine.execution_note
    assert "component" not in caught.value.what


class BeyondItsArray(Kernel):
    y = Output(shape=(3,))

    @staticmethod
    def output(y, sample):
        y[sample] = 1.0


@EXECUTIONS
def test_an_index_beyond_the_array_is_named_without_its_number(execution):
    """Numba does not tell the number, and must not write into another's memory."""
    with pytest.raises(RunError, match="component 'Bad' failed: IndexError: an index is out of"):
        with_bad(BeyondItsArray(), execution).run("1s")


def test_a_traceback_shows_the_line_of_the_schedule():
    """Debuggers and tracebacks find the generated source, which is in no file."""
    with pytest.raises(RunError) as caught:
        with_bad(DividesByZero(at=4.0), "interpreted").run("1s")
    assert caught.value.__cause__ is not None
    frames = traceback.extract_tb(caught.value.__cause__.__traceback__)
    schedule = next(frame for frame in frames if frame.filename.startswith("ghost_schedule_"))
    assert schedule.name == "run"
    assert re.fullmatch(r"o0 = C\d+_DividesByZero_output\(.*\)", schedule.line or "")
