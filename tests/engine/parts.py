"""Small components and graphs that several tests build on."""

from typing import Any

import pytest

from project_ghost.engine import (
    AbstractComponent,
    Block,
    Engine,
    Graph,
    Input,
    Kernel,
    Kind,
    Noise,
    Output,
    Parameter,
    Size,
    State,
)

MS = 1_000_000

# What holds for one way of running holds for the other.
EXECUTIONS = pytest.mark.parametrize(
    "execution", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)]
)


class Line(Block):
    """slope * time in milliseconds + start: exact in binary for whole numbers."""

    y = Output()
    slope = Parameter(1.0)
    start = Parameter(0.0)

    @staticmethod
    def output(slope, start, time_ns):
        return start + slope * (time_ns // 1_000_000)


class RatedLine(Block):
    """The same, with its derivative declared."""

    y = Output(rate="v")
    v = Output()
    slope = Parameter(1.0)

    @staticmethod
    def output(slope, time_ns):
        return slope * (time_ns // 1_000_000), slope * 1000.0


class Turning(Block):
    """An angle of `slope` radians a millisecond from `start` on, wrapped by hand."""

    angle = Output(kind=Kind.ANGLE)
    slope = Parameter(0.125)
    start = Parameter(3.0)

    @staticmethod
    def output(slope, start, time_ns):
        angle = start + slope * (time_ns // 1_000_000)
        return angle if angle <= 3.141592653589793 else angle - 6.283185307179586


class RatedTurning(Block):
    angle = Output(kind=Kind.ANGLE, rate="rate")
    rate = Output()

    @staticmethod
    def output(time_ns):
        angle = 3.0 + 0.125 * (time_ns // 1_000_000)
        return angle if angle <= 3.141592653589793 else angle - 6.283185307179586, 125.0


class Flipping(Block):
    """Two attitudes in turn, a quarter turn about x apart, the second with its sign reversed."""

    q = Output(shape=(4,), kind=Kind.QUATERNION)

    @staticmethod
    def output(sample):
        half = 0.7071067811865476
        return (1.0, 0.0, 0.0, 0.0) if sample % 2 == 0 else (-half, -half, 0.0, 0.0)


class Probe(Block):
    """Shows what it reads."""

    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return u


class VectorProbe(Block):
    u = Input(shape=(4,))
    y = Output(shape=(4,))

    @staticmethod
    def output(u):
        return u


class Memory(Block):
    """Shows what it read at the sample before: u is not feedthrough."""

    u = Input()
    x = State()
    y = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(u):
        return u


class Counter(Block):
    """0, 1, 2, ... by `step`."""

    n = State()
    y = Output()

    @staticmethod
    def step(n):
        return n + 1.0, n


class Walk(Block):
    """A random walk in two dimensions."""

    w = Noise(shape=(2,))
    x = State(shape=(2,))
    y = Output(shape=(2,))
    scale = Parameter(0.1)

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def update(x, w, scale):
        return (x[0] + scale * w[0], x[1] + scale * w[1])


class Crowd(Kernel):
    """Many walkers, drawn to a target."""

    target = Input()
    count = Size(4)
    w = Noise(shape=("count",))
    x = State(shape=("count",))
    mean = Output()
    all_x = Output(shape=("count",))
    pull = Parameter(0.05)

    @staticmethod
    def output(x, mean, all_x):
        total = 0.0
        for i in range(x.shape[0]):
            total += x[i]
            all_x[i] = x[i]
        mean[0] = total / x.shape[0]

    @staticmethod
    def update(x, w, target, pull):
        for i in range(x.shape[0]):
            x[i] += pull * (target - x[i]) + 0.01 * w[i]


class Tally(Kernel):
    """A kernel with `step`: counts in two places, and shows the counts before."""

    n = State((1.0, 10.0), shape=(2,))
    y = Output(shape=(2,))

    @staticmethod
    def step(n, y):
        for i in range(2):
            y[i] = n[i]
            n[i] += 1.0


def graph_of(**components: AbstractComponent) -> Graph:
    """A graph with these components in one group of 1 kHz, `g`."""
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    for name, component in components.items():
        graph.add(name, component, "g")
    return graph


def read_by(
    writer, reader, writer_period, reader_period, *, policy=None, port="y", phase=0, **connection
):
    """An engine in which `R` reads `W.<port>` across rates."""
    graph = Graph("1ms")
    graph.group("w", period=writer_period, phase=phase)
    graph.group("r", period=reader_period)
    graph.add("W", writer, "w")
    graph.add("R", reader, "r")
    graph.connect(f"W.{port}", "R.u", **connection)
    if policy is not None:
        graph.synchronize(f"W.{port}*", policy)
    return graph


def samples(engine: Engine, signal: str, ticks: int) -> list[Any]:
    """A signal's values at the ticks 0, 1, ..., one `run` each."""
    seen: list[Any] = []
    for tick in range(ticks):
        engine.run("1ms" if tick else "0ms")
        seen.append(engine.value(signal))
    return seen
